import { firstAfter } from '../../workload/index.ts';
import type { LoadChanges } from '../demand/load-changes.ts';
import { Memo } from '../memo.ts';

/**
 * Returns a function of a time in a run: the most time from there to the horizon that a compute with only a
 * load can be awake without being throttled. In a pause of the load the compute is awake for `idleMs` at
 * most. A backlog only delays that time, and the compute is throttled while it has one.
 */
export function calmAhead(changes: LoadChanges, horizonMs: number, idleMs: number): (atMs: number) => number {
  return CALM.of(changes, [horizonMs, idleMs], () => {
    const { untilMs, asleepMs } = sleepsOf(changes, horizonMs, idleMs);
    const asleepFrom = new Float64Array(asleepMs.length + 1);
    for (let i = asleepMs.length - 1; i >= 0; i--)
      asleepFrom[i] = (asleepFrom[i + 1] as number) + (asleepMs[i] as number);
    return (atMs) => {
      const next = firstAfter(untilMs, atMs);
      const rest = horizonMs - atMs - (asleepFrom[next] as number);
      if (next === untilMs.length) return rest;
      // In a pause that has already begun, all of the idle time may still be ahead.
      const pauseMs = (untilMs[next] as number) - atMs;
      const asleep = asleepMs[next] as number;
      return rest + asleep - Math.min(asleep, Math.max(0, pauseMs - idleMs));
    };
  });
}

const CALM = new Memo<LoadChanges, (atMs: number) => number>();

/** Returns the pauses longer than `idleMs`: their ends, and the least time asleep in each. */
function sleepsOf({ atMs, vcpu }: LoadChanges, horizonMs: number, idleMs: number) {
  const untilMs: number[] = [];
  const asleepMs: number[] = [];
  let fromMs: number | null = null;
  const end = (endMs: number) => {
    if (fromMs !== null && endMs - fromMs > idleMs) {
      untilMs.push(endMs);
      asleepMs.push(endMs - fromMs - idleMs);
    }
    fromMs = null;
  };
  for (let place = 0; place < vcpu.length; place++) {
    if (vcpu[place] === 0) fromMs ??= atMs[place] as number;
    else end(atMs[place] as number);
  }
  end(horizonMs);
  return { untilMs, asleepMs };
}
