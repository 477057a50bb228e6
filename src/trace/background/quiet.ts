import { HOUR_MS } from '../../facts/index.ts';
import { Quantiles } from '../quantiles.ts';

/** The demand for CPU in each step, from its start. NaN if unknown. */
export interface Used {
  readonly times: Float64Array;
  readonly vcpu: Float64Array;
}

/** With fewer hours, quiet hours cannot be distinguished from others. */
const LEAST_HOURS = 20;
const LEAST_QUIET = 3;
const QUIET_SHARE = 0.1;

/** The samples of the quietest tenth of the selected hours. Null if there are too few hours. */
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

/** Rounds up to few digits, for users to type. */
export function roundedUp(vcpu: number): number {
  const unit = vcpu < 0.02 ? 1000 : 100;
  // Subtracts a little, because inexact products would otherwise round up too far.
  return Math.ceil(vcpu * unit - 1e-6) / unit;
}
