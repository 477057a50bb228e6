import {
  computeCostMicros,
  HOUR_MS,
  MICROS,
  QUARTER_CU_MS_PER_CU_HOUR,
  QUOTED_MONTH_HOURS,
} from '../../facts/index.ts';
import { type ComputePlan, Run, type Simulation } from '../../simulator/index.ts';
import { type Advance, undisturbed } from './activity.ts';

export interface TimeAwakeCost {
  readonly cuHours: number;
  readonly costPerMonth: number;
}

/** A timeout that the engine can run, and how long it keeps the compute awake. */
interface FixedPoint {
  readonly suspendAfterMs: number | null;
  readonly awakeMs: number;
}

/**
 * The cost of being awake for so long. At a timeout, it is the cost of the engine's run with that timeout.
 * Between two timeouts it is interpolated, since the service sells no such policy and the engine cannot run
 * one.
 */
export async function costOfAwake(
  simulation: Simulation,
  compute: ComputePlan,
  timeouts: readonly FixedPoint[],
  advance: Advance,
): Promise<(awakeMs: number) => TimeAwakeCost> {
  const { horizonMs, prices, plan } = simulation;
  const points: Point[] = [];
  for (const { suspendAfterMs, awakeMs } of timeouts) {
    const run = new Run(undisturbed(simulation, { ...compute, suspendAfterMs }), null, 'sums');
    await advance(run);
    const [only] = run.computes as [Run['computes'][number]];
    points.push({ awakeMs, quarterCuMs: only.meter.quarterCuMsAt(horizonMs) });
  }
  points.sort((one, other) => one.awakeMs - other.awakeMs);
  return (awakeMs) => {
    const above = points.find((point) => point.awakeMs >= awakeMs) ?? points.at(-1);
    const below = points.findLast((point) => point.awakeMs <= awakeMs) ?? points[0];
    const quarterCuMs = above === undefined || below === undefined ? 0 : between(below, above, awakeMs);
    const micros = computeCostMicros(quarterCuMs, prices.computeMicrosPerCuHour[plan]);
    return {
      cuHours: quarterCuMs / QUARTER_CU_MS_PER_CU_HOUR,
      costPerMonth: Math.round((micros * QUOTED_MONTH_HOURS * HOUR_MS) / horizonMs) / MICROS,
    };
  };
}

interface Point {
  readonly awakeMs: number;
  readonly quarterCuMs: number;
}

function between(below: Point, above: Point, awakeMs: number): number {
  if (above.awakeMs === below.awakeMs) return below.quarterCuMs;
  const share = (awakeMs - below.awakeMs) / (above.awakeMs - below.awakeMs);
  return Math.round(below.quarterCuMs + share * (above.quarterCuMs - below.quarterCuMs));
}
