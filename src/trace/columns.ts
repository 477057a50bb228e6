import type { Quantity } from './quantity.ts';
import type { Column, Statistic, TraceHead } from './trace.ts';

/** The column of a quantity in the statistic that is wanted most of those that there are; null where it has none. */
export function columnOf(
  { columns }: Pick<TraceHead, 'columns'>,
  quantity: Quantity,
  wanted: readonly Statistic[] = AVERAGE_FIRST,
): Column | null {
  const [best] = columns
    .filter((column) => column.quantity === quantity)
    .sort((a, b) => wanted.indexOf(a.statistic) - wanted.indexOf(b.statistic));
  return best ?? null;
}

/** Where the values of that column are in each chunk; -1 where there is none. */
export function placeOf(
  head: Pick<TraceHead, 'columns'>,
  quantity: Quantity,
  wanted: readonly Statistic[] = AVERAGE_FIRST,
): number {
  const column = columnOf(head, quantity, wanted);
  return column === null ? -1 : head.columns.indexOf(column);
}

const AVERAGE_FIRST: readonly Statistic[] = ['average', 'point', 'maximum'];
export const MAXIMUM_FIRST: readonly Statistic[] = ['maximum', 'average', 'point'];
