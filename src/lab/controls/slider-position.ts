/**
 * The stop of a slider that is nearest to a value. Null for a value that has no amount, such as a distribution.
 */
export function nearestStop(stops: readonly string[], value: string): number | null {
  const same = stops.indexOf(value);
  if (same >= 0) return same;
  const amount = amountOf(value);
  const distances = stops.map((stop) => Math.abs(Math.log((amountOf(stop) + LEAST) / (amount + LEAST))));
  const known = distances.filter((distance) => !Number.isNaN(distance));
  return known.length === 0 ? null : distances.indexOf(Math.min(...known));
}

/** Keeps zero on the logarithmic scale. */
const LEAST = 1e-6;

/** Seconds, and gigabytes. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  B: 1e-9,
  KB: 1e-6,
  MB: 1e-3,
  GB: 1,
  TB: 1e3,
};

/** The amount of a number with a unit. NaN for other texts, such as `off`. */
function amountOf(text: string): number {
  const [, number, unit = ''] = /^([\d.]+)\s*([a-zA-Z]*)$/.exec(text) ?? [];
  return Number(number) * (UNITS[unit.replace('i', '')] ?? Number.NaN);
}
