import type { Simulation } from '../../simulator/index.ts';
import { type Configuration, onlyCompute } from '../configurations/configuration.ts';
import { costPerMonth } from '../objectives/outcome.ts';
import { type LeastAwake, leastAwake, leastAwakeOf } from './least-awake.ts';
import { leastMetered } from './least-metered.ts';
import { leastWanted } from './least-wanted.ts';

/**
 * A lower bound of the monthly cost of a configuration, given the CU-time metered up to an instant of its
 * run.
 */
type CostFloor = (configuration: Configuration, quarterCuMs?: number, fromMs?: number) => number;

/**
 * The size of a compute is at least its minimum while it must be awake, and at least the size that its load
 * alone wants. Computed once per simulation.
 */
export function costFloor(simulation: Simulation): CostFloor {
  const known = FLOORS.get(simulation);
  const floor = known ?? floorBy(simulation, leastAwakeOf(simulation));
  FLOORS.set(simulation, floor);
  return floor;
}

/**
 * A search orders groups by this floor, and the order decides which runners-up an answer names. So a tighter
 * bound shortens runs, but must not change this order.
 */
export function orderingFloor(simulation: Simulation): CostFloor {
  const { changes, demand } = onlyCompute(simulation);
  const isAsRough = changes.length === 0 && demand.every(({ kind }) => kind !== 'clients');
  return isAsRough ? costFloor(simulation) : floorBy(simulation, leastAwake(simulation, true));
}

function floorBy(simulation: Simulation, awake: LeastAwake): CostFloor {
  const metered = leastMetered(simulation, awake);
  const wanted = leastWanted(simulation);
  const isChanged = onlyCompute(simulation).changes.length > 0;
  return (configuration, quarterCuMs = 0, fromMs = 0) => {
    const aheadMs = Math.floor(awake.awakeMs(configuration, fromMs));
    // Without a bound on awake time, or after a planned resize, there is no bound on the CU-time that loads
    // want.
    const above = aheadMs === 0 || isChanged ? 0 : wanted(configuration, fromMs);
    return costPerMonth(simulation, {
      quarterCuMs: quarterCuMs + metered(configuration, fromMs, aheadMs) + above,
      ms: simulation.horizonMs,
    });
  };
}

const FLOORS = new WeakMap<Simulation, CostFloor>();
