import { NEW_LIFE, type SavedCpu, type SavedLife, type SavedScaling } from '../../compute/index.ts';
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
  /** The processors, with the load and the queries that share them. */
  readonly cpu: SavedCpu;
  /** The sessions whose queries those are. A job of the processors that is not here belongs to a socket. */
  readonly queries: readonly SavedQuery[];
  /** What the load holds. */
  readonly flowConnections: number;
  readonly flowMemoryBytes: number;
  readonly flowWaits: boolean;
  readonly load: Load;
  readonly sessions: readonly SavedSession[];
  readonly waiting: readonly SavedWaiting[];
  /** Somebody was at work who lives in a socket: that ends with the process. */
  readonly outsideBusy: boolean;
  /** When the load asks again; null: not by itself. */
  readonly knockAtMs: number | null;
}

/** What is asked of a compute all the time, until it is set anew. */
export interface Load {
  readonly vcpu: number;
  readonly cpuMsPerQuery: number;
  readonly concurrency: number | null;
  readonly connections: number;
  readonly memoryBytes: number;
  readonly workingSetBytes: number;
}

export const NO_LOAD: Load = {
  vcpu: 0,
  cpuMsPerQuery: 10,
  concurrency: null,
  connections: 0,
  memoryBytes: 0,
  workingSetBytes: 0,
};

export interface SavedSession {
  readonly id: string;
  readonly pooled: boolean;
  readonly openedAtMs: number;
  /** Until when its query runs; null: it does nothing. */
  readonly busyUntilMs: number | null;
  readonly memoryBytes: number;
  /** It goes when its query is done. */
  readonly leaves: boolean;
}

/** A query on the processors, and what it still needs after them. */
export interface SavedQuery {
  readonly job: number;
  readonly sessionId: string;
  readonly waitMs: number;
  readonly memoryBytes: number;
}

export interface SavedWaiting {
  readonly id: string;
  readonly pooled: boolean;
  readonly untilMs: number;
  readonly query: Query;
  readonly leaves: boolean;
}

/** What a query needs: processors, time beside, and memory for as long as it runs. */
export interface Query {
  readonly cpuMs: number;
  readonly waitMs: number;
  readonly memoryBytes: number;
}

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
    queries: [],
    flowConnections: 0,
    flowMemoryBytes: 0,
    flowWaits: false,
    load: NO_LOAD,
    sessions: [],
    waiting: [],
    outsideBusy: false,
    tickAtMs: null,
    lookAtMs: null,
    knockAtMs: null,
  };
}
