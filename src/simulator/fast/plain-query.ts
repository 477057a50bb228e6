import { SECOND_MS } from '../../facts/index.ts';
import type { Demand, QueryNeeds } from '../../workload/index.ts';
import { isTimerOnly } from './timer-only.ts';

/** Whether a query is plain: it gets all of its memory at once, and uses no temporary disk. */
export function isPlain({ memoryBytes, memoryRampMs, temporaryBytes }: QueryNeeds): boolean {
  return temporaryBytes === 0 && (memoryBytes === 0 || memoryRampMs <= SECOND_MS);
}

/** Whether a demand is for the fast path of clients: its queries are plain, and need more than time. */
export function hasPlainQueries(demand: Demand): boolean {
  if (demand.kind !== 'jobs' && demand.kind !== 'clients') return false;
  return isPlain(demand.query) && !(demand.kind === 'jobs' && isTimerOnly(demand));
}
