import type { Quantiles } from '../quantiles.ts';
import { QUANTITIES, type Quantity } from '../quantity.ts';
import type { Column, Gap, Statistic } from '../trace.ts';

/** The figures of a column. Null if no sample is known. */
export interface ColumnFigures {
  readonly quantity: Quantity;
  readonly unit: string;
  readonly statistic: Statistic;
  readonly gap: Gap;
  readonly source: string;
  readonly known: number;
  readonly min: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  readonly mean: number | null;
}

export function columnFigures(column: Column, known: Quantiles): ColumnFigures {
  const { quantity, statistic, gap, source } = column;
  const { count, sum, min, max } = known;
  return {
    quantity,
    unit: QUANTITIES[quantity].unit,
    statistic,
    gap,
    source,
    known: count,
    min,
    p50: known.at(0.5),
    p95: known.at(0.95),
    p99: known.at(0.99),
    max,
    mean: count === 0 ? null : sum / count,
  };
}

/** Adds the known values of a column. */
export function addKnown(to: Quantiles, values: Float64Array): void {
  for (const value of values) if (!Number.isNaN(value)) to.add(value);
}
