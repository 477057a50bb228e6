import { type Distribution, limitsOf, START_TIMES } from '../../compute/index.ts';
import { burstVcpu, isFixed, type SizeSetting } from '../../facts/index.ts';
import { allChanges, hasNoEffect, type Simulation } from '../../simulator/index.ts';
import {
  type Demand,
  hasRoute,
  LEAST_CPU_MS_PER_QUERY,
  type LoadDemand,
  MOST_CONNECTIONS,
  meanMs,
  timesProfile,
} from '../../workload/index.ts';
import { leastAwakeOf } from '../bounds/least-awake.ts';
import {
  type Configuration,
  onlyCompute,
  plannedSizes,
  routesOf,
  withConfiguration,
} from '../configurations/configuration.ts';
import type { Outcome } from '../objectives/outcome.ts';

/** An assumption of a plan that few have measured, with the range that it probably lies in. */
export interface AssumptionKind {
  readonly what: string;
  /** The reason for the range. */
  readonly why: string;
  /**
   * The assumed value; of several loads, the lowest limit or else the largest value. Undefined if it does not
   * affect this demand.
   */
  readonly of: (simulation: Simulation) => Assumed | undefined;
  /** The same simulation at an end of the range; null if the assumed value is as far out already. */
  readonly at: (simulation: Simulation, end: End) => Simulation | null;
  /**
   * Returns false if the run of a configuration is the same for any value. Without this function, it may
   * never be.
   */
  readonly showsIn?: (simulation: Simulation, configuration: Configuration) => boolean;
  /** The figures, besides the cost, that differ although the run is the same. */
  readonly retold?: (outcome: Outcome, simulation: Simulation) => Partial<Outcome>;
}

/** A number in the unit of the assumption, a yes or no, or null for no limit. */
export type Assumed = number | boolean | null;

export const ENDS = ['low', 'high'] as const;
export type End = (typeof ENDS)[number];

