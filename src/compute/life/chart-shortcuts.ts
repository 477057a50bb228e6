import { eventIndex, flagBits, rowOf, transitionTable } from './table.ts';
import { type EventType, NO_FLAGS } from './vocabulary.ts';

/**
 * What the compiled chart says of the two events that come by the million, looked up once: in which states a connect
 * is accepted and a new size taken in place, without leaving the state.
 */
interface ChartShortcuts {
  readonly accepts: readonly boolean[];
  readonly resizesInPlace: readonly boolean[];
}

export function chartShortcuts(): ChartShortcuts {
  return {
    accepts: statesThat('connect', 'acceptConnection'),
    resizesInPlace: statesThat('autoscale', 'resizeInPlace'),
  };
}

function statesThat(event: EventType, does: string): boolean[] {
  const table = transitionTable();
  return table.states.map((_, state) => {
    const row = rowOf(state, flagBits(NO_FLAGS), eventIndex(event));
    const actions: readonly string[] = table.actionLists[table.actionList[row] as number] ?? [];
    return table.nextState[row] === state && actions.includes(does);
  });
}
