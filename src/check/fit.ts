import type { Actual, ActualSpan } from './actual.ts';
import { type UsageCurve, usedBetween } from './usage-curve.ts';

/** How close a run comes to the actual values. */
export interface CurveFit {
  /** In the unit of the actual. */
  readonly predicted: number;
  readonly actual: number;
  /** The absolute errors of all spans, added up, as a share of what was metered. 0 is a perfect fit. */
  readonly misfit: number;
}

interface FitSettings {
  /** By how much the clock of the trace is assumed to be ahead. */
  readonly aheadMs?: number;
  /** Spans for which the run has no demand. They count as predicted exactly. */
  readonly isUnknown?: (span: ActualSpan) => boolean;
}

export function fitOf(
  curve: UsageCurve,
  actual: Actual,
  { aheadMs = 0, isUnknown }: FitSettings = {},
): CurveFit {
  let [predicted, metered, wrong] = [0, 0, 0];
  for (const span of actual.spans) {
    const [fromMs, untilMs] = [span.fromMs + aheadMs, span.untilMs + aheadMs];
    if (fromMs < curve.startMs || untilMs > curve.endMs) continue;
    const isExcluded = isUnknown?.(span) ?? false;
    const value = isExcluded ? span.value : predictedIn(curve, actual, fromMs, untilMs);
    predicted += value;
    metered += span.value;
    wrong += Math.abs(value - span.value);
  }
  return { predicted, actual: metered, misfit: metered > 0 ? wrong / metered : wrong > 0 ? 1 : 0 };
}

export function predictedIn(
  curve: UsageCurve,
  { of }: Pick<Actual, 'of'>,
  fromMs: number,
  untilMs: number,
): number {
  return usedBetween(curve, of === 'cu' ? 'cuMs' : 'awakeMs', fromMs, untilMs);
}

/** (predicted - actual) / actual. Null if the actual is 0 and the prediction is not. */
export function errorOf({ predicted, actual }: Pick<CurveFit, 'predicted' | 'actual'>): number | null {
  if (actual === 0) return predicted === 0 ? 0 : null;
  return predicted / actual - 1;
}
