import { constant } from '../../compute/index.ts';
import { type ComputePlan, Run, type Simulation } from '../../simulator/index.ts';
import { type ActiveStretch, PAUSE_MS } from './policy.ts';

/** Advances a run to its end, in any number of parts, so that the caller can do other work in between. */
export type Advance = (run: Run) => Promise<void>;

/**
 * When a compute has activity, as the engine reports it for a compute that sleeps after the shortest pause
 * and wakes at once. Loads include their queued work, jobs count while they run, and clients come back when
 * they are answered. The creation of the compute is no activity. Neither a quota nor planned changes have an
 * effect here.
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
      assumptions: {
        ...simulation.assumptions,
        life: { ...life, startFailureShare: 0, wakeAdmission: null },
      },
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

/** One compute that only its demand wakes and only inactivity suspends. */
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
