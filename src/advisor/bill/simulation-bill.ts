import { MICROS } from '../../facts/index.ts';
import { billedMonthMs, type KnownUse } from '../../planner/index.ts';
import type { BillAnswer } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { RunResult } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';
import { activityOfRun, billBeside } from './bill-beside.ts';

/** The bill of a month of what was simulated. Null if nothing but compute is known. */
export async function simulationBill(
  { simulation, use, passThrough }: Scenario,
  result: RunResult,
  asked: KnownUse['asked'],
  asking: Asking,
): Promise<BillAnswer | null> {
  const ran = activityOfRun(result, simulation);
  const bill = await billBeside({ stated: use, metered: [], asked }, simulation, asking, ran);
  const { totals } = result;
  if (bill === null) return null;
  const after = {
    cuHours: (totals.cuHours * billedMonthMs(simulation)) / simulation.horizonMs,
    micros: Math.round(totals.costPerMonth * MICROS),
  };
  return { ...bill, before: null, after, passThrough, isJudged: false };
}
