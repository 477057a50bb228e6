import type { Quantity } from './quantity.ts';
import type { Column, Statistic, Trace, TraceHead } from './trace.ts';

/** The values of a quantity in the statistic that is wanted most of those that there are; null where it has none. */
export function valuesOf(
  { head, values }: Trace,
  quantity: Quantity,
  wanted: readonly Statistic[] = AVERAGE_FIRST,
): { readonly column: Column; readonly values: Float64Array } | null {
  const column = columnOf(head, quantity, wanted);
  return column === null ? null : { column, values: values[head.columns.indexOf(column)] as Float64Array };
}

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

const AVERAGE_FIRST: readonly Statistic[] = ['average', 'point', 'maximum'];
export const MAXIMUM_FIRST: readonly Statistic[] = ['maximum', 'average', 'point'];

/** The largest of the values that are known; null where none is. */
export function largest(values: Float64Array): number | null {
  let most: number | null = null;
  for (const value of values) if (value > (most ?? Number.NEGATIVE_INFINITY)) most = value;
  return most;
}
