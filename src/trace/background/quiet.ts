import { HOUR_MS } from '../../facts/index.ts';
import { Quantiles } from '../quantiles.ts';

/** CPU that was wanted at the start of each step; NaN: not known. */
export interface Used {
  readonly times: Float64Array;
  readonly vcpu: Float64Array;
}

/** Less than this is too little to know quiet hours from others. */
const LEAST_HOURS = 20;
const LEAST_QUIET = 3;
const QUIET_SHARE = 0.1;

/** The samples of the quietest tenth of some hours; null: there are too few hours. */
export function quietSamples(
  { times, vcpu }: Used,
  isOf: (hour: readonly number[]) => boolean,
): Quantiles | null {
  const hours = new Map<number, number[]>();
  vcpu.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const hour = Math.floor((times[i] as number) / HOUR_MS);
    const own = hours.get(hour);
    if (own === undefined) hours.set(hour, [value]);
    else own.push(value);
  });
  if (hours.size < LEAST_HOURS) return null;
  const mean = (hour: readonly number[]) => hour.reduce((sum, value) => sum + value, 0) / hour.length;
  const found = [...hours.values()].filter(isOf).sort((one, other) => mean(one) - mean(other));
  if (found.length < LEAST_QUIET) return null;
  const samples = new Quantiles();
  for (const hour of found.slice(0, Math.max(LEAST_QUIET, Math.ceil(QUIET_SHARE * found.length))))
    for (const value of hour) if (value > 0) samples.add(value);
  return samples;
}

/** A bound with a digit less, so that it can be typed. */
export function roundedUp(vcpu: number): number {
  const unit = vcpu < 0.02 ? 1000 : 100;
  // A hair less, for products of decimals are rounded up.
  return Math.ceil(vcpu * unit - 1e-6) / unit;
}
