import type { Simulation } from '../engine/index.ts';
import { QUARTERS_PER_CU } from '../facts/index.ts';
import { leastAwake } from './least-awake.ts';
import { leastWanted } from './least-wanted.ts';
import { costPerMonth } from './outcome.ts';
import type { Setting } from './setting.ts';

/** What a setting costs a month at least, where so much has been metered up to an instant of its run. */
export type CostFloor = (setting: Setting, quarterCuMs?: number, fromMs?: number) => number;

/**
 * A compute is never smaller than its minimum for as long as it must be awake, nor than what its load alone wants. It is
 * found once for a simulation.
 */
export function costFloor(simulation: Simulation): CostFloor {
  const known = FLOORS.get(simulation);
  if (known !== undefined) return known;
  const awakeMs = leastAwake(simulation);
  const wanted = leastWanted(simulation);
  const floor: CostFloor = (setting, quarterCuMs = 0, fromMs = 0) => {
    const aheadMs = Math.floor(awakeMs(setting, fromMs));
    // Where nothing is known of the time awake, nothing is of what is wanted meanwhile.
    const above = aheadMs === 0 ? 0 : wanted(setting, fromMs);
    return costPerMonth(simulation, {
      quarterCuMs: quarterCuMs + setting.size.minCu * QUARTERS_PER_CU * aheadMs + above,
      ms: simulation.horizonMs,
    });
  };
  FLOORS.set(simulation, floor);
  return floor;
}

const FLOORS = new WeakMap<Simulation, CostFloor>();
