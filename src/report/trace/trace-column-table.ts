import { GIB } from '../../facts/index.ts';
import { QUANTITIES, type Quantity, type TraceSummary } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { numberWords } from '../words/format.ts';

/** The columns of a trace: what each is, and how its values are distributed. */
export function traceColumnTable({ columns }: TraceSummary): PageBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Column', align: 'left', width: 18 },
      ...rightColumns('min', 'p50', 'p95', 'p99', 'max', 'mean'),
    ],
    rows: columns.map(({ quantity, statistic, unit, min, p50, p95, p99, max, mean }) => [
      `${quantity}, ${statistic}, ${unit === 'bytes' ? 'GiB' : unit}`,
      ...[min, p50, p95, p99, max, mean].map((value) =>
        value === null ? '-' : quantityAmount(quantity, value),
      ),
    ]),
  };
}

/** Short enough for a table, but a small value never looks like zero. Bytes are shown in GiB. */
export function quantityAmount(quantity: Quantity, value: number): string {
  const shown = QUANTITIES[quantity].unit === 'bytes' ? value / GIB : value;
  if (shown >= 1e6) return `${numberWords(shown / 1e6)}M`;
  if (shown >= 1000) return String(Math.round(shown));
  return shown > 0 && shown < 0.01 ? shown.toPrecision(2) : numberWords(shown);
}
