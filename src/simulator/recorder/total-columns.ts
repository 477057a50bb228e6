import { HOUR_MS } from '../../facts/index.ts';
import { TOTALLED, type TotalsRow } from './hourly-totals.ts';

/** Totals as columns, one list for each quantity. Rows that repeat the names would fill a document. */
type TotalsColumns = Readonly<Record<(typeof TOTALLED)[number], readonly number[]>>;

export function totalsColumns(rows: readonly TotalsRow[]): TotalsColumns {
  const columns = TOTALLED.map((name, i) => [name, rows.map(({ values }) => values[i] as number)]);
  return Object.fromEntries(columns) as TotalsColumns;
}

/** Returns the sums of all computes as columns, with the local start and the length of each row. */
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
