import type { BesideNeeds, Route } from '../compute/index.ts';
import type { Profile } from './profiles/profile.ts';
import type { Sampled } from './random/sampled.ts';

/** The resources of one query. */
export interface QueryNeeds extends BesideNeeds {
  readonly cpu: Sampled;
  /** Time without CPU: locks, disk, network, or a client that holds its transaction open. */
  readonly wait: Sampled;
}

export interface ClientRules {
  readonly connectTimeoutMs: number;
  /** How often a failed connection attempt is repeated. The back-off grows by its factor each time. */
  readonly retries: number;
  readonly backOffMs: number;
  readonly backOffFactor: number;
}

/** When jobs start. */
export type Schedule =
  | { readonly kind: 'poisson'; readonly perSecond: Profile }
  /**
   * Bursts arrive at random. The number of jobs in a burst is geometric with this mean, and `gapMs` is their mean
   * distance.
   */
  | {
      readonly kind: 'bursty';
      readonly burstsPerSecond: Profile;
      readonly meanBurst: number;
      readonly gapMs: number;
    }
  | { readonly kind: 'every'; readonly everyMs: number; readonly offsetMs: number }
  | { readonly kind: 'cron'; readonly expression: string };

/** Open demand: jobs that arrive on a schedule, whatever the database does. */
export interface JobsDemand {
  readonly kind: 'jobs';
  readonly name: string;
  readonly route: Route;
  readonly schedule: Schedule;
  /** How many sessions start together each time. */
  readonly sessions: number;
  /** Whether the connection stays open between jobs, as with a poller. */
  readonly keepsConnection: boolean;
  readonly query: QueryNeeds;
  readonly client: ClientRules;
}

/** Closed demand: clients that ask, wait for the answer, think and ask again, through a pool of their own. */
export interface ClientsDemand {
  readonly kind: 'clients';
  readonly name: string;
  readonly route: Route;
  readonly count: number;
  readonly think: Sampled;
  /** The share of clients that are working, 0 to 1. */
  readonly working: Profile;
  readonly pool: ClientPool;
  readonly query: QueryNeeds;
  readonly client: ClientRules;
}

interface ClientPool {
  readonly max: number;
  /** How long an unused connection stays open. Null if the pool never closes it. */
  readonly idleMs: number | null;
  /** Whether the pool tests a connection before use, so that a dead one causes a reconnect instead of an error. */
  readonly prePing: boolean;
}

/** The properties of a load whose origin is recorded. */
export type LoadFact = 'cpu' | KnownField | 'memory';

/** A value was measured by a trace, derived from measurements (for example an upper bound), or given by the user. */
type KnownHow = 'measured' | 'derived' | 'stated';

/** CPU demand as metrics show it, without single queries. */
export interface LoadDemand {
  readonly kind: 'load';
  readonly name: string;
  readonly vcpu: Profile;
  /** CPU was calculated from the number of queries, so it scales with the CPU of one query. */
  readonly isCpuOfQueries?: true;
  /** The rate counts processes that wait, as a load average does. So no further ones wait because they come at random. */
  readonly countsWaits?: true;
  /** The load is a rare event. It has no queries and connections of its own, and takes those of the other loads. */
  readonly isEvent?: true;
  /** Where each property comes from; missing ones are assumed. A load that was made from a trace always has `cpu`. */
  readonly known?: Readonly<Partial<Record<LoadFact, KnownHow>>>;
  /** CPU of one query, which decides how many queries wait when CPU is short. */
  readonly cpuMsPerQuery: number;
  /** The most queries that are active at once; others wait outside. Null for no limit. */
  readonly concurrency: number | null;
  /** How many connections are open while there is demand. */
  readonly connections: number;
  readonly memoryBytes: Profile;
  readonly pagesPerQuery: number;
}

/** Whether the load was made from a trace, not stated in a scenario. */
export function isTraceLoad({ known }: LoadDemand): boolean {
  return known?.cpu !== undefined;
}

/** Properties of a load that are rarely measured. */
export const KNOWN_FIELDS = ['concurrency', 'cpuMsPerQuery', 'connections'] as const;
export type KnownField = (typeof KNOWN_FIELDS)[number];

/** Limits on the properties of a load. */
export const LEAST_CPU_MS_PER_QUERY = 0.01;
export const MOST_CONNECTIONS = 100_000;

/**
 * A subscription of logical replication. Each of its streams holds a connection to Postgres and needs no CPU. The
 * service does not suspend a compute that has one. A subscriber that is cut off or refused comes back.
 */
export interface ReplicationDemand {
  readonly kind: 'replication';
  readonly name: string;
  /** Times after the start of the run. Null if it never ends. */
  readonly fromMs: number;
  readonly untilMs: number | null;
  readonly connections: number;
  readonly reconnectMs: number;
}

export type Demand = JobsDemand | ClientsDemand | LoadDemand | ReplicationDemand;

/** Whether clients of a demand take a connection path that can be chosen. Metrics of a load show none. */
export function hasRoute(demand: Demand): demand is JobsDemand | ClientsDemand {
  return demand.kind === 'jobs' || demand.kind === 'clients';
}
