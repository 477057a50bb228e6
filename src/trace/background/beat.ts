import { HOUR_MS } from '../../facts/index.ts';
import { createZone } from '../../workload/index.ts';
import { periodOf } from '../awake/period.ts';
import { quietSamples, roundedUp, type Used } from './quiet.ts';

/** A little CPU at a fixed interval. */
export interface Beat {
  readonly kind: 'beat';
  readonly vcpu: number;
  readonly everyMs: number;
  /** The value of `--idle-below` that removes it. */
  readonly idleBelow: number;
}

const MOST_VCPU = 0.15;
/** Less frequent activity keeps nothing awake. */
const MOST_EVERY_MS = 2 * HOUR_MS;
const LEAST_BEATS = 20;

/** Null if no small activity repeats at a fixed interval between idle times. */
export function beatOf(used: Used): Beat | null {
  const quiet = quietSamples(used, (hour) => hour.some((value) => value > 0));
  const typical = quiet?.at(0.5) ?? null;
  if (quiet === null || typical === null || typical > MOST_VCPU) return null;
  const idleBelow = roundedUp(Math.min(quiet.max ?? typical, 2 * typical));
  const gaps = gapsBetween(used, idleBelow);
  if (gaps.length < LEAST_BEATS) return null;
  let atMs = 0;
  const starts = [
    0,
    ...gaps.map((gap) => {
      atMs += gap;
      return atMs;
    }),
  ];
  const period = periodOf(starts, createZone('UTC'));
  if (period?.kind !== 'every' || period.ms > MOST_EVERY_MS) return null;
  return { kind: 'beat', vcpu: typical, everyMs: period.ms, idleBelow };
}

/** The times between the starts of consecutive small activities, without larger activity between them. */
function gapsBetween({ times, vcpu }: Used, mostVcpu: number): number[] {
  const gaps: number[] = [];
  let sinceMs: number | null = null;
  let before = Number.NaN;
  vcpu.forEach((value, i) => {
    if (Number.isNaN(value) || value > mostVcpu) sinceMs = null;
    else if (value > 0 && before === 0) {
      const timeMs = times[i] as number;
      if (sinceMs !== null) gaps.push(timeMs - sinceMs);
      sinceMs = timeMs;
    }
    before = value;
  });
  return gaps;
}
