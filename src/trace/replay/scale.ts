import { map } from 'rxjs';
import type { Quantity } from '../quantity.ts';
import type { ReplayOperator } from './replay.ts';

/** One quantity times a factor: the same days with more customers, or fewer. */
export function scale(quantity: Quantity, factor: number): ReplayOperator {
  return ({ head, chunks, brake }) => ({
    head,
    brake,
    chunks: chunks.pipe(
      map(({ times, values, events }) => ({
        times,
        values: head.columns.map((column, c) => {
          const of = values[c] as Float64Array;
          return column.quantity === quantity ? of.map((value) => value * factor) : of;
        }),
        events,
      })),
    ),
  });
}
