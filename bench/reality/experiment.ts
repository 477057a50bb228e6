import type { QueryName } from './queries.ts';

/** One demand on one size, measured and predicted. */
export interface Experiment {
  readonly name: string;
  /** Half of the experiments may set parameters of the models. The other half only judges them. */
  readonly half: 'sets' | 'judges';
  /** The processors that the server may use: a quota if they are not whole. */
  readonly vcpu: number;
  readonly query: QueryName;
  readonly demand: ExperimentDemand;
}

export type ExperimentDemand =
  /** Queries that arrive at random, on open connections. */
  | { readonly kind: 'open'; readonly perSecond: number; readonly pool: number }
  /** The same, each on a connection of its own. */
  | { readonly kind: 'connects'; readonly perSecond: number }
  /** Queries that arrive together. */
  | { readonly kind: 'bursts'; readonly everyMs: number; readonly queries: number }
  /** Clients that wait for the answer and think, exponentially. */
  | { readonly kind: 'closed'; readonly clients: number; readonly thinkMs: number }
  /** pgbench, whose clients do not think. */
  | { readonly kind: 'pgbench'; readonly clients: number };

/** More connections than queries are ever active. */
const ENOUGH = 80;

/** Rates are chosen by the use of the processors that they cause: the processor time of a query is measured first. */
export interface PlannedExperiment extends Omit<Experiment, 'demand'> {
  /** The share of the processors that the demand asks for. Null for clients without a rate. */
  readonly use: number | null;
  readonly demand: PlannedDemand;
}

type PlannedDemand =
  | { readonly kind: 'open'; readonly pool?: number }
  | { readonly kind: 'connects' }
  | { readonly kind: 'bursts'; readonly queries: number }
  | { readonly kind: 'closed'; readonly clients: number; readonly thinkMs: number }
  | { readonly kind: 'pgbench'; readonly clients: number };

export const EXPERIMENTS: readonly PlannedExperiment[] = [
  { name: 'open, 1 CU, 45%', half: 'sets', vcpu: 1, query: 'sum', use: 0.45, demand: { kind: 'open' } },
  { name: 'open, 0.5 CU, 45%', half: 'sets', vcpu: 0.5, query: 'sum', use: 0.45, demand: { kind: 'open' } },
  { name: 'open, 0.5 CU, 70%', half: 'sets', vcpu: 0.5, query: 'sum', use: 0.7, demand: { kind: 'open' } },
  { name: 'open, 0.25 CU, 50%', half: 'sets', vcpu: 0.25, query: 'sum', use: 0.5, demand: { kind: 'open' } },
  {
    name: 'connects, 1 CU, 60%',
    half: 'sets',
    vcpu: 1,
    query: 'sum',
    use: 0.6,
    demand: { kind: 'connects' },
  },
  {
    name: 'pgbench, 8 clients, 1 CU',
    half: 'sets',
    vcpu: 1,
    query: 'sum',
    use: null,
    demand: { kind: 'pgbench', clients: 8 },
  },
  {
    name: 'pgbench, 32 clients, 1 CU',
    half: 'sets',
    vcpu: 1,
    query: 'sum',
    use: null,
    demand: { kind: 'pgbench', clients: 32 },
  },
  { name: 'open, 1 CU, 70%', half: 'judges', vcpu: 1, query: 'sort', use: 0.7, demand: { kind: 'open' } },
  { name: 'open, 0.5 CU, 60%', half: 'judges', vcpu: 0.5, query: 'scan', use: 0.6, demand: { kind: 'open' } },
  {
    name: 'open, 0.75 CU, 65%',
    half: 'judges',
    vcpu: 0.75,
    query: 'join',
    use: 0.65,
    demand: { kind: 'open' },
  },
  {
    name: 'closed, 0.5 CU',
    half: 'judges',
    vcpu: 0.5,
    query: 'sort',
    use: null,
    demand: { kind: 'closed', clients: 10, thinkMs: 300 },
  },
  {
    name: 'closed, 1 CU',
    half: 'judges',
    vcpu: 1,
    query: 'join',
    use: null,
    demand: { kind: 'closed', clients: 12, thinkMs: 300 },
  },
  {
    name: 'bursts of 20, 1 CU, 50%',
    half: 'judges',
    vcpu: 1,
    query: 'sort',
    use: 0.5,
    demand: { kind: 'bursts', queries: 20 },
  },
  {
    name: 'bursts of 6, 0.5 CU, 50%',
    half: 'judges',
    vcpu: 0.5,
    query: 'scan',
    use: 0.5,
    demand: { kind: 'bursts', queries: 6 },
  },
  {
    name: 'pool of 2, 1 CU, 70%',
    half: 'judges',
    vcpu: 1,
    query: 'sort',
    use: 0.7,
    demand: { kind: 'open', pool: 2 },
  },
  {
    name: 'connects, 0.5 CU, 60%',
    half: 'judges',
    vcpu: 0.5,
    query: 'scan',
    use: 0.6,
    demand: { kind: 'connects' },
  },
  {
    name: 'temporary files, 1 CU, 60%',
    half: 'judges',
    vcpu: 1,
    query: 'spill',
    use: 0.6,
    demand: { kind: 'open' },
  },
  {
    name: 'pgbench, 16 clients, 0.5 CU',
    half: 'judges',
    vcpu: 0.5,
    query: 'sort',
    use: null,
    demand: { kind: 'pgbench', clients: 16 },
  },
];

/** Gives an experiment the rate that uses its share of the processors. */
export function withRate(planned: PlannedExperiment, cpuMs: number, connectionCpuMs: number): Experiment {
  const { use, demand, ...rest } = planned;
  return {
    ...rest,
    demand: demandOf(
      demand,
      (queryCpuMs) => ((use ?? 0) * rest.vcpu * 1000) / queryCpuMs,
      cpuMs,
      connectionCpuMs,
    ),
  };
}

/** The mean pause between two queries of a demand. */
export function pauseMs({ demand }: Experiment, tookMs: number): number {
  switch (demand.kind) {
    case 'open':
    case 'connects':
      return Math.max(0, 1000 / demand.perSecond - tookMs);
    case 'closed':
      return Math.max(0, demand.thinkMs / demand.clients - tookMs);
    default:
      return 0;
  }
}

function demandOf(
  demand: PlannedDemand,
  perSecond: (queryCpuMs: number) => number,
  cpuMs: number,
  connectionCpuMs: number,
): ExperimentDemand {
  switch (demand.kind) {
    case 'open':
      return { kind: 'open', perSecond: perSecond(cpuMs), pool: demand.pool ?? ENOUGH };
    case 'connects':
      return { kind: 'connects', perSecond: perSecond(cpuMs + connectionCpuMs) };
    case 'bursts':
      return { ...demand, everyMs: Math.round((demand.queries * 1000) / perSecond(cpuMs)) };
    default:
      return demand;
  }
}
