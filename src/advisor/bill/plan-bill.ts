import { MICROS } from '../../facts/index.ts';
import {
  billedMonthMs,
  type Judged,
  type KnownUse,
  type Plan,
  type PlanQuestion,
  withConfiguration,
} from '../../planner/index.ts';
import type { BillAnswer, ComputeMonthOfBill } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';
import { billBeside } from './bill-beside.ts';

/** The use beside compute that records and the question state. */
export type AskedUse = Omit<KnownUse, 'stated'>;

/** The bill of a month before and after a plan. Null if nothing but compute is known. */
export async function planBill(
  { current, recommendation }: Plan,
  { simulation, objectives }: PlanQuestion,
  scenario: Scenario,
  asked: AskedUse,
  asking: Asking,
): Promise<BillAnswer | null> {
  const judged = recommendation ?? current;
  const lived = judged === null ? simulation : withConfiguration(simulation, judged.configuration);
  const bill = await billBeside({ ...asked, stated: scenario.use }, lived, asking);
  if (bill === null) return null;
  return {
    ...bill,
    before: current && computeMonth(current, simulation),
    after: recommendation && computeMonth(recommendation, simulation),
    passThrough: scenario.passThrough,
    isJudged: objectives.quota !== null,
  };
}

function computeMonth({ outcome }: Judged, simulation: Simulation): ComputeMonthOfBill {
  return {
    cuHours: (outcome.cuHours * billedMonthMs(simulation)) / simulation.horizonMs,
    micros: Math.round(outcome.costPerMonth * MICROS),
  };
}
