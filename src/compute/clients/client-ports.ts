import type { Cpu } from '../resources/cpu.ts';
import type { Limits } from '../resources/limits.ts';
import type { RefusalKey } from './refusals.ts';

/** The parts of a compute that its clients need. */
export interface ServingCompute {
  readonly nowMs: number;
  /** Clients are let in at once: the compute runs. */
  readonly accepts: boolean;
  /** The open connections to Postgres, of clients and of the load. */
  readonly connections: number;
  readonly load: { readonly connections: number };
  readonly settings: { readonly limits: Limits };
  readonly machine: ServingMachine;
  readonly cpu: Cpu;
  readonly scaling: { wantTick(nowMs: number): void };
  readonly clientLog: ClientReport;
  /** A client wants in while the compute does not run; it will be held or refused. */
  knock(visit: number): void;
  send(event: 'disconnect'): void;
  touch(): void;
  cpuChanged(): void;
}

/** The parts of a machine that queries use. */
interface ServingMachine {
  readonly memory: {
    changed(): void;
    take(visit: number, bytes: number, rampMs: number): void;
    give(bytes: number): void;
  };
  readonly disk: { take(bytes: number): boolean; give(bytes: number): void };
  readonly pages: { read(pages: number): number };
}

/** Which way a client comes in: straight to Postgres, or through the pooler. */
export type Route = 'direct' | 'pooler';

/** The needs of a query beside processors and time. */
export interface BesideNeeds {
  readonly memoryBytes: number;
  /** The memory is taken in equal parts over this time. */
  readonly memoryRampMs: number;
  /** 8 KiB pages read, of which the local file cache may hold some. */
  readonly pages: number;
  readonly temporaryBytes: number;
}

/** Whoever the clients belong to: it knows what they want, and hears what became of them. */
export interface ClientOwner {
  routeOf(visit: number): Route;
  needsOf(visit: number): BesideNeeds;
  connectTimeoutMs(visit: number): number;
  /** Sets the one timer of a visit, which wants to hear of it in `timer`; Infinity: it does not go off. */
  setTimer(visit: number, atMs: number): void;
  clearTimer(visit: number): void;
  /** The timer of a visit went off that is away. */
  timer(visit: number): void;
  /** A client has its connection, and wants to use it. */
  connected(visit: number): void;
  /** A client was not let in, or waited too long for a start or for the pooler. */
  failed(visit: number, key: RefusalKey): void;
  /** The query is done. The client still has its connection. */
  done(visit: number): void;
  /** The session ended under the client's hands, in the middle of a query. */
  lost(visit: number, key: RefusalKey): void;
  /** All connections are cut, those that do nothing too. */
  cut(key: RefusalKey): void;
}

/** Whoever writes down what happens to clients. */
export interface ClientReport {
  held(): void;
  opened(): void;
  refused(key: RefusalKey): void;
  timedOut(): void;
  queued(): void;
  poolTimedOut(): void;
  diskFull(): void;
  /** So many connections are cut at once. */
  dropped(connections: number): void;
  queryDone(tookMs: number, neededMs: number): void;
  queryDropped(key: RefusalKey): void;
  /** A client had to wait for a start, or for a server connection of the pooler. */
  waitedForStart(waitMs: number): void;
  waitedForPool(waitMs: number): void;
}
