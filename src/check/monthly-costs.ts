import { computeCostMicros, DAY_MS, HOUR_MS, QUARTER_CU_MS_PER_CU_HOUR } from '../facts/index.ts';
import type { Simulation } from '../simulator/index.ts';
import { usageCurveOf, usedBetween } from './usage-curve.ts';

/** A calendar month in UTC. */
interface Month {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The compute cost of a replay in a month, in millionths. */
export interface MonthlyCost {
  readonly micros: number;
  /** The share of the month that was replayed. The rest is assumed to be like it. */
  readonly known: number;
}

/** The least part of a month from which its cost is projected. */
const LEAST_KNOWN_MS = DAY_MS;

/** Returns the cost of each month. Null if less than a day of the month was replayed. */
export function monthlyCosts(simulation: Simulation, months: readonly Month[]): (MonthlyCost | null)[] {
  const { startMs, horizonMs, prices, plan } = simulation;
  const curve = usageCurveOf(simulation);
  return months.map((month) => {
    const fromMs = Math.max(startMs, month.fromMs);
    const untilMs = Math.min(startMs + horizonMs, month.untilMs);
    if (untilMs - fromMs < LEAST_KNOWN_MS) return null;
    const known = (untilMs - fromMs) / (month.untilMs - month.fromMs);
    const cuHours = usedBetween(curve, 'cuMs', fromMs, untilMs) / known / HOUR_MS;
    const quarterCuMs = Math.round(cuHours * QUARTER_CU_MS_PER_CU_HOUR);
    return { micros: computeCostMicros(quarterCuMs, prices.computeMicrosPerCuHour[plan]), known };
  });
}
