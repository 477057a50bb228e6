import { DAY_MS } from '../../facts/index.ts';
import type { WindowDays } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { parseDuration } from '../../scenario/index.ts';

/** The windows of a backtest, in whole days such as `14d`. */
export interface WindowOptions {
  /** How much of the past each plan uses; `14d` if nothing is said. */
  readonly window?: string;
  /** How long each recommendation is then judged; `7d` if nothing is said. */
  readonly judge?: string;
  /** The time from one window to the next; `7d` if nothing is said. */
  readonly step?: string;
}

export function windowDaysOf({ window = '14d', judge = '7d', step = '7d' }: WindowOptions): WindowDays {
  return {
    planned: daysOf('‹window›', window),
    judged: daysOf('‹judge›', judge),
    step: daysOf('‹step›', step),
  };
}

function daysOf(field: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= DAY_MS && ms % DAY_MS === 0) return ms / DAY_MS;
  throw problem({ field }, `found "${text}"`, 'write whole days, such as 14d');
}
