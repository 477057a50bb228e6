import type { Simulation } from '../../simulator/index.ts';
import {
  type Demand,
  hasRoute,
  isTraceLoad,
  type LoadDemand,
  type LoadFact,
  type Profile,
} from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { OBJECTIVE_NAMES, type ObjectiveName } from './objectives.ts';

/**
 * Where a figure comes from. Measured: a trace has it. Assumed: a scenario, a flag or a default states it.
 * Unknown: nothing states it, so a run gives the figure of a demand without it.
 */
const BASES = ['measured', 'assumed', 'unknown'] as const;
export type Basis = (typeof BASES)[number];

/** Kinds of data about demand that the figures of a run need. */
export const DATA = [
  'cpu',
  'query CPU',
  'clients',
  'connections',
  'memory',
  'pages',
  'temporary files',
] as const;
export type Datum = (typeof DATA)[number];

export type BasisOfObjectives = Readonly<Record<ObjectiveName, Basis>>;

/** The data that each objective needs. */
export const NEEDS: Readonly<Record<ObjectiveName, readonly Datum[]>> = {
  throttled: ['cpu'],
  'delay-p95': ['cpu', 'query CPU'],
  'delay-p99': ['cpu', 'query CPU'],
  'cold-starts': ['cpu'],
  'cold-starts-in-hours': ['cpu'],
  'delayed-clients': ['clients'],
  'delayed-over': ['clients'],
  'failed-connects': ['clients'],
  refused: ['connections'],
  'pool-wait-p99': ['clients'],
  'cache-hits': ['pages'],
  'memory-kills': ['memory'],
  'disk-free': ['temporary files'],
  dropped: ['connections'],
  headroom: ['cpu'],
  quota: ['cpu'],
  budget: ['cpu'],
};

/** The basis of each objective: the weakest basis among its data. */
export function basisOf(simulation: Simulation): BasisOfObjectives {
  const demand = onlyCompute(simulation).demand.filter((one) => one.kind !== 'load' || one.isEvent !== true);
  const known = Object.fromEntries(DATA.map((datum) => [datum, basisOfDatum(datum, demand)])) as Readonly<
    Record<Datum, Basis>
  >;
  return Object.fromEntries(
    OBJECTIVE_NAMES.map((name) => [name, weakest(NEEDS[name].map((datum) => known[datum]))]),
  ) as BasisOfObjectives;
}

/** Each demand from a trace needs the datum measured, and each demand of a scenario needs it stated. */
function basisOfDatum(datum: Datum, demand: readonly Demand[]): Basis {
  const ofTraces = demand.flatMap((one) =>
    one.kind === 'load' && isTraceLoad(one) ? [basisInTrace(datum, one)] : [],
  );
  // A replication needs nothing that objectives are about.
  const stated = demand.filter(
    (one) => one.kind !== 'replication' && !(one.kind === 'load' && isTraceLoad(one)),
  );
  const all = [...ofTraces, ...basisOfStated(datum, stated, ofTraces.length > 0)];
  return all.length === 0 ? 'unknown' : weakest(all);
}

/**
 * One demand that states the datum is enough: most queries hold little memory, and most read no pages. A
 * demand beside a trace that measured the datum may leave it out.
 */
function basisOfStated(datum: Datum, stated: readonly Demand[], isBesideTrace: boolean): Basis[] {
  if (stated.length === 0) return [];
  if (EVERY.has(datum)) return [stated.every((one) => states(datum, one)) ? 'assumed' : 'unknown'];
  if (stated.some((one) => states(datum, one))) return ['assumed'];
  return isBesideTrace ? [] : ['unknown'];
}

/** A demand without clients, or without connections, leaves a gap that other demands do not fill. */
const EVERY: ReadonlySet<Datum> = new Set(['clients', 'connections']);

function basisInTrace(datum: Datum, { known }: LoadDemand): Basis {
  const fact = FACTS[datum];
  const how = fact === undefined ? undefined : known?.[fact];
  if (how === 'measured') return 'measured';
  if (datum === 'cpu' || datum === 'query CPU') return 'assumed';
  return how === undefined ? 'unknown' : 'assumed';
}

/** The fact of a load that each datum depends on. */
const FACTS: Partial<Readonly<Record<Datum, LoadFact>>> = {
  cpu: 'cpu',
  'query CPU': 'cpuMsPerQuery',
  connections: 'connections',
  memory: 'memory',
};

function states(datum: Datum, demand: Demand): boolean {
  if (datum === 'cpu' || datum === 'query CPU') return true;
  if (hasRoute(demand)) {
    const { memoryBytes, pages, temporaryBytes } = demand.query;
    switch (datum) {
      case 'memory':
        return memoryBytes > 0;
      case 'pages':
        return pages > 0;
      case 'temporary files':
        return temporaryBytes > 0;
      default:
        return true;
    }
  }
  if (demand.kind === 'replication') return false;
  switch (datum) {
    case 'connections':
      return demand.connections > 0;
    case 'memory':
      return !isNothing(demand.memoryBytes);
    case 'pages':
      return demand.pagesPerQuery > 0;
    default:
      return false;
  }
}

function isNothing(profile: Profile): boolean {
  return profile.kind === 'constant' && profile.value === 0;
}

function weakest(bases: readonly Basis[]): Basis {
  return BASES[Math.max(0, ...bases.map((one) => BASES.indexOf(one)))] as Basis;
}
