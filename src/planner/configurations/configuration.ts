import type { Route } from '../../compute/index.ts';
import type { SizeSetting } from '../../facts/index.ts';
import { InvariantError } from '../../problem/index.ts';
import type { ComputePlan, ComputeTotals, RunTotals, Simulation } from '../../simulator/index.ts';
import type { Demand } from '../../workload/index.ts';

/** What a person can choose for one compute and its clients. */
export interface Configuration {
  readonly size: SizeSetting;
  /** null: scale to zero is off. */
  readonly suspendAfterMs: number | null;
  /** How clients come in; mixed: some of them so and some so, as the scenario says. */
  readonly route: Route | 'mixed';
}

/** The simplest first. */
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
      : compute.demand.map((one) => (one.kind === 'load' ? one : { ...one, route }));
  return { ...simulation, computes: [{ ...compute, size, suspendAfterMs, demand }] };
}

/** The ways in that demand takes; a load has none, for metrics do not tell. */
export function routesOf(demand: readonly Demand[]): Route[] {
  return demand.flatMap((one) => (one.kind === 'load' ? [] : [one.route]));
}

/** The same for equal configurations, and for no others. */
export function keyOfConfiguration({ size, suspendAfterMs, route }: Configuration): string {
  return `${size.minCu} ${size.maxCu} ${suspendAfterMs} ${route}`;
}

export function sameConfiguration(one: Configuration, other: Configuration): boolean {
  return changesBetween(one, other) === 0;
}

/** How many of its parts are not the same: the size, the timeout, the way in. */
export function changesBetween(one: Configuration, other: Configuration): number {
  const isSame = [
    one.size.minCu === other.size.minCu && one.size.maxCu === other.size.maxCu,
    one.suspendAfterMs === other.suspendAfterMs,
    one.route === other.route,
  ];
  return isSame.filter((same) => !same).length;
}

/** Somebody changes its size as it runs. */
export function isResized(simulation: Simulation): boolean {
  return onlyCompute(simulation).changes.some(({ change }) => change.kind === 'size');
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
