import type { TraceHead } from './trace.ts';

/** A pause of so many usual steps is a gap, and no sample that holds for long. */
const GAP_STEPS = 5;

/** Up to when a sample stands for the time after it: the next one at most, and not over a gap. null: it is the last. */
export function heldUntilMs(
  { stepMs }: Pick<TraceHead, 'stepMs'>,
  fromMs: number,
  nextMs: number | null,
  usualMs: number,
): number {
  if (stepMs !== null) return Math.min(nextMs ?? Number.POSITIVE_INFINITY, fromMs + stepMs);
  return nextMs === null || nextMs - fromMs > GAP_STEPS * usualMs ? fromMs + usualMs : nextMs;
}
