import { Histogram } from '../../compute/index.ts';
import { EVENT, type RunTotals, type Simulation } from '../../simulator/index.ts';
import { lengthWithin } from '../../workload/index.ts';
import { measuredCompute } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';

/** Quantities that add up over parts of a run, so that days can be combined into months. */
const SUMMED = [
  'ms',
  'awakeMs',
  'quarterCuMs',
  'throttledMs',
  'wakes',
  'wakesInHours',
  'hoursMs',
  'delayedByWake',
  'delayedOver',
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

/**
 * The sums between two instants of a run. The calendar says how much of this time lies in the counted hours.
 */
export function sumsBetween({ counted, zone, startMs }: Simulation, from: Sums, until: Sums): Sums {
  const hoursMs = lengthWithin(counted.hours, zone, startMs + from.ms, startMs + until.ms);
  return sumsOf((name) => (name === 'hoursMs' ? hoursMs : until[name] - from[name]));
}

/**
 * The sums of a run of one compute so far, without the hours, which follow from the calendar. The delays that
 * exceed their objective's bound are counted.
 */
export function sumsAt(run: RunTotals, objectives: Objectives): Sums {
  const { nowMs } = run;
  const compute = measuredCompute(run);
  const { clientLog, cpu, cache, meter, apart } = compute;
  const delays = new Histogram();
  delays.addAll(clientLog.delays);
  delays.addAll(cpu.flowDelaysAt(nowMs));
  const over = (histogram: Histogram, bound: number | null) => (bound === null ? 0 : histogram.above(bound));
  return {
    ms: nowMs,
    awakeMs: meter.awakeMsAt(nowMs),
    quarterCuMs: meter.quarterCuMsAt(nowMs),
    throttledMs: cpu.throttledMsAt(nowMs),
    wakes: compute.counted(EVENT.wake),
    wakesInHours: apart.wakesInHours,
    hoursMs: 0,
    delayedByWake: clientLog.wakeWaits.count,
    delayedOver: apart.delayedOver,
    failedConnects: compute.counted(EVENT.connectionGivenUp),
    refused: compute.counted(EVENT.connectionRefused) + compute.counted(EVENT.poolTimedOut),
    hits: cache.hitsAt(nowMs),
    misses: cache.missesAt(nowMs),
    memoryKills: compute.counted(EVENT.memoryKill),
    dropped: compute.counted(EVENT.connectionDropped),
    delays: delays.count,
    delaysOverP95: over(delays, objectives['delay-p95']),
    delaysOverP99: over(delays, objectives['delay-p99']),
    poolWaits: clientLog.poolWaits.count,
    poolWaitsOverP99: over(clientLog.poolWaits, objectives['pool-wait-p99']),
  };
}
