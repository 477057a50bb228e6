import { setTimeout } from 'node:timers/promises';
import type { ControlGroup } from './control-group.ts';
import { linesOfMember } from './member.ts';

const SIZES = [0.5, 0.25] as const;
const COUNT = 60;
/** No multiple of a period, so that changes fall on all parts of one. */
const EVERY_MS = 337;

/** Changes of the quota at which a process stood still, and the longest time until it went on. */
export interface QuotaChanges {
  readonly count: number;
  readonly longestMs: number;
}

/** Measures how soon a process of the group that stands still goes on after a change of the quota. */
export async function quotaChanges(group: ControlGroup): Promise<QuotaChanges> {
  group.limitTo(SIZES[1]);
  const lines = linesOfMember(group, 'standing-process', (COUNT + 2) * EVERY_MS);
  const changedMs: number[] = [];
  for (let n = 0; n < COUNT; n++) {
    await setTimeout(EVERY_MS);
    changedMs.push(performance.timeOrigin + performance.now());
    group.limitTo(SIZES[n % 2] as number);
  }
  const pauses = (await lines).map((line) => line.split(' ').map(Number) as [fromMs: number, toMs: number]);
  group.limitTo(null);
  const afterMs = changedMs.flatMap((atMs) => {
    const pause = pauses.find(([fromMs, toMs]) => fromMs < atMs && atMs < toMs);
    return pause === undefined ? [] : [pause[1] - atMs];
  });
  if (afterMs.length === 0) throw new Error('no change came while the process stood still');
  return { count: afterMs.length, longestMs: Math.max(...afterMs) };
}
