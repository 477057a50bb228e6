import { limitsOf } from '../../compute/index.ts';
import { QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { sharesRoutes } from '../configurations/candidates.ts';
import { type Configuration, isResized } from '../configurations/configuration.ts';
import { costPerMonth, type Outcome } from '../objectives/outcome.ts';

/**
 * The outcome of jobs that come by another route; null if that may be another. If no connection was refused and none
 * waited for the pooler, a job holds one connection to Postgres for as long on either route.
 *
 * @param isUnhindered no connection was refused or waited for the pooler
 */
export function reroutedOutcome(
  simulation: Simulation,
  { route: from }: Pick<Configuration, 'route'>,
  to: Configuration,
  outcome: Outcome,
  isUnhindered: boolean,
): Outcome | null {
  if (from === to.route) return outcome;
  // Which of the connections would be those of mixed routes is not known.
  if (!isUnhindered || to.route === 'mixed' || !sharesRoutes(simulation)) return null;
  if (to.route === 'direct') return { ...outcome, peakPooled: 0 };
  const { poolSize, pooledClients } = limitsOf(to.size, simulation);
  if (isResized(simulation) || outcome.peakOwnConnections > Math.min(poolSize, pooledClients)) return null;
  return { ...outcome, peakPooled: outcome.peakOwnConnections };
}

/**
 * The outcome of a configuration with another maximum than the one that was run; null if it may differ. A maximum that
 * was never reached made no difference: the autoscaler goes up to the size that it wants at once, so it never wanted
 * more. The limits that follow from the maximum make none either, as long as the use fits both. A fixed size is a range
 * that ends where it begins.
 *
 * @param isUnhindered no connection was refused or waited for the pooler
 */
export function sharedOutcome(
  simulation: Simulation,
  run: Configuration,
  told: Configuration,
  outcome: Outcome,
  isUnhindered: boolean,
): Outcome | null {
  // After a planned change of the size both have the same.
  if (outcome.peakBeforeResizeCu > told.size.maxCu) return null;
  return withinLimits(simulation, run, told, outcome, isUnhindered);
}

/**
 * The outcome of a configuration as the run of one with a smaller minimum tells it, where nothing but what is metered
 * is otherwise; null where it does not.
 */
export function raisedOutcome(
  simulation: Simulation,
  smaller: Configuration,
  larger: Configuration,
  outcome: Outcome,
  quarterCuMs: number,
  isUnhindered: boolean,
): Outcome | null {
  const same = withinLimits(simulation, smaller, larger, outcome, isUnhindered);
  return (
    same && {
      ...same,
      cuHours: quarterCuMs / QUARTER_CU_MS_PER_CU_HOUR,
      costPerMonth: costPerMonth(simulation, { quarterCuMs, ms: simulation.horizonMs }),
      peakCu: Math.max(same.peakCu, larger.size.minCu),
      peakBeforeResizeCu: Math.max(same.peakBeforeResizeCu, larger.size.minCu),
    }
  );
}

/** The same outcome where what was used fits the limits of both configurations. */
function withinLimits(
  simulation: Simulation,
  run: Configuration,
  told: Configuration,
  outcome: Outcome,
  isUnhindered: boolean,
): Outcome | null {
  const [one, other] = [run, told].map(({ size }) => limitsOf(size, simulation)) as [Limits, Limits];
  // Where one limit held something back, a higher one would not.
  const isHigher = other.clientConnections > one.clientConnections || other.poolSize > one.poolSize;
  if (isHigher && !isUnhindered) return null;
  const isWithin =
    (one.clientConnections === other.clientConnections ||
      outcome.peakConnections <= Math.min(one.clientConnections, other.clientConnections)) &&
    (one.poolSize === other.poolSize || outcome.peakPooled <= Math.min(one.poolSize, other.poolSize)) &&
    (one.diskBytes === other.diskBytes || outcome.peakDiskBytes < Math.min(one.diskBytes, other.diskBytes));
  if (!isWithin) return null;
  // Where the size is changed, the share is of what the change gives.
  const isShareKnown = one.diskBytes === other.diskBytes || outcome.peakDiskBytes === 0;
  if (isResized(simulation)) return isShareKnown ? outcome : null;
  return { ...outcome, diskFreeShare: 1 - outcome.peakDiskBytes / other.diskBytes };
}

type Limits = ReturnType<typeof limitsOf>;
