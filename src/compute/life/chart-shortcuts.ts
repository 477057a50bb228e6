import { eventIndex, flagBits, rowOf, transitionTable } from './table.ts';
import { type EventType, NO_FLAGS } from './vocabulary.ts';

/**
 * The answers of the compiled chart to the two most frequent events, looked up once: the states that accept a connect,
 * and the states that resize in place. Neither event leaves the state.
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
