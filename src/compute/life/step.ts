import { present } from '../../problem/index.ts';
import { eventIndex, flagBits, rowOf, type StateId, transitionTable } from './table.ts';
import type { ActionId, EventType, Flags, StateView } from './vocabulary.ts';

export interface StepOutcome {
  readonly state: number;
  readonly actions: readonly ActionId[];
}

/** Looks up one transition in the compiled table. The host carries out the actions. */
export function step(state: number, type: EventType, flags: Flags): StepOutcome {
  const table = transitionTable();
  const row = rowOf(state, flagBits(flags), eventIndex(type));
  return {
    state: table.nextState[row] as number,
    actions: table.actionLists[table.actionList[row] as number] as readonly ActionId[],
  };
}

export function stateName(state: number): StateId {
  return transitionTable().states[state] as StateId;
}

/** Returns the number of a state from its name. */
export function stateNumber(id: StateId): number {
  const state = transitionTable().states.indexOf(id);
  return present(state < 0 ? undefined : state, 'a kept state is one of the chart');
}

export function stateView(state: number): StateView {
  return transitionTable().views[state] as StateView;
}

/** Whether CU-time is metered. It is metered and charged while the API shows the compute as active. */
export function isMetered(state: number): boolean {
  return stateView(state).currentState === 'active';
}
