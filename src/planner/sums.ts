import { EVENT, Histogram, type Run } from '../engine/index.ts';
import type { Promises } from './promises.ts';

/** What adds up over parts of a run, so that days can be put together to months. */
const SUMMED = [
  'ms',
  'awakeMs',
  'quarterCuMs',
  'throttledMs',
  'wakes',
  'delayedByWake',
  'failedConnects',
  'refused',
  'hits',
  'misses',
  'memoryKills',
  'dropped',
  'delays',
  'delaysOverP95',
  'delaysOverP99',
  'poolWaits',
  'poolWaitsOverP99',
] as const;
export type Sums = Readonly<Record<(typeof SUMMED)[number], number>>;

export function sumsOf(of: (name: keyof Sums) => number): Sums {
  return Object.fromEntries(SUMMED.map((name) => [name, of(name)])) as Sums;
}

export function total(parts: readonly Sums[]): Sums {
  return sumsOf((name) => parts.reduce((sum, part) => sum + part[name], 0));
}

export function difference(until: Sums, from: Sums): Sums {
  return sumsOf((name) => until[name] - from[name]);
}

/** All that has come so far in a run of one compute. Of delays it counts those that are longer than was promised. */
export function sumsAt(run: Run, promises: Promises): Sums {
  const { nowMs } = run;
  const [compute] = run.computes as [Run['computes'][number]];
  const { clients, cpu, cache, meter } = compute;
  const delays = new Histogram();
  delays.addAll(clients.delays);
  delays.addAll(cpu.flowDelaysAt(nowMs));
  const over = (histogram: Histogram, bound: number | null) => (bound === null ? 0 : histogram.above(bound));
  return {
    ms: nowMs,
    awakeMs: meter.awakeMsAt(nowMs),
    quarterCuMs: meter.quarterCuMsAt(nowMs),
    throttledMs: cpu.throttledMsAt(nowMs),
    wakes: compute.counted(EVENT.wake),
    delayedByWake: clients.wakeWaits.count,
    failedConnects: compute.counted(EVENT.connectionGivenUp),
    refused: compute.counted(EVENT.connectionRefused) + compute.counted(EVENT.poolTimedOut),
    hits: cache.hitsAt(nowMs),
    misses: cache.missesAt(nowMs),
    memoryKills: compute.counted(EVENT.memoryKill),
    dropped: compute.counted(EVENT.connectionDropped),
    delays: delays.count,
    delaysOverP95: over(delays, promises['delay-p95']),
    delaysOverP99: over(delays, promises['delay-p99']),
    poolWaits: clients.poolWaits.count,
    poolWaitsOverP99: over(clients.poolWaits, promises['pool-wait-p99']),
  };
}
