import type { Problem } from '../../problem/index.ts';
import type { Assumptions, ComputePlan, KnownAssumption } from '../../simulator/index.ts';
import { type Demand, type KnownField, type LoadDemand, withoutMemory } from '../../workload/index.ts';
import type { ToldAssumptions } from './told-assumptions.ts';

/** Applies values from a flag to the loads of a demand, and marks these values as known. */
export function withToldLoads(
  demand: readonly Demand[],
  { concurrency, connections, memory }: ToldLoads,
): readonly Demand[] {
  const told: Partial<Pick<LoadDemand, KnownField>> = {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(connections === undefined ? {} : { connections }),
  };
  const known = Object.fromEntries(Object.keys(told).map((field) => [field, 'told' as const]));
  const others = memory === 'none' ? withoutMemory(demand) : demand;
  if (Object.keys(told).length === 0) return others;
  return others.map((one) => (isOwnLoad(one) ? { ...one, ...told, known: { ...one.known, ...known } } : one));
}

/** Applies values from a flag to assumptions about the service, and marks them as known. */
export function withToldAssumptions(
  assumptions: Assumptions,
  { burst, skew, start }: ToldAssumptions,
): Assumptions {
  const told = { burst, skew, start };
  const names = (Object.keys(told) as KnownAssumption[]).filter((name) => told[name] !== undefined);
  return {
    ...assumptions,
    burst: burst ?? assumptions.burst,
    skew: skew ?? assumptions.skew,
    life: { ...assumptions.life, startTime: start ?? assumptions.life.startTime },
    known: [...new Set([...assumptions.known, ...names])],
  };
}

/** Returns a problem for each value from a flag that is about loads if no compute has a load. */
export function toldProblems(
  computes: readonly ComputePlan[],
  { concurrency, connections, memory }: ToldAssumptions,
): Problem[] {
  if (computes.some(({ demand }) => demand.some(isOwnLoad))) return [];
  return Object.entries({ concurrency, connections, memory })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => ({
      place: { field: `--assume ${name}` },
      found: 'no demand here is a load or a trace, which have one',
      remedy: 'leave it out',
    }));
}

interface ToldLoads {
  readonly concurrency?: number | null | undefined;
  readonly connections?: number | undefined;
  readonly memory?: 'none' | undefined;
}

/** The load of a rare event takes no values from flags. */
function isOwnLoad(one: Demand): one is LoadDemand {
  return one.kind === 'load' && one.isEvent !== true;
}