export const ASSUMPTIONS = {
  concurrency: {
    what: 'queries of a load that are active at once',
    why:
      'from half of the value that is set (5 if none is, as in small pools of applications) to no limit. At least the ' +
      'vCPU of the busiest moment plus twice their square root: with fewer, queries would have queued then',
    of: (simulation) => amongLoads(simulation, ({ concurrency }) => concurrency, fewer),
    at: (simulation, end) =>
      changedLoads(simulation, ownLoads, (load) => ({
        concurrency: end === 'high' ? null : fewestActive(load, simulation),
      })),
  },
  'cpu-per-query': {
    what: 'CPU that a query of a load takes, in ms. If a trace has queries and no CPU, all of its CPU follows from it',
    why: 'from a quarter (at least 0.01 ms) to four times. The mean hides that queries differ by orders of magnitude; hours differ less',
    of: (simulation) => amongLoads(simulation, ({ cpuMsPerQuery }) => cpuMsPerQuery, more),
    at: (simulation, end) =>
      changedLoads(simulation, allLoads, (load) => otherCpuPerQuery(load, end === 'low' ? 0.25 : 4)),
  },
  connections: {
    what: 'connections of a load, open while it has work',
    why: 'from half of the largest number seen, since not all are always open, to twice that number, which may be open between samples',
    of: (simulation) => amongLoads(simulation, ({ connections }) => connections, more) || undefined,
    at: (simulation, end) =>
      changedLoads(simulation, ownLoads, ({ connections }) => ({
        connections:
          end === 'low'
            ? Math.ceil(connections / 2)
            : Math.max(connections, Math.min(2 * connections, MOST_CONNECTIONS)),
      })),
    showsIn: (simulation, { size }) => connectionsShow(simulation, size),
    retold: ({ peakConnections }, simulation) => ({
      peakConnections: peakConnections === 0 ? 0 : (onlyLoad(simulation)?.connections ?? 0),
    }),
  },
  start: {
    what: 'time that a start takes, the median in ms',
    why:
      '`stated`, a few hundred milliseconds, and `measured`, 1.8 s with 2.6 s for the slowest of twenty, as somebody ' +
      'else has measured (200 starts, 2026)',
    of: ({ assumptions }) => medianMs(assumptions.life.startTime),
    at: (simulation, end) => {
      const { assumptions } = simulation;
      const { life } = assumptions;
      const startTime = STARTS[end];
      if (!isBeyond(medianMs(startTime), medianMs(life.startTime), end)) return null;
      return { ...simulation, assumptions: { ...assumptions, life: { ...life, startTime } } };
    },
    showsIn: mayStart,
  },
  burst: {
    what: 'whether sizes below 1 CU can burst for as long as they want',
    why: 'yes and no: the specification says that they burst "for a while", and nothing more is known',
    of: ({ assumptions }) => assumptions.burst,
    at: (simulation, end) => {
      const { assumptions } = simulation;
      const burst = end === 'high';
      return burst === assumptions.burst ? null : { ...simulation, assumptions: { ...assumptions, burst } };
    },
    showsIn: (simulation, { size }) =>
      smallestOf(simulation, size).some((cu) => burstVcpu(simulation.facts, cu) > cu),
  },
  skew: {
    what: 'how unevenly pages are read, from 0 to 1',
    why: 'from 0.2, nearly even, as reports read, to 0.8, where a few pages get most reads, as in shops and queues',
    of: (simulation) => (readsPages(simulation) ? simulation.assumptions.skew : undefined),
    at: (simulation, end) => withNumber(simulation, 'skew', SKEWS[end], end),
  },
  contention: {
    what: 'how much more CPU queries need at most if many more run than there are processors, as a share',
    why: 'from nothing to twice the default. A server whose clients never paused needed 3% to 8% more on one processor, and up to 26% on half of one (docs/reality.md)',
    of: (simulation) => (hasQueries(simulation) ? simulation.assumptions.contention : undefined),
    at: (simulation, end) => withNumber(simulation, 'contention', CONTENTIONS[end], end),
  },
  'random-arrivals': {
    what: 'whether queries of a load come at random',
    why: 'yes and no: users come at random, and timers may not. Of five demands on a real server, the cost with queries at random was 14% less to 6% more, and else 18% less to 2% more (docs/reality.md)',
    of: (simulation) => {
      const loads = onlyCompute(simulation).demand.filter((one) => one.kind === 'load');
      const countsWaits = loads.some((one) => one.countsWaits === true);
      return loads.length === 0 || countsWaits ? undefined : simulation.assumptions.randomArrivals;
    },
    at: (simulation, end) => {
      const { assumptions } = simulation;
      const randomArrivals = end === 'high';
      return randomArrivals === assumptions.randomArrivals
        ? null
        : { ...simulation, assumptions: { ...assumptions, randomArrivals } };
    },
    showsIn: (simulation, { size }) => isAnyRange(simulation, size),
  },
  'connection-cpu': {
    what: 'CPU that a new connection to Postgres takes, in ms',
    why: 'from nothing to 7 ms: 3 to 7 ms were measured, and 17 ms on a slow machine (docs/reality.md)',
    of: (simulation) => (opensConnections(simulation) ? simulation.assumptions.connectionCpuMs : undefined),
    at: (simulation, end) => withNumber(simulation, 'connectionCpuMs', CONNECTION_CPU_MS[end], end),
    showsIn: (simulation, configuration) =>
      routesOf(onlyCompute(withConfiguration(simulation, configuration)).demand).includes('direct'),
  },
  'own-work': {
    what: 'CPU of Postgres for checkpoints, vacuum and the like, as a share of that of queries',
    why: 'from nothing to 3%: 2.4% were measured while clients wrote (docs/reality.md)',
    of: (simulation) => (hasQueries(simulation) ? simulation.assumptions.ownWorkShare : undefined),
    at: (simulation, end) => withNumber(simulation, 'ownWorkShare', OWN_WORK_SHARES[end], end),
  },
  price: {
    what: 'price of a CU-hour, in millionths',
    why: 'from a fifth less, as contracts differ, to 30% more: in 2025 the plans cost 17% and 32% more (2026-08)',
    of: ({ prices, plan }) => prices.computeMicrosPerCuHour[plan] || undefined,
    at: (simulation, end) => {
      const { prices, plan } = simulation;
      const micros = Math.round(prices.computeMicrosPerCuHour[plan] * PRICE_FACTORS[end]);
      const computeMicrosPerCuHour = { ...prices.computeMicrosPerCuHour, [plan]: micros };
      return { ...simulation, prices: { ...prices, computeMicrosPerCuHour } };
    },
    showsIn: () => false,
  },
} as const satisfies Readonly<Record<string, AssumptionKind>>;

