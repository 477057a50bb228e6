import type { Route } from '../../compute/index.ts';
import type { SizeSetting } from '../../facts/index.ts';
import { InvariantError } from '../../problem/index.ts';
import type { ComputePlan, ComputeTotals, RunTotals, Simulation } from '../../simulator/index.ts';
import { type Demand, hasRoute } from '../../workload/index.ts';

/** The settings that a user chooses for one compute and its clients. */
export interface Configuration {
  readonly size: SizeSetting;
  /** Null if scale to zero is off. */
  readonly suspendAfterMs: number | null;
  /**
   * How clients connect. With `mixed`, some connect directly and some through the pooler, as the scenario
   * says.
   */
  readonly route: Route | 'mixed';
}

/** The simplest path first. */
export const ROUTES: readonly Configuration['route'][] = ['direct', 'pooler', 'mixed'];

/** The configuration that a simulation of one compute has. */
export function configurationOf(simulation: Simulation): Configuration {
  const { size, suspendAfterMs, demand } = onlyCompute(simulation);
  const routes = new Set(routesOf(demand));
  return {
    size,
    suspendAfterMs,
    route: routes.size > 1 ? 'mixed' : ([...routes][0] ?? 'direct'),
  };
}

/** The same demand under another configuration. */
export function withConfiguration(
  simulation: Simulation,
  { size, suspendAfterMs, route }: Configuration,
): Simulation {
  const compute = onlyCompute(simulation);
  const demand =
    route === 'mixed'
      ? compute.demand
      : compute.demand.map((one) => (hasRoute(one) ? { ...one, route } : one));
  return { ...simulation, computes: [{ ...compute, size, suspendAfterMs, demand }] };
}

/** The connection paths that demand uses. A load has none, because metrics do not show it. */
export function routesOf(demand: readonly Demand[]): Route[] {
  return demand.flatMap((one) => (hasRoute(one) ? [one.route] : []));
}

/** Two configurations have the same key if and only if they are equal. */
export function keyOfConfiguration({ size, suspendAfterMs, route }: Configuration): string {
  return `${size.minCu} ${size.maxCu} ${suspendAfterMs} ${route}`;
}

export function sameConfiguration(one: Configuration, other: Configuration): boolean {
  return changesBetween(one, other) === 0;
}

/** How many parts differ: the size, the timeout, the connection path. */
export function changesBetween(one: Configuration, other: Configuration): number {
  const isSame = [
    one.size.minCu === other.size.minCu && one.size.maxCu === other.size.maxCu,
    one.suspendAfterMs === other.suspendAfterMs,
    one.route === other.route,
  ];
  return isSame.filter((same) => !same).length;
}

/** Whether a planned change resizes the compute during the run. */
export function isResized(simulation: Simulation): boolean {
  return plannedSizes(simulation).length > 0;
}

/** The sizes and ranges of planned changes. */
export function plannedSizes(simulation: Simulation): SizeSetting[] {
  return onlyCompute(simulation).changes.flatMap(({ change }) =>
    change.kind === 'size' ? [change.size] : [],
  );
}

export function onlyCompute({ computes }: Simulation): ComputePlan {
  const [only] = computes;
  if (computes.length !== 1 || only === undefined)
    throw new InvariantError('a plan is made for one compute at a time');
  return only;
}

/** A run of a simulation of one compute. */
export function measuredCompute({ computes }: RunTotals): ComputeTotals {
  return computes[0] as ComputeTotals;
}
