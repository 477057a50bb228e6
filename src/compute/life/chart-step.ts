import { type SnapshotFrom, transition } from 'xstate';
import { computeMachine } from './machine.ts';
import { type StepOutcome, stateName } from './step.ts';
import { stateId, stateValue, transitionTable } from './table.ts';
import type { ActionId, EventType, Flags } from './vocabulary.ts';

/** Makes one transition with the statechart itself. The result equals that of `step`, which uses the table. */
export function chartStep(state: number, type: EventType, flags: Flags): StepOutcome {
  const [after, actions] = transition(computeMachine, snapshotOf(state), { type, flags });
  return {
    state: transitionTable().states.indexOf(stateId(after.value)),
    actions: actions.map((action) => action.type as ActionId),
  };
}

const snapshots: SnapshotFrom<typeof computeMachine>[] = [];

function snapshotOf(state: number): SnapshotFrom<typeof computeMachine> {
  let snapshot = snapshots[state];
  if (snapshot === undefined) {
    snapshot = computeMachine.resolveState({ value: stateValue(stateName(state)) });
    snapshots[state] = snapshot;
  }
  return snapshot;
}
