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
 * Whether a configuration meets all objectives, by runs of their own: with the demand as it is, with the
 * headroom objective, and at both ends of each assumption that nobody has stated.
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

/** The same simulation with all assumptions stated, so that none is tried at both ends. */
export function allTold(simulation: Simulation): Simulation {
  return ASSUMPTION_NAMES.reduce(asKnown, simulation);
}
