import type { Clients } from '../../compute/index.ts';
import type { InactivityAlarm } from '../inactivity-alarm.ts';
import type { ClientLog } from '../recorder/client-log.ts';
import type { Journal } from '../recorder/journal.ts';

/** The parts of a compute that the demand of a run uses. */
export interface DemandedCompute {
  readonly accepts: boolean;
  /**
   * The number of additional direct clients that would show only in counts, if they leave before any other
   * event.
   */
  readonly roomUnnoticed: number;
  readonly clients: Clients;
  readonly clientLog: ClientLog;
  readonly journal: Journal;
  readonly inactivity: InactivityAlarm;
  touch(): void;
}
