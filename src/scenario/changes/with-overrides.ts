import type { Problem } from '../../problem/index.ts';
import type { Assumptions, ComputePlan, KnownAssumption } from '../../simulator/index.ts';
import { type Demand, type KnownField, type LoadDemand, withoutMemory } from '../../workload/index.ts';
import type { AssumptionOverrides } from './assumption-overrides.ts';

/** Applies values from a flag to the loads of a demand, and marks these values as known. */
export function withLoadOverrides(
  demand: readonly Demand[],
  { concurrency, connections, memory }: LoadOverrides,
): readonly Demand[] {
  const stated: Partial<Pick<LoadDemand, KnownField>> = {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(connections === undefined ? {} : { connections }),
  };
  const known = Object.fromEntries(Object.keys(stated).map((field) => [field, 'stated' as const]));
  const others = memory === 'none' ? withoutMemory(demand) : demand;
  if (Object.keys(stated).length === 0) return others;
  return others.map((one) =>
    isOwnLoad(one) ? { ...one, ...stated, known: { ...one.known, ...known } } : one,
  );
}

/** Applies values from a flag to assumptions about the service, and marks them as known. */
export function withAssumptionOverrides(
  assumptions: Assumptions,
  { burst, skew, start, 'random-arrivals': randomArrivals }: AssumptionOverrides,
): Assumptions {
  const stated = { burst, skew, start };
  const names = (Object.keys(stated) as KnownAssumption[]).filter((name) => stated[name] !== undefined);
  return {
    ...assumptions,
    burst: burst ?? assumptions.burst,
    randomArrivals: randomArrivals ?? assumptions.randomArrivals,
    skew: skew ?? assumptions.skew,
    life: { ...assumptions.life, startTime: start ?? assumptions.life.startTime },
    known: [...new Set([...assumptions.known, ...names])],
  };
}

/** Returns a problem for each value from a flag that is about loads if no compute has a load. */
export function unusedLoadOverrides(
  computes: readonly ComputePlan[],
  { concurrency, connections, memory, 'random-arrivals': randomArrivals }: AssumptionOverrides,
): Problem[] {
  if (computes.some(({ demand }) => demand.some(isOwnLoad))) return [];
  return Object.entries({ concurrency, connections, memory, 'random-arrivals': randomArrivals })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => ({
      place: { field: `‹assume› ${name}` },
      found: 'this is for loads and traces, and the scenario has none',
      remedy: 'leave it out',
    }));
}

interface LoadOverrides {
  readonly concurrency?: number | null | undefined;
  readonly connections?: number | undefined;
  readonly memory?: 'none' | undefined;
}

/** The load of a rare event takes no values from flags. */
function isOwnLoad(one: Demand): one is LoadDemand {
  return one.kind === 'load' && one.isEvent !== true;
}