export type AssumptionName = keyof typeof ASSUMPTIONS;
export const ASSUMPTION_NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[];

const STARTS = {
  low: START_TIMES.stated,
  high: START_TIMES.measured,
} satisfies Readonly<Record<End, Distribution>>;

const SKEWS = { low: 0.2, high: 0.8 } as const;
const CONTENTIONS = { low: 0, high: 0.2 } as const;
const CONNECTION_CPU_MS = { low: 0, high: 7 } as const;
const OWN_WORK_SHARES = { low: 0, high: 0.03 } as const;
const PRICE_FACTORS = { low: 0.8, high: 1.3 } as const;

/** Null if the assumed value is as far out already. */
function withNumber(
  simulation: Simulation,
  name: 'skew' | 'contention' | 'connectionCpuMs' | 'ownWorkShare',
  value: number,
  end: End,
): Simulation | null {
  const { assumptions } = simulation;
  if (!isBeyond(value, assumptions[name], end)) return null;
  return { ...simulation, assumptions: { ...assumptions, [name]: value } };
}

/** The smallest sizes of a run: that of the configuration, and that of each planned size or range. */
function smallestOf(simulation: Simulation, size: SizeSetting): number[] {
  return [size, ...plannedSizes(simulation)].map(({ minCu }) => minCu);
}

/** Whether the size of a run may follow its load. */
function isAnyRange(simulation: Simulation, size: SizeSetting): boolean {
  return [size, ...plannedSizes(simulation)].some((one) => !isFixed(one));
}

/** A run begins awake, so a compute starts in it only after a sleep, a planned change or a spent quota. */
function mayStart(simulation: Simulation, configuration: Configuration): boolean {
  const { facts, plan } = simulation;
  return (
    onlyCompute(simulation).changes.length > 0 ||
    facts.quotaCuHours.value[plan] !== null ||
    (configuration.suspendAfterMs !== null && !leastAwakeOf(simulation).neverSleeps(configuration))
  );
}

/** Pools of applications are seldom smaller. */
const SMALL_POOL = 5;

function fewestActive(load: LoadDemand, simulation: Simulation): number {
  const { concurrency } = load;
  const least = Math.max(
    concurrency === null ? SMALL_POOL : Math.ceil(concurrency / 2),
    staffing(peakVcpu(load, simulation)),
  );
  return concurrency === null ? least : Math.min(least, concurrency);
}

/** The square-root rule of staffing: with fewer servers for such a load, jobs queue though there is capacity. */
function staffing(load: number): number {
  return Math.ceil(load + 2 * Math.sqrt(load));
}

function peakVcpu(load: LoadDemand, simulation: Simulation): number {
  const { vcpu } = allChanges(simulation, load, onlyCompute(simulation).name);
  return vcpu.reduce((most, one) => Math.max(most, one), 0);
}

function medianMs(time: Distribution): number {
  return time.kind === 'constant' ? time.ms : time.medianMs;
}

function isBeyond(value: number, assumed: number, end: End): boolean {
  return end === 'low' ? value < assumed : value > assumed;
}

