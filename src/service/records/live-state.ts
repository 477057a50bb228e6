import {
  type BesideNeeds,
  emptyMachine,
  NEW_LIFE,
  type SavedAdmission,
  type SavedCpu,
  type SavedLife,
  type SavedMachine,
  type SavedQueued,
  type SavedScaling,
} from '../../compute/index.ts';
import { quarterCu } from '../../facts/index.ts';

/** The state of a compute as plain JSON, from which a service goes on after a restart. */
export interface LiveState extends SavedScaling {
  /** Null before the compute is created. */
  readonly life: SavedLife | null;
  /** How many random draws the compute has made for each cause. */
  readonly draws: Readonly<Record<string, number>>;
  /** The range that the compute runs with. A requested change counts only once the compute has applied it. */
  readonly minCu: number;
  readonly maxCu: number;
  readonly meteredSinceMs: number;
  /** The processors, with the load and the queries that share them. A job has the number of its session. */
  readonly cpu: SavedCpu;
  readonly machine: SavedMachine;
  /** The connections that the load holds. */
  readonly flowConnections: number;
  readonly flowMemoryBytes: number;
  readonly flowWaits: boolean;
  readonly load: Load;
  readonly sessions: readonly SavedSession[];
  /** The clients that wait for the compute, in the order in which they came. */
  readonly waiting: readonly SavedWaiting[];
  /** The sessions that wait for a server connection of the pooler, in order. */
  readonly poolQueue: readonly SavedQueued[];
  /** A client from outside was running a query, which ends with the process. */
  readonly outsideBusy: boolean;
  /** Until when the proxy may refuse further clients, because the compute wakes. */
  readonly refusesUntil: SavedAdmission;
  /** When the load tries to connect again; null if it does not try by itself. */
  readonly knockAtMs: number | null;
}

/** A constant load on a compute, until it is set anew. */
export interface Load {
  readonly vcpu: number;
  readonly cpuMsPerQuery: number;
  readonly pagesPerQuery: number;
  readonly concurrency: number | null;
  readonly connections: number;
  readonly memoryBytes: number;
  readonly workingSetBytes: number;
}

export const NO_LOAD: Load = {
  vcpu: 0,
  cpuMsPerQuery: 10,
  pagesPerQuery: 0,
  concurrency: null,
  connections: 0,
  memoryBytes: 0,
  workingSetBytes: 0,
};

export interface SavedSession {
  /** The number of the session within its compute. */
  readonly visit: number;
  readonly id: string;
  readonly pooled: boolean;
  readonly openedAtMs: number;
  /** Whether the session ends when its query is done. */
  readonly leaves: boolean;
  readonly phase: 'idle' | 'queued' | 'waiting' | 'onCpu' | 'failing';
  /** When its query arrived. */
  readonly bornMs: number;
  /** When its timed wait ends; null if it is idle or runs on a processor. */
  readonly timerMs: number | null;
  readonly query: Query;
  /** The memory that its query holds. */
  readonly memoryBytes: number;
  readonly temporaryBytes: number;
}

export interface SavedWaiting {
  readonly visit: number;
  readonly id: string;
  readonly pooled: boolean;
  readonly bornMs: number;
  readonly untilMs: number;
  readonly query: Query;
  readonly leaves: boolean;
}

/** The needs of one query. */
export interface Query extends BesideNeeds {
  readonly cpuMs: number;
  readonly waitMs: number;
}

export const NO_QUERY: Query = {
  cpuMs: 0,
  waitMs: 0,
  memoryBytes: 0,
  memoryRampMs: 0,
  pages: 0,
  temporaryBytes: 0,
};

/** The state of a new compute with this range. */
export function newLive(minCu: number, maxCu: number, nowMs: number, disabled: boolean): LiveState {
  return {
    life: disabled ? { ...NEW_LIFE, nowMs, disabled } : null,
    draws: {},
    quarterCu: quarterCu(minCu),
    minCu,
    maxCu,
    meteredSinceMs: nowMs,
    sizing: null,
    cpu: {
      sinceMs: nowMs,
      startedMs: nowMs,
      vcpu: 0,
      flowVcpu: 0,
      flowCpuMsPerQuery: 1,
      concurrency: null,
      backlogMs: 0,
      service: 0,
      carriedMs: 0,
      quotaUsedMs: 0,
      jobs: [],
    },
    machine: emptyMachine(nowMs),
    flowConnections: 0,
    flowMemoryBytes: 0,
    flowWaits: false,
    load: NO_LOAD,
    sessions: [],
    waiting: [],
    poolQueue: [],
    outsideBusy: false,
    refusesUntil: null,
    tickAtMs: null,
    lookAtMs: null,
    knockAtMs: null,
  };
}
