import { constant } from '../../compute/index.ts';
import { type ComputePlan, Run, type Simulation } from '../../simulator/index.ts';
import { type ActiveStretch, PAUSE_MS } from './policy.ts';

/** Takes a run to its end, in whatever parts: whoever waits may look at the world outside in between. */
export type Advance = (run: Run) => Promise<void>;

/**
 * When somebody wants something of a compute, as the engine tells it of one that sleeps after the shortest pause and
 * wakes in no time: loads with what they have queued, jobs for as long as they run, and clients who come when they are
 * answered. That the compute is created is no activity. Neither a quota nor anything that is done to the compute is
 * heeded.
 */
export async function activityOf(
  simulation: Simulation,
  compute: ComputePlan,
  advance: Advance,
): Promise<ActiveStretch[]> {
  const life = {
    ...simulation.assumptions.life,
    idleCheckMs: 0,
    startTime: constant(0),
    suspendTime: constant(0),
  };
  const found: ActiveStretch[] = [];
  let fromMs: number | null = 0;
  const run = new Run(
    {
      ...undisturbed(simulation, { ...compute, suspendAfterMs: PAUSE_MS }),
      assumptions: { ...simulation.assumptions, life: { ...life, startFailureShare: 0 } },
    },
    ({ kind, atMs }) => {
      if (kind === 'wake') fromMs = atMs;
      if (kind !== 'suspend' || fromMs === null) return;
      found.push({ fromMs, untilMs: atMs - PAUSE_MS });
      fromMs = null;
    },
  );
  await advance(run);
  if (fromMs !== null) found.push({ fromMs, untilMs: simulation.horizonMs });
  const [first] = found;
  return first?.untilMs === 0 ? found.slice(1) : found;
}

/** One compute that its demand alone wakes, and inactivity alone puts to sleep. */
export function undisturbed(simulation: Simulation, compute: ComputePlan): Simulation {
  const { facts } = simulation;
  const quotaCuHours = { ...facts.quotaCuHours, value: { free: null, launch: null, scale: null } };
  return {
    ...simulation,
    facts: { ...facts, quotaCuHours },
    releases: null,
    computes: [{ ...compute, changes: [] }],
  };
}
