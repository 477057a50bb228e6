import type { Simulation } from '../../simulator/index.ts';
import { grown } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import type { AssumptionName } from '../sensitivity/assumptions.ts';
import { type AssumptionChange, changed } from '../sensitivity/change.ts';
import type { Work } from './search.ts';

/** Changes of the question for a run, applied one after the other. Plain data. */
export type Conditions = readonly Condition[];

/** Demand that has grown by a factor, or an assumption at an end of its range. */
export type Condition = { readonly grow: number } | AssumptionChange;

export const AS_ASKED: Conditions = [];

/** Evaluates groups of the same question under conditions. */
export type WorkUnder = (conditions: Conditions) => Work;

export function underConditions(simulation: Simulation, conditions: Conditions): Simulation {
  return conditions.reduce(underCondition, simulation);
}

function underCondition(simulation: Simulation, condition: Condition): Simulation {
  return 'grow' in condition
    ? grownSimulation(simulation, condition.grow)
    : (changed(simulation, condition) ?? simulation);
}

/**
 * Returns a function that applies conditions to a simulation, and keeps the simulations that were used last.
 * Simulations that begin with the same conditions have the same demand, if their other conditions are about the compute.
 * So their runs share draws.
 */
export function simulationsUnder(simulation: Simulation): (conditions: Conditions) => Simulation {
  const simulations = new Map<string, Simulation>();
  const under = (conditions: Conditions): Simulation => {
    const last = conditions.at(-1);
    if (last === undefined) return simulation;
    const before = under(conditions.slice(0, -1));
    const key = keyOfConditions(conditions);
    const one = simulations.get(key) ?? underCondition(before, last);
    // Not all are kept, since grown demand takes as much memory as the original.
    simulations.delete(key);
    simulations.set(key, one);
    if (simulations.size > KEPT) simulations.delete(simulations.keys().next().value as string);
    return one;
  };
  return under;
}

const KEPT = 24;

/** The condition that demand grows by a factor; no condition for a factor of 1. */
export function grownBy(factor: number): Conditions {
  return factor === 1 ? AS_ASKED : [{ grow: factor }];
}

/** The same compute with demand of `factor` times as many customers of the same kind. */
export function grownSimulation(simulation: Simulation, factor: number): Simulation {
  if (factor === 1) return simulation;
  const compute = onlyCompute(simulation);
  return {
    ...simulation,
    computes: [{ ...compute, demand: compute.demand.map((one) => grown(one, factor)) }],
  };
}

/**
 * Returns the conditions in a canonical order: the same for all orders that make the same simulation. An
 * assumption about the compute does not affect other conditions, nor they it. So these assumptions come last,
 * sorted by name.
 */
export function inOneOrder(conditions: Conditions): Conditions {
  const [ofCompute, others] = [conditions.filter(isOfCompute), conditions.filter((one) => !isOfCompute(one))];
  return [...others, ...ofCompute.sort((one, other) => (one.assumption < other.assumption ? -1 : 1))];
}

function isOfCompute(one: Condition): one is AssumptionChange {
  return 'assumption' in one && OF_COMPUTE.has(one.assumption);
}

const OF_COMPUTE: ReadonlySet<AssumptionName> = new Set([
  'start',
  'burst',
  'skew',
  'contention',
  'random-arrivals',
  'connection-cpu',
  'own-work',
  'price',
]);

/** Two lists of conditions have the same key if and only if they are equal. */
export function keyOfConditions(conditions: Conditions): string {
  return conditions.map((one) => ('grow' in one ? one.grow : `${one.assumption} ${one.end}`)).join(', ');
}
