import type { Trace } from './trace.ts';

/** A pause of so many usual steps is a gap, and no sample that holds for long. */
const GAP_STEPS = 5;

/** The usual time from one sample to the next: the trace's own step, or else the median; a minute for a lone sample. */
export function usualStepMs({ head, times }: Pick<Trace, 'head' | 'times'>): number {
  if (head.stepMs !== null) return head.stepMs;
  if (times.length < 2) return LONE_MS;
  const steps = Float64Array.from({ length: times.length - 1 }, (_, i) => at(times, i + 1) - at(times, i));
  return steps.sort()[(steps.length - 1) >> 1] as number;
}

const LONE_MS = 60_000;

/** Up to when a sample stands for the time after it: the next one at most, and not over a gap. */
export function holdsUntilMs({ head, times }: Trace, usualMs: number): (i: number) => number {
  const { stepMs } = head;
  return (i) => {
    const fromMs = at(times, i);
    const nextMs = i + 1 < times.length ? at(times, i + 1) : fromMs + usualMs;
    if (stepMs !== null) return Math.min(nextMs, fromMs + stepMs);
    return nextMs - fromMs > GAP_STEPS * usualMs ? fromMs + usualMs : nextMs;
  };
}

/** The end of the last step; the start of nothing is its end. */
export function endMs(trace: Trace): number {
  const { times } = trace;
  return times.length === 0 ? 0 : holdsUntilMs(trace, usualStepMs(trace))(times.length - 1);
}

function at(values: Float64Array, i: number): number {
  return values[i] as number;
}
