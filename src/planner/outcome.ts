import { EVENT, Histogram, type Run } from '../engine/index.ts';
import {
  computeCostMicros,
  cuOf,
  DAY_MS,
  HOUR_MS,
  MICROS,
  QUARTER_CU_MS_PER_CU_HOUR,
  QUOTED_MONTH_HOURS,
} from '../facts/index.ts';

/** What a setting comes to: everything that promises are about, and what it costs. Plain data. */
export interface Outcome {
  /** Of a month as prices are quoted. */
  readonly costPerMonth: number;
  readonly cuHours: number;
  /** Share of the time awake in which there was more to do than processors. */
  readonly throttledShare: number;
  readonly delayP95Ms: number;
  readonly delayP99Ms: number;
  readonly wakesPerDay: number;
  /** Clients that came to a sleeping compute and waited. */
  readonly delayedByWakePerDay: number;
  readonly failedConnects: number;
  readonly refused: number;
  readonly poolWaitP99Ms: number;
  /** null: nothing was read that could have been in the cache. */
  readonly hitRatio: number | null;
  readonly memoryKills: number;
  /** What was left of the temporary disk at its fullest. */
  readonly diskFreeShare: number;
  readonly dropped: number;
  /** Months in which the plan's quota was spent before their end. */
  readonly quotaSpentMonths: number;
  readonly awakeShare: number;
  readonly peakCu: number;
  readonly peakConnections: number;
  readonly peakPooled: number;
  readonly peakDiskBytes: number;
  readonly deniedDownscales: number;
}

/** Of a run of one compute that has come to its end. */
export function outcomeOf(run: Run): Outcome {
  const { simulation, nowMs } = run;
  const [compute] = run.computes as [Run['computes'][number]];
  const { clients, cpu, cache, meter, disk } = compute;
  const quarterCuMs = meter.quarterCuMsAt(nowMs);
  const cost = computeCostMicros(quarterCuMs, simulation.prices.computeMicrosPerCuHour[simulation.plan]);
  const awakeMs = meter.awakeMsAt(nowMs);
  const delays = new Histogram();
  delays.addAll(clients.delays);
  delays.addAll(cpu.flowDelaysAt(nowMs));
  const [hits, misses] = [cache.hitsAt(nowMs), cache.missesAt(nowMs)];
  const perDay = (count: number) => (nowMs === 0 ? 0 : (count * DAY_MS) / nowMs);
  const counted = (kind: number) => compute.counted(kind as Parameters<typeof compute.counted>[0]);
  return {
    costPerMonth: nowMs === 0 ? 0 : Math.round((cost * QUOTED_MONTH_HOURS * HOUR_MS) / nowMs) / MICROS,
    cuHours: quarterCuMs / QUARTER_CU_MS_PER_CU_HOUR,
    throttledShare: awakeMs === 0 ? 0 : cpu.throttledMsAt(nowMs) / awakeMs,
    delayP95Ms: delays.quantile(0.95),
    delayP99Ms: delays.quantile(0.99),
    wakesPerDay: perDay(counted(EVENT.wake)),
    delayedByWakePerDay: perDay(clients.wakeWaits.count),
    failedConnects: counted(EVENT.connectionGivenUp),
    refused: counted(EVENT.connectionRefused) + counted(EVENT.poolTimedOut),
    poolWaitP99Ms: clients.poolWaits.quantile(0.99),
    hitRatio: hits + misses === 0 ? null : hits / (hits + misses),
    memoryKills: counted(EVENT.memoryKill),
    diskFreeShare: 1 - disk.highestBytes / disk.limitBytes,
    dropped: counted(EVENT.connectionDropped),
    quotaSpentMonths: run.monthsAt(nowMs).filter(({ spentAtMs }) => spentAtMs !== null).length,
    awakeShare: nowMs === 0 ? 0 : awakeMs / nowMs,
    peakCu: cuOf(compute.peakSize),
    peakConnections: clients.connections.peak,
    peakPooled: clients.connections.peakPooled,
    peakDiskBytes: disk.highestBytes,
    deniedDownscales: counted(EVENT.downscaleDenied),
  };
}
