import { durationText } from '../notation/notation-text.ts';

/** A quantity of a scenario that nobody knows exactly. Its distribution is triangular. */
export interface UncertainQuantity {
  /** The field, with names of list items where they have one: `demand.visits.query.cpu`. */
  readonly name: string;
  readonly path: readonly PropertyKey[];
  readonly unit: QuantityUnit;
  readonly low: number;
  readonly likely: number;
  readonly high: number;
  /** Whether the field takes only whole numbers. */
  readonly isWhole: boolean;
}

export type QuantityUnit = 'number' | 'ms' | 'bytes';

/** The value below which this share of a triangular distribution lies. */
export function quantileOf({ low, likely, high, isWhole }: UncertainQuantity, share: number): number {
  if (low === high) return low;
  const [rise, fall, width] = [likely - low, high - likely, high - low];
  const value =
    share * width < rise
      ? low + Math.sqrt(share * width * rise)
      : high - Math.sqrt((1 - share) * width * fall);
  return isWhole ? Math.round(value) : value;
}

/** A value in the notation of its field. */
export function writtenValue(unit: QuantityUnit, value: number): number | string {
  if (unit === 'number') return value;
  // Notations have no exponents.
  return unit === 'bytes' ? `${Math.round(value)}B` : durationText(Number(value.toFixed(NANOSECONDS)));
}

const NANOSECONDS = 6;
