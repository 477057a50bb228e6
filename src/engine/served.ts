import type { EventNumber } from './event-kinds.ts';
import type { RefusalKey } from './refusals.ts';

/** What the clients of a compute need of it. */
export interface Served {
  readonly nowMs: number;
  /** A connect is accepted at once: the compute runs. */
  readonly accepts: boolean;
  readonly connectionLimit: number;
  readonly pooledClientLimit: number;
  readonly poolSize: number;
  readonly poolWaitMs: number;
  /** Tells the compute of a connect that is not accepted at once; it will hold or refuse the visit. */
  knock(visit: number): void;
  /** Somebody who waited at the door has left. */
  left(): void;
  touch(): void;
  openedInFirstSecond(): void;
  startCpu(visit: number, cpuMs: number): void;
  removeFromCpu(visit: number): void;
  /** Reads pages through the cache; the time that misses cost. */
  readPages(pages: number): number;
  takeMemory(visit: number, bytes: number, rampMs: number): void;
  giveMemory(bytes: number): void;
  takeDisk(bytes: number): boolean;
  giveDisk(bytes: number): void;
  connectionsChanged(): void;
  count(kind: EventNumber, detail?: Readonly<Record<string, unknown>>): void;
  refuse(key: RefusalKey, clients?: number): void;
}
