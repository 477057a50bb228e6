import {
  type ActivityOverTime,
  allStated,
  type KnownUse,
  meteredActivity,
  type ProjectBill,
  projectBill,
  repeatable,
} from '../../planner/index.ts';
import { Run, type RunResult, resultOf, type Simulation } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';

/**
 * Finds the bill of a project beside its compute. Null if nothing but compute is known.
 *
 * @param simulation the demand under the configuration that the bill is for
 * @param ran when all demand of the simulation was active; null if it has not run yet
 */
export async function billBeside(
  known: KnownUse,
  simulation: Simulation,
  asking: Asking,
  ran: ActivityOverTime | null = null,
): Promise<ProjectBill | null> {
  const { facts, plan, prices, startMs } = simulation;
  const billWith = (activity: ActivityOverTime | null) =>
    projectBill(known, { facts, plan, prices }, startMs, activity);
  const bill = billWith(null);
  const isSuspended = bill?.quotas.some(
    ({ quota, passedAtMs }) => quota === 'transfer' && passedAtMs !== null,
  );
  if (!isSuspended) return bill;
  // Only a project that is suspended needs the hours of its transfer.
  const { transferBy } = allStated(known);
  const demands = simulation.computes.reduce((count, { demand }) => count + demand.length, 0);
  const ofAll = transferBy.length === 0 || demands === 1;
  return billWith(
    (transferBy.length === 0 ? meteredActivity(known.metered) : null) ??
      (ofAll ? ran : null) ??
      (await activityOf(simulation, transferBy, asking)),
  );
}

/** A project transfers when its demand uses processors: each named demand in its own hours. */
async function activityOf(
  simulation: Simulation,
  transferBy: ReturnType<typeof allStated>['transferBy'],
  asking: Asking,
): Promise<ActivityOverTime | null> {
  if (transferBy.length === 0) return usedOver(simulation, asking);
  const parts: ActivityOverTime[] = [];
  for (const { demand, bytes } of transferBy) {
    const part = await usedOver(withOnly(simulation, demand), asking);
    if (part === null) return null;
    const total = part.weights.reduce((sum, weight) => sum + weight, 0);
    const even = bytes / part.weights.length;
    parts.push({
      ...part,
      weights: part.weights.map((weight) => (total === 0 ? even : (weight / total) * bytes)),
    });
  }
  const [first, ...others] = parts;
  return (
    (first && {
      ...first,
      weights: first.weights.map((weight, i) =>
        others.reduce((sum, { weights }) => sum + (weights[i] ?? 0), weight),
      ),
    }) ??
    null
  );
}

function withOnly(simulation: Simulation, name: string): Simulation {
  return {
    ...simulation,
    computes: simulation.computes.map((compute) => ({
      ...compute,
      demand: compute.demand.filter((one) => one.name === name),
    })),
  };
}

/** Runs a simulation to see when it is active. Null if the question was aborted. */
async function usedOver(simulation: Simulation, asking: Asking): Promise<ActivityOverTime | null> {
  await asking.pause();
  if (asking.signal.aborted) return null;
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  return activityOfRun(resultOf(run), simulation);
}

/** When all computes of a run were active together. Null if there are none. */
export function activityOfRun(
  { computes }: Pick<RunResult, 'computes'>,
  { startMs }: Pick<Simulation, 'startMs'>,
): ActivityOverTime | null {
  const [first, ...others] = computes.map(({ timeSeries }) => timeSeries);
  if (first === undefined) return null;
  return repeatable({
    startMs,
    stepMs: first.stepMs,
    weights: first.usedVcpu.map((vcpu, i) =>
      others.reduce((sum, { usedVcpu }) => sum + (usedVcpu[i] ?? 0), vcpu),
    ),
  });
}
