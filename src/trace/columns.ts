import type { Quantity } from './quantity.ts';
import type { Column, Statistic, TraceHead } from './trace.ts';

/**
 * The column of a quantity, by the first of the preferred statistics that it has. Null if no column has the quantity.
 */
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

/** The index of that column in the values of each chunk; -1 if there is none. */
export function columnIndex(
  head: Pick<TraceHead, 'columns'>,
  quantity: Quantity,
  wanted: readonly Statistic[] = AVERAGE_FIRST,
): number {
  const column = columnOf(head, quantity, wanted);
  return column === null ? -1 : head.columns.indexOf(column);
}

const AVERAGE_FIRST: readonly Statistic[] = ['average', 'point', 'maximum'];
export const MAXIMUM_FIRST: readonly Statistic[] = ['maximum', 'average', 'point'];
