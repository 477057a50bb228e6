import { DAY_MS } from '../../facts/index.ts';
import type { WindowDays } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { parseDuration } from '../../scenario/index.ts';

export interface WindowOptions {
  readonly window: string;
  readonly judge: string;
  readonly step: string;
}

export function windowDaysOf({ window, judge, step }: WindowOptions): WindowDays {
  return {
    planned: daysOf('--window', window),
    judged: daysOf('--judge', judge),
    step: daysOf('--step', step),
  };
}

function daysOf(field: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= DAY_MS && ms % DAY_MS === 0) return ms / DAY_MS;
  throw problem({ field }, `found "${text}"`, 'write whole days, such as 14d');
}
