import { type Histogram, REFUSALS } from '../compute/index.ts';
import {
  computeCostMicros,
  cuOf,
  DAY_MS,
  HOUR_MS,
  isFixed,
  MICROS,
  QUARTER_CU_MS_PER_CU_HOUR,
  QUOTED_MONTH_HOURS,
  type QuarterCu,
} from '../facts/index.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT, EVENT_KINDS, type EventNumber } from './recorder/event-kinds.ts';
import type { MonthRow } from './recorder/month-log.ts';
import { projectColumns, totalsColumns } from './recorder/total-columns.ts';
import type { AwakeTime } from './recorder/wake-log.ts';
import type { Run } from './run.ts';
import type { ComputeTotals, RunTotals } from './run-totals.ts';

/** The most entries of a document, over all computes of a project: days, changes and awake periods. */
const MOST_DAYS = 200_000;
const MOST_CHANGES = 20_000;
const MOST_TIMES_AWAKE = 5000;

/**
 * The result of a run as plain data. It has figures only; other code turns them into words. Times are ISO
 * 8601 in UTC.
 */
export type RunResult = ReturnType<typeof resultOf>;
export type ComputeResult = RunResult['computes'][number];

export function resultOf(run: Run) {
  const { simulation, nowMs } = run;
  const price = simulation.prices.computeMicrosPerCuHour[simulation.plan];
  const time = (atMs: number) => new Date(simulation.startMs + atMs).toISOString();
  const months = run.monthsAt(nowMs).map((month) => ({
    month: new Date(simulation.startMs + month.fromMs).toISOString().slice(0, 7),
    ...costOf(month, price),
    quotaSpentAt: month.spentAtMs === null ? null : time(month.spentAtMs),
  }));
  const rows = run.computes.map(({ periodBoundaries }) => periodBoundaries.hourlyTotals.at(nowMs));
  const dayRows = rows.map(({ days }) => days);
  const hourRows = rows.map(({ hours }) => hours);
  const local = (atMs: number) => localTime(simulation.zone.localMs(simulation.startMs + atMs));
  const keepsDays = dayRows.reduce((total, { length }) => total + length, 0) <= MOST_DAYS;
  return {
    from: time(0),
    until: time(nowMs),
    timezone: simulation.zone.name,
    seed: simulation.seed,
    facts: simulation.facts.name,
    plan: simulation.plan,
    prices: {
      date: simulation.prices.date,
      source: simulation.prices.source,
      currency: simulation.prices.currency,
    },
    quotaCuHours: simulation.facts.quotaCuHours.value[simulation.plan],
    totals: totalsOf(run),
    months,
    hours: projectColumns(hourRows, local),
    days: projectColumns(dayRows, local),
    computes: run.computes.map((compute, i) => ({
      ...computeResult(compute, run, time),
      hours: totalsColumns(hourRows[i] ?? []),
      days: totalsColumns(keepsDays ? (dayRows[i] ?? []) : []),
      timeSeries: {
        stepMs: compute.periodBoundaries.timeSeries.stepMs,
        ...compute.periodBoundaries.timeSeries.at(nowMs),
      },
    })),
  };
}

/** Returns the totals of a result without the rest of it, which takes much longer to collect. */
export function totalsOf(run: RunTotals) {
  const { simulation, nowMs, computes } = run;
  const price = simulation.prices.computeMicrosPerCuHour[simulation.plan];
  const quarterCuMs = computes.reduce((sum, { meter }) => sum + meter.quarterCuMsAt(nowMs), 0);
  const costs = run.monthsAt(nowMs).map((month) => costOf(month, price).cost);
  const cost = costs.reduce((sum, one) => sum + Math.round(one * MICROS), 0) / MICROS;
  return {
    cuHours: cuHours(quarterCuMs),
    cost,
    costPerMonth: nowMs === 0 ? 0 : round((cost * QUOTED_MONTH_HOURS * HOUR_MS) / nowMs, 6),
    queries: sum(computes, EVENT.queryDone),
    wakes: sum(computes, EVENT.wake),
    throttledSeconds: computes.reduce((total, { cpu }) => total + cpu.throttledMsAt(nowMs), 0) / 1000,
    refused: computes.reduce((total, compute) => total + refusedBy(compute), 0),
  };
}

function costOf({ quarterCuMs }: MonthRow, price: number) {
  const total = quarterCuMs.reduce((sum, value) => sum + value, 0);
  return { cuHours: cuHours(total), cost: computeCostMicros(total, price) / MICROS };
}

