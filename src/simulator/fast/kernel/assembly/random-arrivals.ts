import * as OFFSET from '../memory-layout';
import { asWhole, cell, put } from './memory';
import { QUOTA_OVERRUN_MS } from './processors';

/**
 * Returns the mean number of queries that wait because they come at random, or 0 if they come evenly. While a load stays
 * the same, the size often goes back to one that it had.
 */
export function queuedAtRandom(asked: f64, vcpu: f64, cpuMsPerQuery: f64): f64 {
  if (cell(OFFSET.RANDOM_ARRIVALS) === 0 || asked === 0 || asked > vcpu) return 0;
  const place = asWhole(vcpu * PER_VCPU) % OFFSET.SIZES;
  const isKnown =
    cell(OFFSET.QUEUE_VCPU + place) === vcpu &&
    cell(OFFSET.QUEUE_ASKED + place) === asked &&
    cell(OFFSET.QUEUE_CPU_MS_PER_QUERY + place) === cpuMsPerQuery;
  if (isKnown) return cell(OFFSET.QUEUE_LENGTH + place);
  const queued = computed(asked, vcpu, cpuMsPerQuery);
  put(OFFSET.QUEUE_VCPU + place, vcpu);
  put(OFFSET.QUEUE_ASKED + place, asked);
  put(OFFSET.QUEUE_CPU_MS_PER_QUERY + place, cpuMsPerQuery);
  put(OFFSET.QUEUE_LENGTH + place, queued);
  return queued;
}

/** The processors of two sizes differ by a quarter or more. */
const PER_VCPU: f64 = 4;

function computed(asked: f64, vcpu: f64, cpuMsPerQuery: f64): f64 {
  const processors = Math.ceil(vcpu);
  const queued = queuedAt(asked / processors, processors, processors / cpuMsPerQuery);
  if (processors === vcpu) return queued;
  const inPeriodMs = vcpu * cell(OFFSET.QUOTA_PERIOD_MS) + processors * QUOTA_OVERRUN_MS;
  const inPeriod = Math.round(inPeriodMs / cpuMsPerQuery);
  const servers = Math.max(1, Math.min(MOST_SERVERS, inPeriod));
  return queued + queuedAt(asked / vcpu, servers, vcpu / cpuMsPerQuery);
}

const MOST_SERVERS: f64 = 60;
const QUEUE_GROWS_MS: f64 = 60000;

function queuedAt(use: f64, servers: f64, perMs: f64): f64 {
  const waiting = waitingShare(use, servers);
  const inMinute = perMs * QUEUE_GROWS_MS;
  const idle = inMinute * (1 - use) + waiting;
  const product = 2 * waiting * inMinute * use;
  return product / (idle + Math.sqrt(idle * idle + 2 * product));
}

function waitingShare(use: f64, servers: f64): f64 {
  const busy = use * servers;
  let refused: f64 = 1;
  for (let one: f64 = 1; one <= servers; one++) refused = (busy * refused) / (one + busy * refused);
  return refused / (1 - use * (1 - refused));
}