/** Picks the value of one of several loads; undefined if there are none. */
function amongLoads(
  simulation: Simulation,
  of: (load: LoadDemand) => number | null,
  pick: (one: number | null, other: number | null) => number | null,
): number | null | undefined {
  const values = onlyCompute(simulation).demand.flatMap((one) => (ownLoads(one) ? [of(one)] : []));
  return values.length === 0 ? undefined : values.reduce(pick);
}

/** No limit counts as more than any limit. */
function fewer(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other < one) ? other : one;
}

function more(one: number | null, other: number | null): number | null {
  return fewer(one, other) === one ? other : one;
}

/** Null if no load changes. */
function changedLoads(
  simulation: Simulation,
  isMeant: (one: Demand) => one is LoadDemand,
  changes: (load: LoadDemand) => Partial<LoadDemand>,
): Simulation | null {
  const compute = onlyCompute(simulation);
  let isOther = false;
  const demand = compute.demand.map((one): Demand => {
    if (!isMeant(one)) return one;
    const changed = { ...one, ...changes(one) };
    isOther ||= LOAD_FIELDS.some((field) => changed[field] !== one[field]);
    return changed;
  });
  return isOther ? { ...simulation, computes: [{ ...compute, demand }] } : null;
}

const allLoads = (one: Demand): one is LoadDemand => one.kind === 'load';
/** Nobody can set the fields of an event's load. */
const ownLoads = (one: Demand): one is LoadDemand => one.kind === 'load' && one.isEvent !== true;

/** Does the same as `--cpu-per-query` and the field: CPU that was calculated from queries changes too. */
function otherCpuPerQuery(load: LoadDemand, factor: number): Partial<LoadDemand> {
  const cpuMsPerQuery = load.cpuMsPerQuery * factor;
  if (cpuMsPerQuery < LEAST_CPU_MS_PER_QUERY) return {};
  return load.isCpuOfQueries === true
    ? { cpuMsPerQuery, vcpu: timesProfile(load.vcpu, factor) }
    : { cpuMsPerQuery };
}

const LOAD_FIELDS = ['concurrency', 'cpuMsPerQuery', 'connections'] as const;

/** Whether up to twice as many connections exceed the connection limit, or their memory has an effect. */
function connectionsShow(simulation: Simulation, size: SizeSetting): boolean {
  const load = onlyLoad(simulation);
  if (load === null || readsPages(simulation)) return true;
  const { baseMemoryBytes, connectionMemoryBytes } = simulation.assumptions;
  const connections = 2 * load.connections;
  const ofLoad = allChanges(simulation, load, onlyCompute(simulation).name).mostMemoryBytes;
  return (
    connections > limitsOf(size, simulation).clientConnections ||
    !hasNoEffect(baseMemoryBytes + ofLoad + connections * connectionMemoryBytes, size, simulation)
  );
}

/** The load that is the only demand; null if there is more demand, or another kind. */
function onlyLoad(simulation: Simulation): LoadDemand | null {
  const [first, ...others] = onlyCompute(simulation).demand;
  return first?.kind === 'load' && others.length === 0 ? first : null;
}

/** Whether there are queries with CPU times of their own. */
function hasQueries(simulation: Simulation): boolean {
  return onlyCompute(simulation).demand.some((one) => hasRoute(one) && meanMs(one.query.cpu) > 0);
}

/** Whether there are jobs that open a connection each. */
function opensConnections(simulation: Simulation): boolean {
  return onlyCompute(simulation).demand.some((one) => one.kind === 'jobs' && !one.keepsConnection);
}

function readsPages(simulation: Simulation): boolean {
  const { workingSetBytes, demand } = onlyCompute(simulation);
  const pagesOf = (one: Demand) =>
    one.kind === 'load' ? one.pagesPerQuery : hasRoute(one) ? one.query.pages : 0;
  return workingSetBytes > 0 && demand.some((one) => pagesOf(one) > 0);
}
