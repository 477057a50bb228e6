import { limitsOf } from '../../compute/index.ts';
import { QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Configuration, isResized, onlyCompute, plannedSizes } from '../configurations/configuration.ts';
import { sharesRoutes } from '../configurations/connection-paths.ts';
import { costPerMonth, type Outcome } from '../objectives/outcome.ts';

/**
 * The outcome of the same clients on another connection path. Null if it may differ: a connection was refused or
 * waited for the pooler, or the paths hold connections for different times, which may have an effect.
 *
 * @param isUnhindered no connection was refused or waited for the pooler
 */
export function reroutedOutcome(
  simulation: Simulation,
  { route: from, size }: Configuration,
  to: Configuration,
  outcome: Outcome,
  isUnhindered: boolean,
): Outcome | null {
  if (from === to.route) return outcome;
  // The run does not say which connections would use the pooler with mixed paths.
  if (!isUnhindered || to.route === 'mixed') return null;
  if (![size, to.size].every((one) => sharesRoutes(simulation, one))) return null;
  if (to.route === 'direct') return { ...outcome, peakPooled: 0 };
  // Connections of a replication are always direct, and the peak counts them too.
  if (onlyCompute(simulation).demand.some(({ kind }) => kind === 'replication')) return null;
  const hasRoom = [to.size, ...plannedSizes(simulation)].every((one) => {
    const { poolSize, pooledClients } = limitsOf(one, simulation);
    return outcome.peakOwnConnections <= Math.min(poolSize, pooledClients);
  });
  return hasRoom ? { ...outcome, peakPooled: outcome.peakOwnConnections } : null;
}

/**
 * The outcome of a configuration with another maximum than the one that was run; null if it may differ. The
 * autoscaler goes up to the size that it wants at once. So if the maximum was never reached, the compute
 * wanted no more, and the maximum made no difference. The limits that follow from the maximum make no
 * difference either, as long as the usage fits both. A fixed size counts as a range with equal ends.
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
  // After a planned resize both have the same size, so only the peak before it matters.
  if (outcome.peakBeforeResizeCu > told.size.maxCu) return null;
  return withinLimits(simulation, run, told, outcome, isUnhindered);
}

/**
 * The outcome of a configuration with a larger minimum, if the run differs from that of the smaller one only
 * in the metered CU-time; null if it may differ in more.
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

/** Returns the outcome if the usage fits the limits of both configurations, and null otherwise. */
function withinLimits(
  simulation: Simulation,
  run: Configuration,
  told: Configuration,
  outcome: Outcome,
  isUnhindered: boolean,
): Outcome | null {
  const [one, other] = [run, told].map(({ size }) => limitsOf(size, simulation)) as [Limits, Limits];
  // A higher limit would admit connections that the lower one refused or kept waiting.
  const isHigher = other.clientConnections > one.clientConnections || other.poolSize > one.poolSize;
  if (isHigher && !isUnhindered) return null;
  const isWithin =
    (one.clientConnections === other.clientConnections ||
      outcome.peakConnections <= Math.min(one.clientConnections, other.clientConnections)) &&
    (one.poolSize === other.poolSize || outcome.peakPooled <= Math.min(one.poolSize, other.poolSize)) &&
    (one.diskBytes === other.diskBytes || outcome.peakDiskBytes < Math.min(one.diskBytes, other.diskBytes));
  if (!isWithin) return null;
  // After a planned resize, the free share refers to the disk of the new size.
  const isShareKnown = one.diskBytes === other.diskBytes || outcome.peakDiskBytes === 0;
  if (isResized(simulation)) return isShareKnown ? outcome : null;
  return { ...outcome, diskFreeShare: 1 - outcome.peakDiskBytes / other.diskBytes };
}

type Limits = ReturnType<typeof limitsOf>;
