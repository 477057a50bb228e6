import type { Simulation } from '../../../engine/index.ts';
import { DAY_MS } from '../../../facts/index.ts';
import { type PastWindow, type WindowDays, windowsOf } from '../../../planner/index.ts';
import { problem } from '../../../problem/index.ts';
import { parseDuration } from '../../../scenario/index.ts';
import { nameOf } from '../../input.ts';

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

/** The windows of one database; of one that is too short it says which span would do. */
export function windowsIn(simulation: Simulation, days: WindowDays, file: string): PastWindow[] {
  const windows = windowsOf(simulation, days);
  if (windows.length > 0) return windows;
  const { planned, judged } = days;
  const whole = windowsOf(simulation, { planned: 0, judged: 1, step: 1 }).length;
  const shorter = Math.max(1, Math.floor(whole / 3));
  throw problem(
    { file: nameOf(file), field: '--window, --judge' },
    `it has ${daysWords(whole)} from midnight to midnight (${simulation.zone.name}), and ${planned} to plan on with ${judged} to judge on take ${planned + judged}`,
    whole < 2
      ? `give ${planned + judged} days or more`
      : `give ${planned + judged} days or more, or write --window ${whole - shorter}d --judge ${shorter}d`,
  );
}

function daysOf(field: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= DAY_MS && ms % DAY_MS === 0) return ms / DAY_MS;
  throw problem({ field }, `found "${text}"`, 'write whole days, such as 14d');
}

function daysWords(count: number): string {
  return count === 1 ? '1 whole day' : `${count} whole days`;
}
