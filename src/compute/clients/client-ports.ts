import type { Cpu } from '../resources/cpu.ts';
import type { Limits } from '../resources/limits.ts';
import type { RefusalKey } from './refusals.ts';
import type { WakeAdmissionRule } from './wake-admission.ts';

/** The parts of a compute that its clients need. */
export interface ServingCompute {
  readonly nowMs: number;
  /** Whether the compute runs, and so accepts clients at once. */
  readonly accepts: boolean;
  /** The open connections to Postgres of clients and of the load. */
  readonly connections: number;
  readonly load: { readonly connections: number };
  readonly settings: { readonly limits: Limits };
  readonly machine: ServingMachine;
  readonly cpu: Cpu;
  readonly scaling: { wantTick(nowMs: number): void };
  readonly clientLog: ClientReport;
  /** Null if the proxy admits all clients that meet at a wake. */
  readonly wakeAdmission: WakeAdmissionRule | null;
  drawAdmission(): number;
  /** A client connects while the compute does not run. It is then held or refused. */
  knock(visit: number): void;
  send(event: 'disconnect'): void;
  touch(): void;
  cpuChanged(): void;
}

/** The parts of a machine that queries use. */
interface ServingMachine {
  readonly connectionCpuMs: number;
  readonly hasUnawaitedWork: boolean;
  readonly ownWork: { after(queryCpuMs: number): number };
  readonly memory: {
    changed(): void;
    take(visit: number, bytes: number, rampMs: number): void;
    give(bytes: number): void;
  };
  readonly disk: { take(bytes: number): boolean; give(bytes: number): void };
  readonly pages: { read(pages: number): number };
}

/** The connection path: directly to Postgres, or through the pooler. */
export type Route = 'direct' | 'pooler';

/** The needs of a query besides CPU and time. */
export interface BesideNeeds {
  readonly memoryBytes: number;
  /** The query takes its memory in equal parts over this time. */
  readonly memoryRampMs: number;
  /** 8 KiB pages that the query reads. The local file cache may hold some of them. */
  readonly pages: number;
  readonly temporaryBytes: number;
}

/** The owner of the clients. It knows what they ask for, and is notified of the outcome. */
export interface ClientOwner {
  routeOf(visit: number): Route;
  needsOf(visit: number): BesideNeeds;
  connectTimeoutMs(visit: number): number;
  /**
   * Sets the only timer of a visit. When it fires, the owner calls `timer` of `Clients`. Infinity: it never
   * fires.
   */
  setTimer(visit: number, atMs: number): void;
  clearTimer(visit: number): void;
  /** A timer fired that the owner had set for its own visit, in phase `away`. */
  timer(visit: number): void;
  /** The client has its connection, and may use it. */
  connected(visit: number): void;
  /** The client was refused, or waited too long for a start or for the pooler. */
  failed(visit: number, key: RefusalKey): void;
  /** The query is done. The client keeps its connection. */
  done(visit: number): void;
  /** The session ended during a query, or while the client waited for the pooler. */
  lost(visit: number, key: RefusalKey): void;
  /** All connections end, idle ones included. */
  cut(key: RefusalKey): void;
}

/** Records what happens to clients. */
export interface ClientReport {
  held(): void;
  opened(): void;
  refused(key: RefusalKey): void;
  timedOut(): void;
  queued(): void;
  poolTimedOut(): void;
  diskFull(): void;
  /** This many connections end at once. */
  dropped(connections: number): void;
  queryDone(tookMs: number, neededMs: number): void;
  queryDropped(key: RefusalKey): void;
  /** The client has waited for a start, or for a server connection of the pooler. */
  waitedForStart(waitMs: number): void;
  waitedForPool(waitMs: number): void;
}
