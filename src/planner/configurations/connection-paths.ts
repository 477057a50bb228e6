import type { SizeSetting } from '../../facts/index.ts';
import { hasNoEffect, type Simulation } from '../../simulator/index.ts';
import { type ClientsDemand, type Demand, hasRoute, meanMs } from '../../workload/index.ts';
import { type Configuration, onlyCompute, plannedSizes, ROUTES } from './configuration.ts';

/**
 * Whether a run of one connection path may give the outcomes of the others, at some size at least. The path makes no
 * difference to a load. A job has one connection for the same time on each path, and so has a closed group that is alone,
 * up to idle connections. Only direct connections take CPU.
 */
export function mayShareRoutes(simulation: Simulation): boolean {
  const isFree = simulation.assumptions.connectionCpuMs === 0;
  return onlyCompute(simulation).demand.every(
    (one, _, all) =>
      !hasRoute(one) ||
      ((isFree || meanMs(one.query.cpu) === 0) &&
        (one.kind === 'jobs' ? !one.keepsConnection : onlyGroup(all) !== null)),
  );
}

/**
 * The same at one size. Idle connections of a closed group take memory if they are direct, which must have no effect.
 * A group that is alone opens a connection only while it uses all others, so it has the same peak on each path.
 */
export function sharesRoutes(simulation: Simulation, size: SizeSetting): boolean {
  if (!mayShareRoutes(simulation)) return false;
  const { demand, workingSetBytes } = onlyCompute(simulation);
  const group = onlyGroup(demand);
  if (group === null) return true;
  const { baseMemoryBytes, connectionMemoryBytes } = simulation.assumptions;
  const most = Math.min(group.count, group.pool.max);
  const bytes = baseMemoryBytes + most * (connectionMemoryBytes + group.query.memoryBytes);
  return [size, ...plannedSizes(simulation)].every((one) =>
    hasNoEffect(bytes, one, simulation, group.query.pages > 0 ? workingSetBytes : 0),
  );
}

/** A run with mixed paths gives the outcomes of the other paths, and no other run gives its outcome. */
export function routeOrder(one: Configuration['route'], other: Configuration['route']): number {
  return ROUTES.indexOf(other) - ROUTES.indexOf(one);
}

/** The closed group that is the only demand. Null if there is more demand, or another kind. */
function onlyGroup([first, ...others]: readonly Demand[]): ClientsDemand | null {
  return first?.kind === 'clients' && others.length === 0 ? first : null;
}
