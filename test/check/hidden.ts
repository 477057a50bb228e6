import { actualWithin, type Check, checkOf } from '../../src/check/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import type { ComputePlan, Simulation } from '../../src/simulator/index.ts';
import { type Random, randomStream } from '../../src/workload/index.ts';
import { asking, historyOf, KINDS, sleeps, weeks } from './histories.ts';

export const HIDDEN = ['timeout', 'poller', 'shift'] as const;
/** Changes reality in a way that the trace and the stated configurations do not show. */
function hidden(simulation: Simulation, kind: (typeof HIDDEN)[number], random: Random): Simulation {
  const [compute] = simulation.computes as [ComputePlan];
  const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const otherwise = (change: Partial<ComputePlan>): Simulation => ({
    ...simulation,
    seed: 99,
    computes: [{ ...compute, ...change }],
  });
  if (kind === 'timeout')
    return otherwise({ suspendAfterMs: one([1, 2, 7, 10, 15, 25, 30, 60, 120]) * MINUTE_MS });
  if (kind === 'poller') {
    const everyMs = one([1, 4, 7, 9, 10, 15, 30, 60, 180, 360, 1440]) * MINUTE_MS;
    return otherwise({ demand: [...compute.demand, asking(everyMs, Math.floor(random() * everyMs))] });
  }
  const aheadMs = one([-8, -5, -3, -2, -1, 1, 2, 3, 5.5, 8]) * HOUR_MS;
  return otherwise({
    demand: compute.demand.map((load) =>
      load.kind === 'load' && load.vcpu.kind === 'samples'
        ? { ...load, vcpu: { ...load.vcpu, atMs: load.vcpu.atMs - aheadMs } }
        : load,
    ),
  });
}

/** How many cases have their hidden cause named first, and then a total within 2%. */
export async function recovered(cases: number): Promise<{ readonly named: number; readonly total: number }> {
  let [named, total] = [0, 0];
  for (let i = 0; i < cases; i++) {
    const random = randomStream(7, `hidden ${i}`);
    const simulation = weeks(i);
    const kind = HIDDEN[i % 3] as (typeof HIDDEN)[number];
    const all = KINDS[Math.floor(i / 3) % 3] as (typeof KINDS)[number];
    const happened = hidden(simulation, kind, random);
    // A compute that never sleeps has no operations.
    const form = all === 'operations' && !sleeps(happened) ? 'consumption' : all;
    const untilMs = simulation.startMs + simulation.horizonMs;
    const actual = actualWithin(historyOf(happened, form), simulation.startMs, untilMs);
    const check = (await checkOf(
      { simulation, actual, otherDemands: [], use: { stated: null, metered: [] }, billed: null },
      async () => false,
    )) as Check;
    const [first] = check.causes;
    if (first?.hypothesis.kind === kind) named++;
    if (Math.abs(first?.error ?? 1) <= 0.02) total++;
  }
  return { named, total };
}
