import type { Simulation } from '../../simulator/index.ts';
import { grown } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import type { AssumptionName } from '../sensitivity/assumptions.ts';
import { type AssumptionChange, changed } from '../sensitivity/change.ts';
import type { Work } from './search.ts';

/** What is otherwise than in the question, one after the other. Plain data. */
export type Conditions = readonly Condition[];

/** Demand that has grown to so many times itself, or an assumption that is told to be at an end of its range. */
export type Condition = { readonly grow: number } | AssumptionChange;

export const AS_ASKED: Conditions = [];

/** Work on the same question under conditions. */
export type WorkUnder = (conditions: Conditions) => Work;

export function underConditions(simulation: Simulation, conditions: Conditions): Simulation {
  return conditions.reduce(
    (before, one) => ('grow' in one ? grownSimulation(before, one.grow) : (changed(before, one) ?? before)),
    simulation,
  );
}

/** Demand that is so many times that of the question. */
export function grownBy(factor: number): Conditions {
  return factor === 1 ? AS_ASKED : [{ grow: factor }];
}

/** The same compute with more customers of the same kind, or fewer. */
export function grownSimulation(simulation: Simulation, factor: number): Simulation {
  if (factor === 1) return simulation;
  const compute = onlyCompute(simulation);
  return {
    ...simulation,
    computes: [{ ...compute, demand: compute.demand.map((one) => grown(one, factor)) }],
  };
}

/**
 * The same conditions in an order that is the same for all that make the same simulation. What is assumed of the compute
 * and not of a load changes nothing that other conditions change, so it comes last and by name.
 */
export function inOneOrder(conditions: Conditions): Conditions {
  const [ofCompute, others] = [conditions.filter(isOfCompute), conditions.filter((one) => !isOfCompute(one))];
  return [...others, ...ofCompute.sort((one, other) => (one.assumption < other.assumption ? -1 : 1))];
}

function isOfCompute(one: Condition): one is AssumptionChange {
  return 'assumption' in one && OF_COMPUTE.has(one.assumption);
}

const OF_COMPUTE: ReadonlySet<AssumptionName> = new Set(['start', 'burst', 'skew', 'price']);

/** The same for equal conditions, and for no others. */
export function keyOfConditions(conditions: Conditions): string {
  return conditions.map((one) => ('grow' in one ? one.grow : `${one.assumption} ${one.end}`)).join(', ');
}
