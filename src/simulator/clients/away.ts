import { PHASE } from '../../compute/index.ts';

/** What a client of a run does while it neither waits for its compute nor has a query there. */
export const AWAY = {
  backingOff: PHASE.away,
  thinking: PHASE.away + 1,
  /** In its own application's pool, for a connection. */
  wantsSocket: PHASE.away + 2,
} as const;
