import type { Quantity } from './quantity.ts';
import type { Trace } from './trace.ts';

/** One quantity times a factor: the same days with more customers, or fewer. */
export function scale({ head, times, values, events }: Trace, quantity: Quantity, factor: number): Trace {
  return {
    head,
    times,
    values: head.columns.map((column, c) => {
      const of = values[c] as Float64Array;
      return column.quantity === quantity ? of.map((value) => value * factor) : of;
    }),
    events,
  };
}
