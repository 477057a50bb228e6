import type { Simulation } from '../../src/engine/index.ts';
import {
  ASSUMPTION_NAMES,
  asKnown,
  changed,
  evaluate,
  grownSimulation,
  type Promises,
  type Setting,
  unknownAssumptions,
} from '../../src/planner/index.ts';
import { keeps } from '../../src/planner/promises/promises.ts';

/** Each run by itself: it keeps all promises as asked, with its headroom, and at both ends of what nobody has told. */
export function keepsUnderAll(simulation: Simulation, setting: Setting, promises: Promises): boolean {
  const grown = grownSimulation(simulation, 1 + (promises.headroom ?? 0));
  return (
    keeps(evaluate(simulation, setting), promises) &&
    keeps(evaluate(grown, setting), { ...promises, budget: null, quota: null }) &&
    unknownAssumptions(simulation).every((assumption) =>
      (['low', 'high'] as const).every((end) => {
        const other = changed(simulation, { assumption, end });
        return other === null || keeps(evaluate(other, setting), promises);
      }),
    )
  );
}

/** The same simulation where somebody has told all of it, so that nothing is tried at both ends. */
export function allTold(simulation: Simulation): Simulation {
  return ASSUMPTION_NAMES.reduce(asKnown, simulation);
}
