import { HOUR_MS, QUARTERS_PER_CU } from '../facts/index.ts';
import { type Configuration, costPerMonth, withConfiguration } from '../planner/index.ts';
import type { Simulation } from '../simulator/index.ts';
import type { Actual } from './actual.ts';
import { curveOf } from './curve.ts';
import { fitOf } from './fit.ts';

/** A change that a plan expected a saving of, in amounts a month. */
export interface ExpectedSaving {
  readonly before: { readonly configuration: Configuration; readonly perMonth: number };
  readonly after: { readonly configuration: Configuration; readonly perMonth: number };
}

/** What a change has come to since. */
export interface Saving {
  readonly expected: ExpectedSaving;
  /** What the configuration before would have come to under the demand that came; by a replay. */
  readonly before: { readonly cuHours: number; readonly perMonth: number };
  /** What was metered. */
  readonly after: { readonly cuHours: number; readonly perMonth: number };
  /** Saved of what was expected to be saved. */
  readonly share: number;
}

/** Expected against real, of the same demand: what came may be more or less than what was planned for. */
export function savingOf(simulation: Simulation, actual: Actual, expected: ExpectedSaving): Saving {
  const { predicted, actual: metered } = fitOf(
    curveOf(withConfiguration(simulation, expected.before.configuration)),
    actual,
  );
  const ms = actual.spans.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
  const come = (cuMs: number) => ({
    cuHours: cuMs / HOUR_MS,
    perMonth: costPerMonth(simulation, { quarterCuMs: cuMs * QUARTERS_PER_CU, ms }),
  });
  const [before, after] = [come(predicted), come(metered)];
  const saved = before.perMonth - after.perMonth;
  return { expected, before, after, share: saved / (expected.before.perMonth - expected.after.perMonth) };
}
