import { HOUR_MS } from '../facts/index.ts';
import { TALLIED, type TallyRow } from './tallies.ts';

/** Tallies as columns, one list for each thing tallied: rows that repeat their names would fill a document. */
export type TallyColumns = Readonly<Record<(typeof TALLIED)[number], readonly number[]>>;

export function tallyColumns(rows: readonly TallyRow[]): TallyColumns {
  const columns = TALLIED.map((name, i) => [name, rows.map(({ values }) => values[i] as number)]);
  return Object.fromEntries(columns) as TallyColumns;
}

/** When the rows of all computes begin in local time, how long they are, and their sums. */
export function projectColumns(
  computes: readonly (readonly TallyRow[])[],
  localTime: (atMs: number) => string,
) {
  const rows = (computes[0] ?? []).map(({ fromMs, untilMs, values }, row) => ({
    fromMs,
    untilMs,
    values: values.map((_, i) =>
      computes.reduce((sum, own) => sum + ((own[row] as TallyRow).values[i] as number), 0),
    ),
  }));
  return {
    from: rows.map(({ fromMs }) => localTime(fromMs)),
    hours: rows.map(({ fromMs, untilMs }) => Math.round(((untilMs - fromMs) / HOUR_MS) * 1e4) / 1e4),
    ...tallyColumns(rows),
  };
}
