import {
  type ActionId,
  EVENTS,
  type EventType,
  eventIndex,
  FLAG_COMBINATIONS,
  FLAGS,
  rowOf,
  type StateView,
  type TransitionTable,
} from '../../compute/index.ts';
import type { PageBlock } from '../page/page.ts';
import type { TableColumn } from '../page/text-table.ts';

/** Merges rows of the compiled table that differ only in flags without effect. */
export interface TransitionRow {
  readonly state: string;
  readonly event: EventType;
  /** The condition on flags, or `otherwise`. Null if the event always has this outcome. */
  readonly when: string | null;
  readonly next: string;
  readonly actions: readonly ActionId[];
}

export function transitionRows(table: TransitionTable): TransitionRow[] {
  return table.states.flatMap((_, state) => EVENTS.flatMap((event) => rowsOf(table, state, event)));
}

/** A table for each state. */
export function transitionPage(table: TransitionTable): PageBlock[] {
  const rows = transitionRows(table);
  return table.states.map((state, i) => {
    const own = rows.filter((row) => row.state === state);
    const ignored = own.filter(isIgnored).map(({ event }) => event);
    return {
      kind: 'table',
      title: `${state}${viewWords(table.views[i])}`,
      columns: COLUMNS,
      rows: [
        ...groupedByOutcome(own.filter((row) => !isIgnored(row))).map(cells),
        ...(ignored.length > 0 ? [[ignored.join(', '), '', 'stays', 'ignore']] : []),
      ],
    };
  });
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'event', align: 'left', width: 21 },
  { title: 'when', align: 'left', width: 12 },
  { title: 'next', align: 'left' },
  { title: 'actions', align: 'left', width: 22 },
];

/** Groups rows with the same outcome, to show them as one line with all events. */
function groupedByOutcome(rows: readonly TransitionRow[]): TransitionRow[][] {
  const byOutcome = new Map<string, TransitionRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.when, row.next, row.actions]);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), row]);
  }
  return [...byOutcome.values()];
}

function cells(rows: readonly TransitionRow[]): string[] {
  const [{ state, when, next, actions }] = rows as [TransitionRow];
  const events = rows.map(({ event }) => event).join(', ');
  return [events, when ?? '', next === state ? 'stays' : next, actions.join(', ')];
}

function isIgnored({ actions }: TransitionRow): boolean {
  return actions.length === 1 && actions[0] === 'ignore';
}

function viewWords(view: StateView | undefined): string {
  if (view === undefined || view.currentState === null) return '';
  const pending = view.pendingState === null ? '' : `, pending_state ${view.pendingState}`;
  return ` (current_state ${view.currentState}${pending})`;
}

function rowsOf(table: TransitionTable, state: number, event: EventType): TransitionRow[] {
  const byOutcome = new Map<string, number[]>();
  for (let bits = 0; bits < FLAG_COMBINATIONS; bits++) {
    const row = rowOf(state, bits, eventIndex(event));
    const outcome = `${table.nextState[row]} ${table.actionList[row]}`;
    byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), bits]);
  }
  // The most frequent outcome comes last, as `otherwise`. The others are its exceptions.
  const outcomes = [...byOutcome.values()].sort(
    (a, b) => a.length - b.length || Math.min(...b) - Math.min(...a),
  );
  return outcomes.map((combinations, i) => {
    const row = rowOf(state, combinations[0] as number, eventIndex(event));
    return {
      state: table.states[state] as string,
      event,
      when:
        outcomes.length === 1 ? null : i === outcomes.length - 1 ? 'otherwise' : commonFlags(combinations),
      next: table.states[table.nextState[row] as number] as string,
      actions: table.actionLists[table.actionList[row] as number] as readonly ActionId[],
    };
  });
}

/** The flags that all combinations share. For the guards of this chart, that is exactly the condition. */
function commonFlags(combinations: readonly number[]): string {
  return FLAGS.flatMap((flag, i) => {
    const set = combinations.filter((bits) => (bits & (1 << i)) !== 0).length;
    if (set === combinations.length) return [flag];
    return set === 0 ? [`not ${flag}`] : [];
  }).join(' and ');
}
