import type { Simulation } from '../engine/index.ts';
import { grownSimulation } from './grown-simulation.ts';
import type { Work } from './search.ts';
import { type Change, changed } from './sensitivity/change.ts';

/** What is otherwise than in the question, one after the other. Plain data. */
export type Conditions = readonly Condition[];

/** Demand that has grown to so many times itself, or an assumption that is told to be at an end of its range. */
export type Condition = { readonly grow: number } | Change;

export const AS_ASKED: Conditions = [];

/** Work on the same question under conditions. */
export type WorkUnder = (conditions: Conditions) => Work;

export function underConditions(simulation: Simulation, conditions: Conditions): Simulation {
  return conditions.reduce(
    (before, one) => ('grow' in one ? grownSimulation(before, one.grow) : (changed(before, one) ?? before)),
    simulation,
  );
}

/** The same for equal conditions, and for no others. */
export function keyOfConditions(conditions: Conditions): string {
  return conditions.map((one) => ('grow' in one ? one.grow : `${one.assumption} ${one.end}`)).join(', ');
}