function computeResult(run: ComputeRun, { simulation, nowMs, computes }: Run, time: (ms: number) => string) {
  const { clients, clientLog, cpu, cache, plan, meter } = run;
  const limits = run.limitLog.inForce;
  const awakeMs = meter.awakeMsAt(nowMs);
  const flowDelays = cpu.flowDelaysAt(nowMs);
  const open = run.wakes.openAt(nowMs, clients.connections.inFirstSecond);
  const awake = open === null ? run.wakes.times : [...run.wakes.times, open];
  const [hits, misses] = [cache.hitsAt(nowMs), cache.missesAt(nowMs)];
  const quarterCuMs = meter.quarterCuMsAt(nowMs);
  const price = simulation.prices.computeMicrosPerCuHour[simulation.plan];
  const kept = Math.floor(MOST_TIMES_AWAKE / computes.length);
  const keptChanges = Math.floor(MOST_CHANGES / computes.length);
  return {
    name: plan.name,
    branch: plan.branch,
    type: plan.type,
    size: isFixed(plan.size) ? { cu: plan.size.minCu } : { minCu: plan.size.minCu, maxCu: plan.size.maxCu },
    suspendAfterMs: plan.suspendAfterMs,
    cuHours: cuHours(quarterCuMs),
    cost: computeCostMicros(quarterCuMs, price) / MICROS,
    awake: { hours: round(awakeMs / HOUR_MS, 4), share: share(awakeMs, nowMs) },
    meanCuAwake: awakeMs === 0 ? 0 : round(cuOf((quarterCuMs / awakeMs) as QuarterCu), 4),
    finalState: run.view.currentState,
    wakes: {
      count: run.counted(EVENT.wake),
      perDay: nowMs === 0 ? 0 : round((run.counted(EVENT.wake) * DAY_MS) / nowMs, 2),
      waitMs: quantiles(clientLog.wakeWaits),
      mostConnectsInFirstSecond: clients.connections.mostInFirstSecond,
      warmUp: warmUpOf(awake),
      each: awake.slice(0, kept).map(({ fromMs, untilMs, ...one }) => ({
        from: time(fromMs),
        until: time(untilMs),
        ...one,
      })),
      omitted: run.wakes.omitted + Math.max(0, awake.length - kept),
    },
    queries: {
      done: run.counted(EVENT.queryDone),
      dropped: run.counted(EVENT.queryDropped),
      addedDelayMs: quantiles(clientLog.delays),
    },
    load: { queries: Math.round(flowDelays.count), addedDelayMs: quantiles(flowDelays) },
    cpu: {
      usedCpuHours: round(cpu.usedCpuMsAt(nowMs) / HOUR_MS, 6),
      throttledSeconds: cpu.throttledMsAt(nowMs) / 1000,
      throttledShare: share(cpu.throttledMsAt(nowMs), awakeMs),
      mostQueuedCpuSeconds: round(cpu.highestBacklogMsAt(nowMs) / 1000, 3),
      highestLoad1: round(run.scaling.highestLoad1At(nowMs), 3),
    },
    memory: {
      highestBytes: Math.round(run.highestMemoryBytes),
      ramAtMaximumBytes: limits.ramBytes,
      kills: run.counted(EVENT.memoryKill),
      deniedDownscales: run.counted(EVENT.downscaleDenied),
    },
    cache: {
      workingSetBytes: cache.workingSetBytes,
      hitRatio: hits + misses === 0 ? null : round(hits / (hits + misses), 4),
      residentAtEndBytes: Math.round(cache.resident),
      evictedBytes: Math.round(cache.evictedBytes),
    },
    connections: {
      maxConnections: limits.maxConnections,
      clientLimit: limits.clientConnections,
      peak: clients.connections.atOnce.ever,
      pooledPeak: clients.connections.peakPooled,
      poolSize: limits.poolSize,
      poolWaitMs: quantiles(clientLog.poolWaits),
    },
    temporaryDisk: { highestBytes: run.disk.used.ever, limitBytes: limits.diskBytes },
    limits: run.limitLog.all.map(({ fromMs, limits: one }) => ({
      from: time(fromMs),
      maxConnections: one.maxConnections,
      clientLimit: one.clientConnections,
      poolSize: one.poolSize,
      temporaryDiskBytes: one.diskBytes,
    })),
    refusals: [...run.refusals].map(([key, { count, firstAtMs }]) => ({
      ...REFUSALS[key],
      count,
      firstAt: time(firstAtMs),
    })),
    events: Object.fromEntries(EVENT_KINDS.map((kind, i) => [kind, run.counted(i as EventNumber)])),
    life: run.states.at(nowMs),
    timeline: {
      entries: run.timeline.entries
        .slice(0, keptChanges)
        .map(({ atMs, ...entry }) => ({ at: time(atMs), ...entry })),
      omitted: run.timeline.omitted + Math.max(0, run.timeline.entries.length - keptChanges),
    },
  };
}

/** The time that the cache took to warm up, over the awake periods in which it became warm. */
function warmUpOf(awake: readonly AwakeTime[]) {
  const warmed = awake.flatMap(({ warmAfterMs }) =>
    warmAfterMs === null || warmAfterMs === 0 ? [] : [warmAfterMs],
  );
  const coldMs = awake.reduce((total, { coldReadsMs }) => total + coldReadsMs, 0);
  return {
    warmed: warmed.length,
    meanMs:
      warmed.length === 0 ? null : Math.round(warmed.reduce((total, ms) => total + ms, 0) / warmed.length),
    coldReadsMs: Math.round(coldMs),
  };
}

function quantiles(histogram: Histogram) {
  return {
    count: Math.round(histogram.count),
    mean: round(histogram.mean, 3),
    p50: round(histogram.quantile(0.5), 3),
    p95: round(histogram.quantile(0.95), 3),
    p99: round(histogram.quantile(0.99), 3),
    max: round(histogram.max, 3),
  };
}

function cuHours(quarterCuMs: number): number {
  return round(quarterCuMs / QUARTER_CU_MS_PER_CU_HOUR, 6);
}

function sum(computes: readonly ComputeTotals[], kind: EventNumber): number {
  return computes.reduce((total, compute) => total + compute.counted(kind), 0);
}

/** Returns the number of errors that clients saw. */
function refusedBy({ refusals }: ComputeTotals): number {
  return [...refusals.values()].reduce((total, { count }) => total + count, 0);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole, 6);
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** Formats a local time, for example as `2026-03-29T02:00`. */
function localTime(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 16);
}
