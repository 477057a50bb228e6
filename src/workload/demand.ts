import type { BesideNeeds, Route } from '../compute/index.ts';
import type { Profile } from './profiles/profile.ts';
import type { Sampled } from './random/sampled.ts';

/** What one query needs. */
export interface QueryNeeds extends BesideNeeds {
  readonly cpu: Sampled;
  /** Time off the CPU: locks, disk, network, a client that holds its transaction open. */
  readonly wait: Sampled;
}

export interface ClientRules {
  readonly connectTimeoutMs: number;
  /** How often a failed connect is tried again, after a back-off that grows by its factor. */
  readonly retries: number;
  readonly backOffMs: number;
  readonly backOffFactor: number;
}

/** When jobs begin. */
export type Schedule =
  | { readonly kind: 'poisson'; readonly perSecond: Profile }
  /** Bursts arrive at random; each brings a geometric number of jobs of this mean, `gap` apart on average. */
  | {
      readonly kind: 'bursty';
      readonly burstsPerSecond: Profile;
      readonly meanBurst: number;
      readonly gapMs: number;
    }
  | { readonly kind: 'every'; readonly everyMs: number; readonly offsetMs: number }
  | { readonly kind: 'cron'; readonly expression: string };

/** Clients that come by a schedule, whatever the database does: open demand. */
export interface JobsDemand {
  readonly kind: 'jobs';
  readonly name: string;
  readonly route: Route;
  readonly schedule: Schedule;
  /** Sessions that begin together each time. */
  readonly sessions: number;
  /** The connection stays open between jobs, as a poller's does. */
  readonly keepsConnection: boolean;
  readonly query: QueryNeeds;
  readonly client: ClientRules;
}

/** N clients that ask, wait for the answer, think, and ask again: closed demand, through a pool of their own. */
export interface ClientsDemand {
  readonly kind: 'clients';
  readonly name: string;
  readonly route: Route;
  readonly count: number;
  readonly think: Sampled;
  /** Share of the clients at work, 0 to 1. */
  readonly working: Profile;
  readonly pool: ClientPool;
  readonly query: QueryNeeds;
  readonly client: ClientRules;
}

interface ClientPool {
  readonly max: number;
  /** Connections are kept open after use, at most this long; null: until the other side ends them. */
  readonly idleMs: number | null;
  /** Tests a connection before use, so that a dead one costs a reconnect and no error. */
  readonly prePing: boolean;
}

/** What can be known of a load. */
export type LoadFact = 'cpu' | KnownField | 'memory';

/** A trace measured it, it follows from what a trace measured (such as an upper bound), or somebody told it. */
type KnownHow = 'measured' | 'derived' | 'told';

/** CPU demand as a flow, as metrics show it, with what comes along. */
export interface LoadDemand {
  readonly kind: 'load';
  readonly name: string;
  readonly vcpu: Profile;
  /** The vCPU were calculated from a number of queries, so they rise and fall with the CPU of one query. */
  readonly isCpuOfQueries?: true;
  /** The load is a rare event. It has no fields of its own for queries and connections: it follows the other loads. */
  readonly isEvent?: true;
  /** How what the load holds is known; the rest is assumed. CPU is in it if a trace became the load. */
  readonly known?: Readonly<Partial<Record<LoadFact, KnownHow>>>;
  /** CPU that one query of the flow takes: it says how many wait when CPU is short. */
  readonly cpuMsPerQuery: number;
  /** At most so many are active at once; the rest wait outside. null: no limit. */
  readonly concurrency: number | null;
  /** Connections that are open while there is demand. */
  readonly connections: number;
  readonly memoryBytes: Profile;
  readonly pagesPerQuery: number;
}

/** Whether a trace became the load, and no scenario states it. */
export function isTraceLoad({ known }: LoadDemand): boolean {
  return known?.cpu !== undefined;
}

/** Fields of a load that few people measure. */
export const KNOWN_FIELDS = ['concurrency', 'cpuMsPerQuery', 'connections'] as const;
export type KnownField = (typeof KNOWN_FIELDS)[number];

/** The bounds of what a load can be asked to have. */
export const LEAST_CPU_MS_PER_QUERY = 0.01;
export const MOST_CONNECTIONS = 100_000;

export type Demand = JobsDemand | ClientsDemand | LoadDemand;
