import {
  type BesideNeeds,
  emptyMachine,
  NEW_LIFE,
  type SavedCpu,
  type SavedLife,
  type SavedMachine,
  type SavedQueued,
  type SavedScaling,
} from '../../compute/index.ts';
import { quarterCu } from '../../facts/index.ts';

/** Where the life of a compute stands, as plain JSON: what a service goes on from after it was ended. */
export interface LiveState extends SavedScaling {
  /** null: it has not been created yet. */
  readonly life: SavedLife | null;
  /** How many random draws it has had of each cause. */
  readonly draws: Readonly<Record<string, number>>;
  /** The setting that it runs with: one that was asked for counts once it is taken. */
  readonly minCu: number;
  readonly maxCu: number;
  readonly meteredSinceMs: number;
  /** The processors, with the load and the queries that share them. Jobs have the numbers of sessions. */
  readonly cpu: SavedCpu;
  readonly machine: SavedMachine;
  /** What the load holds. */
  readonly flowConnections: number;
  readonly flowMemoryBytes: number;
  readonly flowWaits: boolean;
  readonly load: Load;
  readonly sessions: readonly SavedSession[];
  /** In the order in which they came. */
  readonly waiting: readonly SavedWaiting[];
  /** The sessions that wait for a server connection of the pooler, in order. */
  readonly poolQueue: readonly SavedQueued[];
  /** Somebody was at work who lives in a socket: that ends with the process. */
  readonly outsideBusy: boolean;
  /** When the load asks again; null: not by itself. */
  readonly knockAtMs: number | null;
}

/** What is asked of a compute all the time, until it is set anew. */
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
  /** Its number in the compute. */
  readonly visit: number;
  readonly id: string;
  readonly pooled: boolean;
  readonly openedAtMs: number;
  /** It goes when its query is done. */
  readonly leaves: boolean;
  readonly phase: 'idle' | 'queued' | 'waiting' | 'onCpu' | 'failing';
  /** When it asked its query. */
  readonly bornMs: number;
  /** When it is done with waiting; null: it waits for nothing but processors. */
  readonly timerMs: number | null;
  readonly query: Query;
  /** What its query holds. */
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

/** Of a compute that is to be created with this setting. */
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
      vcpu: 0,
      flowVcpu: 0,
      flowCpuMsPerQuery: 1,
      concurrency: null,
      backlogMs: 0,
      service: 0,
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
    tickAtMs: null,
    lookAtMs: null,
    knockAtMs: null,
  };
}
