import {
  ASSUMPTION_NAMES,
  asKnown,
  type Configuration,
  changed,
  evaluate,
  grownSimulation,
  type Objectives,
  unknownAssumptions,
} from '../../src/planner/index.ts';
import { keeps } from '../../src/planner/objectives/objectives.ts';
import type { Simulation } from '../../src/simulator/index.ts';

/**
 * Each run by itself: it meets all objectives as asked, with its headroom, and at both ends of what nobody has told.
 */
export function keepsUnderAll(
  simulation: Simulation,
  configuration: Configuration,
  objectives: Objectives,
): boolean {
  const grown = grownSimulation(simulation, 1 + (objectives.headroom ?? 0));
  return (
    keeps(evaluate(simulation, configuration), objectives) &&
    keeps(evaluate(grown, configuration), { ...objectives, budget: null, quota: null }) &&
    unknownAssumptions(simulation).every((assumption) =>
      (['low', 'high'] as const).every((end) => {
        const other = changed(simulation, { assumption, end });
        return other === null || keeps(evaluate(other, configuration), objectives);
      }),
    )
  );
}

/** The same simulation where somebody has told all of it, so that nothing is tried at both ends. */
export function allTold(simulation: Simulation): Simulation {
  return ASSUMPTION_NAMES.reduce(asKnown, simulation);
}
