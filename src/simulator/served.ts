import type { Cpu } from '../compute/index.ts';
import type { InactivityAlarm } from './inactivity-alarm.ts';
import type { Limits } from './limits.ts';
import type { CountedApart } from './recorder/counted-apart.ts';
import type { Journal } from './recorder/journal.ts';
import type { WakeLog } from './recorder/wake-log.ts';
import type { Memory } from './resources/memory.ts';
import type { Pages } from './resources/pages.ts';
import type { TemporaryDisk } from './resources/temporary-disk.ts';

/** What the clients of a compute need of it. */
export interface Served {
  /** A connect is accepted at once: the compute runs. */
  readonly accepts: boolean;
  /** All that are open to Postgres, of clients and of the load. */
  readonly connections: number;
  /** How many connections clients may have beside those of loads. */
  readonly clientRoom: number;
  /**
   * So many more clients that come straight, and leave before anything else is due, would show nowhere but in counts.
   */
  readonly roomUnnoticed: number;
  readonly limits: Limits;
  readonly memory: Memory;
  readonly disk: TemporaryDisk;
  readonly journal: Journal;
  readonly wakes: WakeLog;
  readonly apart: CountedApart;
  readonly inactivity: InactivityAlarm;
  readonly cpu: Cpu;
  readonly pages: Pages;
  readonly scaling: { wantTick(nowMs: number): void };
  /** A client wants in while the compute does not run; it will hold or refuse the visit. */
  knock(visit: number): void;
  /** Somebody who waited at the door has left. */
  left(): void;
  touch(): void;
  startCpu(visit: number, cpuMs: number): void;
  removeFromCpu(visit: number): void;
  /** Reads pages through the cache; the time that misses cost. */
  readPages(pages: number): number;
}
