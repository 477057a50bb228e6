import { HOUR_MS, QUARTERS_PER_CU } from '../facts/index.ts';
import { type Configuration, costPerMonth, withConfiguration } from '../planner/index.ts';
import type { Simulation } from '../simulator/index.ts';
import type { Actual } from './actual.ts';
import { fitOf } from './fit.ts';
import { usageCurveOf } from './usage-curve.ts';

/** A change and the monthly costs that a plan expected before and after it. */
export interface ExpectedSaving {
  readonly before: { readonly configuration: Configuration; readonly perMonth: number };
  readonly after: { readonly configuration: Configuration; readonly perMonth: number };
}

/** The saving of a change since it was made. */
export interface Saving {
  readonly expected: ExpectedSaving;
  /** The cost of the previous configuration under the demand that came, by a replay. */
  readonly before: { readonly cuHours: number; readonly perMonth: number };
  /** The metered amount. */
  readonly after: { readonly cuHours: number; readonly perMonth: number };
  /** Actual saving divided by expected saving. */
  readonly share: number;
}

/** Compares costs of the same demand, because the demand that came may differ from the demand of the plan. */
export function savingOf(simulation: Simulation, actual: Actual, expected: ExpectedSaving): Saving {
  const { predicted, actual: metered } = fitOf(
    usageCurveOf(withConfiguration(simulation, expected.before.configuration)),
    actual,
  );
  const ms = actual.spans.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
  const usageOf = (cuMs: number) => ({
    cuHours: cuMs / HOUR_MS,
    perMonth: costPerMonth(simulation, { quarterCuMs: cuMs * QUARTERS_PER_CU, ms }),
  });
  const [before, after] = [usageOf(predicted), usageOf(metered)];
  const saved = before.perMonth - after.perMonth;
  return { expected, before, after, share: saved / (expected.before.perMonth - expected.after.perMonth) };
}
