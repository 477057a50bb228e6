import { firstAfter } from '../../workload/index.ts';
import type { LoadChanges } from '../demand/load-changes.ts';
import { Memo } from '../memo.ts';

/**
 * For how long, from an instant of a run on, a compute with a load alone is awake at most without being short of
 * processors. Where nothing is wanted it is so for the time that it may idle: a backlog only puts that off, for as long
 * as it is short of them.
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
      // Of a pause that has begun it may idle for as long again.
      const pauseMs = (untilMs[next] as number) - atMs;
      const asleep = asleepMs[next] as number;
      return rest + asleep - Math.min(asleep, Math.max(0, pauseMs - idleMs));
    };
  });
}

const CALM = new Memo<LoadChanges, (atMs: number) => number>();

/** Pauses that are longer than the compute may idle: their ends, and how long it sleeps in each at least. */
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
