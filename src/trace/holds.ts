import type { TraceHead } from './trace.ts';

/** A pause longer than this many usual steps is a gap, and the sample before it holds for one usual step only. */
const GAP_STEPS = 5;

/** When a sample stops being valid: at the next sample, or earlier at a gap. `nextMs` is null for the last sample. */
export function heldUntilMs(
  { stepMs }: Pick<TraceHead, 'stepMs'>,
  fromMs: number,
  nextMs: number | null,
  usualMs: number,
): number {
  if (stepMs !== null) return Math.min(nextMs ?? Number.POSITIVE_INFINITY, fromMs + stepMs);
  return nextMs === null || nextMs - fromMs > GAP_STEPS * usualMs ? fromMs + usualMs : nextMs;
}
