import { QUOTA_OVERRUN_MS } from './cpu-quota.ts';

/**
 * The mean number of queries that wait because they come at random and not evenly. Some find all processors busy. If the
 * size is not whole, some find the quota of the period used: the quota, with its overrun, serves a number of queries, as
 * processors do. A load that asks for more than there is has a backlog instead, which takes time to grow.
 *
 * @param asked the processors that the load asks for
 * @param vcpu the processors of the compute
 */
export function queuedAtRandom(
  asked: number,
  vcpu: number,
  cpuMsPerQuery: number,
  quotaPeriodMs: number,
): number {
  if (asked === 0 || asked > vcpu) return 0;
  const processors = Math.ceil(vcpu);
  const queued = queuedAt(asked / processors, processors, processors / cpuMsPerQuery);
  if (processors === vcpu) return queued;
  const inPeriod = Math.round((vcpu * quotaPeriodMs + processors * QUOTA_OVERRUN_MS) / cpuMsPerQuery);
  const servers = Math.max(1, Math.min(MOST_SERVERS, inPeriod));
  return queued + queuedAt(asked / vcpu, servers, vcpu / cpuMsPerQuery);
}

/** With more servers hardly a query waits, unless they are busy nearly all the time. */
const MOST_SERVERS = 60;
const QUEUE_GROWS_MS = 60_000;

/**
 * Erlang's formula. Near full use its queue has no limit, but takes long to grow. So this is the queue after a minute.
 *
 * @param perMs how many queries all servers can do in a millisecond
 */
function queuedAt(use: number, servers: number, perMs: number): number {
  const waiting = waitingShare(use, servers);
  const inMinute = perMs * QUEUE_GROWS_MS;
  const idle = inMinute * (1 - use) + waiting;
  const product = 2 * waiting * inMinute * use;
  return product / (idle + Math.sqrt(idle * idle + 2 * product));
}

/** The share of queries that find all servers busy. */
function waitingShare(use: number, servers: number): number {
  const busy = use * servers;
  let refused = 1;
  for (let one = 1; one <= servers; one++) refused = (busy * refused) / (one + busy * refused);
  return refused / (1 - use * (1 - refused));
}
