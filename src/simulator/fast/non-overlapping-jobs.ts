import { wholeMs } from '../../facts/index.ts';
import type { JobSource } from '../demand/sources.ts';

/**
 * Runs timer-only jobs that end before the next one arrives, as long as draws are at hand. The loop makes no
 * real call, so that its numbers stay in registers. Returns true if the next job overlaps with another event.
 */
export function passNonOverlapping(
  { arrivals, waitMs }: JobSource,
  startMs: number,
  freeMs: number,
  quietMs: number,
  passed: Passed,
): boolean {
  arrivals.draw();
  waitMs.draw();
  const times = arrivals.block;
  const { block: waits, factor } = waitMs;
  let { place: next } = arrivals;
  let { place: wait } = waitMs;
  const end = next + Math.min(arrivals.end - next, waitMs.end - wait);
  const first = next;
  let { nowMs, nextMs, totalMs, longestMs } = passed;
  let isLone = true;
  while (next < end) {
    const drawnMs = (waits[wait] as number) * factor;
    const tookMs = wholeMs(drawnMs);
    const endMs = nextMs + tookMs;
    const followsMs = (times[next] as number) - startMs;
    isLone = endMs <= followsMs && endMs < freeMs;
    if (!isLone) break;
    next++;
    wait++;
    const lateMs = lateness(tookMs - drawnMs);
    totalMs += lateMs;
    if (lateMs > longestMs) longestMs = lateMs;
    nowMs = endMs;
    nextMs = followsMs;
    if (nextMs >= freeMs || nextMs - nowMs >= quietMs) break;
  }
  arrivals.place = next;
  waitMs.place = wait;
  passed.nowMs = nowMs;
  passed.nextMs = nextMs;
  passed.done += next - first;
  passed.totalMs = totalMs;
  passed.longestMs = longestMs;
  return !isLone;
}

/** The progress of jobs that were run in a loop. */
export interface Passed {
  /** The time of the last event, and of the next arrival. */
  nowMs: number;
  nextMs: number;
  done: number;
  /** The sum of all delays of the run, and the longest delay of these jobs. */
  totalMs: number;
  longestMs: number;
}

/**
 * Returns how late a wait ends, because its end is rounded to a whole millisecond. It is `max(0, afterMs)`
 * without a branch.
 */
export function lateness(afterMs: number): number {
  return (afterMs + Math.abs(afterMs)) / 2;
}
