import { HOUR_MS } from '../../facts/index.ts';
import { TOTALLED, type TotalsRow } from './hourly-totals.ts';

/** Tallies as columns, one list for each thing tallied: rows that repeat their names would fill a document. */
type TotalsColumns = Readonly<Record<(typeof TOTALLED)[number], readonly number[]>>;

export function totalsColumns(rows: readonly TotalsRow[]): TotalsColumns {
  const columns = TOTALLED.map((name, i) => [name, rows.map(({ values }) => values[i] as number)]);
  return Object.fromEntries(columns) as TotalsColumns;
}

/** When the rows of all computes begin in local time, how long they are, and their sums. */
export function projectColumns(
  computes: readonly (readonly TotalsRow[])[],
  localTime: (atMs: number) => string,
) {
  const rows = (computes[0] ?? []).map(({ fromMs, untilMs, values }, row) => ({
    fromMs,
    untilMs,
    values: values.map((_, i) =>
      computes.reduce((sum, own) => sum + ((own[row] as TotalsRow).values[i] as number), 0),
    ),
  }));
  return {
    from: rows.map(({ fromMs }) => localTime(fromMs)),
    hours: rows.map(({ fromMs, untilMs }) => Math.round(((untilMs - fromMs) / HOUR_MS) * 1e4) / 1e4),
    ...totalsColumns(rows),
  };
}
