import type { CountedApart } from './counted-apart.ts';
import type { Journal } from './journal.ts';
import type { Limits } from './limits.ts';
import type { Memory } from './memory.ts';
import type { TemporaryDisk } from './temporary-disk.ts';
import type { WakeLog } from './wake-log.ts';

/** What the clients of a compute need of it. */
export interface Served {
  /** A connect is accepted at once: the compute runs. */
  readonly accepts: boolean;
  /** All that are open to Postgres, of clients and of the flow. */
  readonly connections: number;
  readonly connectionLimit: number;
  /** A client that comes straight and leaves before anything else is due would show nowhere but in counts. */
  readonly servesUnnoticed: boolean;
  readonly limits: Limits;
  readonly memory: Memory;
  readonly disk: TemporaryDisk;
  readonly journal: Journal;
  readonly wakes: WakeLog;
  readonly apart: CountedApart;
  readonly life: {
    /** Tells the compute of a connect that is not accepted at once; it will hold or refuse the visit. */
    knock(visit: number): void;
    /** Somebody who waited at the door has left. */
    left(): void;
    touch(atMs: number): void;
    readonly isAlarmSet: boolean;
    alarmBefore(untilMs: number): boolean;
    /** The next thing that is due is the alarm, and activity only moves it on. */
    readonly isAlarmPassable: boolean;
    alarmAfter(activeMs: number, atMs: number): number;
    passAlarm(activeMs: number, atMs: number, dueMs: number): void;
  };
  touch(): void;
  startCpu(visit: number, cpuMs: number): void;
  removeFromCpu(visit: number): void;
  /** Reads pages through the cache; the time that misses cost. */
  readPages(pages: number): number;
}
