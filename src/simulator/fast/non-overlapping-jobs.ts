import { wholeMs } from '../../facts/index.ts';
import type { JobSource } from '../demand/sources.ts';

/**
 * Plain jobs that are over before the next one arrives, as many as are drawn: a loop that calls nothing, since across a
 * call all its numbers would be kept in memory. True: it has come to one that is not over by then.
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
  const waits = waitMs.block;
  let { place: next } = arrivals;
  let { place: wait } = waitMs;
  const end = next + Math.min(arrivals.count - next, waitMs.count - wait);
  const first = next;
  let { nowMs, nextMs, totalMs, longestMs } = passed;
  let isLone = true;
  while (next < end) {
    const drawnMs = waits[wait] as number;
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

/** What has come of jobs that were passed by. */
export interface Passed {
  /** The last that happened, and when the next one arrives. */
  nowMs: number;
  nextMs: number;
  done: number;
  /** Of their delays; the total with all that were before. */
  totalMs: number;
  longestMs: number;
}

/**
 * The end of a wait is a whole millisecond, and late by a part of one or by none: without a branch, as it is rounded.
 */
export function lateness(afterMs: number): number {
  return (afterMs + Math.abs(afterMs)) / 2;
}
