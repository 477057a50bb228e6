import type { Actual, ActualSpan } from './actual.ts';
import { between, type Curve } from './curve.ts';

/** How near a run comes to what happened, span by span. */
export interface Fit {
  /** In the unit of the actual. */
  readonly predicted: number;
  readonly actual: number;
  /** What is too much and too little in each span, added up, as a share of what was metered: 0 is the same. */
  readonly misfit: number;
}

interface FitSettings {
  /** The trace's clock is taken to be ahead by this. */
  readonly aheadMs?: number;
  /** Spans of which the run cannot know anything: they are left out of the misfit and taken as they were. */
  readonly isUnknown?: (span: ActualSpan) => boolean;
}

export function fitOf(curve: Curve, actual: Actual, { aheadMs = 0, isUnknown }: FitSettings = {}): Fit {
  let [predicted, metered, wrong] = [0, 0, 0];
  for (const span of actual.spans) {
    const [fromMs, untilMs] = [span.fromMs + aheadMs, span.untilMs + aheadMs];
    if (fromMs < curve.startMs || untilMs > curve.endMs) continue;
    const isLeft = isUnknown?.(span) ?? false;
    const value = isLeft ? span.value : predictedIn(curve, actual, fromMs, untilMs);
    predicted += value;
    metered += span.value;
    wrong += Math.abs(value - span.value);
  }
  return { predicted, actual: metered, misfit: metered > 0 ? wrong / metered : wrong > 0 ? 1 : 0 };
}

export function predictedIn(
  curve: Curve,
  { of }: Pick<Actual, 'of'>,
  fromMs: number,
  untilMs: number,
): number {
  return between(curve, of === 'cu' ? 'cuMs' : 'awakeMs', fromMs, untilMs);
}

/** How much more was predicted than came, as a share of what came; null: nothing came. */
export function errorOf({ predicted, actual }: Pick<Fit, 'predicted' | 'actual'>): number | null {
  if (actual === 0) return predicted === 0 ? 0 : null;
  return predicted / actual - 1;
}
