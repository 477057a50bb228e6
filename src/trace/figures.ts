import { QUANTITIES, type Quantity } from './quantity.ts';
import type { Column, Gap, Statistic } from './trace.ts';

/** A column in a few figures; null where no sample of it is known. */
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

export function columnFigures(column: Column, values: Float64Array): ColumnFigures {
  const { quantity, statistic, gap, source } = column;
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const sum = sorted.reduce((all, value) => all + value, 0);
  return {
    quantity,
    unit: QUANTITIES[quantity].unit,
    statistic,
    gap,
    source,
    known: sorted.length,
    min: sorted[0] ?? null,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? null,
    mean: sorted.length === 0 ? null : sum / sorted.length,
  };
}

/** The smallest of sorted values that this share of them does not exceed; null of none. */
export function quantile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
