import type { Simulation } from '../engine/index.ts';
import { HOUR_MS, QUARTERS_PER_CU } from '../facts/index.ts';
import { costPerMonth, type Setting, withSetting } from '../planner/index.ts';
import type { Actual } from './actual.ts';
import { curveOf } from './curve.ts';
import { fitOf } from './fit.ts';

/** A change that a plan has promised a saving of, in amounts a month. */
export interface PromisedSaving {
  readonly before: { readonly setting: Setting; readonly perMonth: number };
  readonly after: { readonly setting: Setting; readonly perMonth: number };
}

/** What a change has come to since. */
export interface Saving {
  readonly promised: PromisedSaving;
  /** What the setting before would have come to under the demand that came; by a replay. */
  readonly before: { readonly cuHours: number; readonly perMonth: number };
  /** What was metered. */
  readonly after: { readonly cuHours: number; readonly perMonth: number };
  /** Saved of what was promised to be saved. */
  readonly share: number;
}

/** Promised against real, of the same demand: what came may be more or less than what was planned for. */
export function savingOf(simulation: Simulation, actual: Actual, promised: PromisedSaving): Saving {
  const { predicted, actual: metered } = fitOf(
    curveOf(withSetting(simulation, promised.before.setting)),
    actual,
  );
  const ms = actual.spans.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
  const come = (cuMs: number) => ({
    cuHours: cuMs / HOUR_MS,
    perMonth: costPerMonth(simulation, { quarterCuMs: cuMs * QUARTERS_PER_CU, ms }),
  });
  const [before, after] = [come(predicted), come(metered)];
  const saved = before.perMonth - after.perMonth;
  return { promised, before, after, share: saved / (promised.before.perMonth - promised.after.perMonth) };
}
