/** A distribution of durations: constant, or log-normal with a given median and 95th percentile. */
export type Distribution =
  | { readonly kind: 'constant'; readonly ms: number }
  | { readonly kind: 'log-normal'; readonly medianMs: number; readonly p95Ms: number };

/** The largest draw below 1. */
export const LARGEST_DRAW = 1 - 2 ** -53;

export function constant(ms: number): Distribution {
  return { kind: 'constant', ms };
}

type LogNormal = Distribution & { readonly kind: 'log-normal' };

/** Returns the quantile at u, 0 < u < 1, in whole milliseconds. If u is a uniform draw, the result is a sample. */
export function quantileMs(distribution: Distribution, u: number): number {
  return distribution.kind === 'constant' ? distribution.ms : Math.round(logNormalMs(distribution, u));
}

/** Returns the quantile at u without rounding. */
export function logNormalMs({ medianMs, p95Ms }: LogNormal, u: number): number {
  const sigma = Math.log(p95Ms / medianMs) / Z95;
  return medianMs * Math.exp(sigma * normalQuantile(u));
}

/** Coefficients of the approximation in the middle and in the tails. */
const MIDDLE = {
  above: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  below: [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
  ],
};
const TAIL = {
  above: [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  below: [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
};
const Z95 = normalQuantile(0.95);

/** The inverse of the standard normal distribution, by Acklam's approximation (relative error below 1.2e-9). */
export function normalQuantile(p: number): number {
  const low = 0.02425;
  if (p < low) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - low) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  return (q * horner(r, MIDDLE.above)) / horner(r, MIDDLE.below);
}

function tail(q: number): number {
  return horner(q, TAIL.above) / horner(q, TAIL.below);
}

/** Evaluates a polynomial. The coefficient of the highest power comes first. */
function horner(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < coefficients.length; i++) sum = sum * x + (coefficients[i] as number);
  return sum;
}
