import { type Histogram, resourcesOf } from '../../compute/index.ts';
import { DAY_MS, quarterCu } from '../../facts/index.ts';
import { EVENT, type RunTotals, type Simulation } from '../../simulator/index.ts';
import { measuredCompute, onlyCompute } from '../configurations/configuration.ts';
import { costPerMonth, type Outcome, soFar } from '../objectives/outcome.ts';
import type { MostQueries } from './most-queries.ts';

/**
 * The least outcome that a run under way can still have, since counts and costs only grow. If this outcome
 * breaks an objective, the run breaks it too. Figures that may still improve have their best possible value.
 *
 * @param most queries of the whole run; null if unknown
 */
export function leastOutcome(run: RunTotals, most: MostQueries | null = null): Outcome {
  const { simulation, nowMs } = run;
  const { horizonMs } = simulation;
  const compute = measuredCompute(run);
  const { cpu, meter, clientLog, apart } = compute;
  const delays = most === null ? null : leastDelays(clientLog.delays, most.queries);
  const perDay = (count: number) => (count * DAY_MS) / horizonMs;
  const sure = soFar(run);
  // Listed field by field: this runs at every check, and spreading an object takes longer than all the rest.
  return {
    cuHours: sure.cuHours,
    failedConnects: sure.failedConnects,
    refused: sure.refused,
    memoryKills: sure.memoryKills,
    diskFreeShare: sure.diskFreeShare,
    dropped: sure.dropped,
    quotaSpentMonths: sure.quotaSpentMonths,
    awakeShare: sure.awakeShare,
    peakCu: sure.peakCu,
    peakBeforeResizeCu: sure.peakBeforeResizeCu,
    peakConnections: sure.peakConnections,
    peakOwnConnections: sure.peakOwnConnections,
    peakPooled: sure.peakPooled,
    peakDiskBytes: sure.peakDiskBytes,
    deniedDownscales: sure.deniedDownscales,
    costPerMonth: costPerMonth(simulation, { quarterCuMs: meter.quarterCuMsAt(nowMs), ms: horizonMs }),
    throttledShare: leastShare(cpu.throttledMsAt(nowMs), meter.awakeMsAt(nowMs) + run.calmAheadMs),
    delayP95Ms: delays === null ? 0 : delays.quantile(0.95),
    delayP99Ms: delays === null ? 0 : delays.quantile(0.99),
    wakesPerDay: perDay(compute.counted(EVENT.wake)),
    wakesInHoursPerDay: null,
    delayedByWakePerDay: perDay(clientLog.wakeWaits.count),
    delayedOverPerDay: perDay(apart.delayedOver),
    poolWaitP99Ms: 0,
    hitRatio: mostHits(run, most),
  };
}

/** The delays so far, and no delay for all queries still to come. */
function leastDelays(soFar: Histogram, queries: number): Histogram {
  const all = soFar.copy();
  all.addNone(Math.max(0, queries - soFar.count));
  return all;
}

/**
 * The highest hit ratio that the run can still reach; null if it has read nothing yet. No later read hits more often
 * than one that finds the largest size's cache full.
 */
function mostHits(run: RunTotals, most: MostQueries | null): number | null {
  const { cache } = measuredCompute(run);
  const [hits, misses] = [cache.hitsAt(run.nowMs), cache.missesAt(run.nowMs)];
  const reads = hits + misses;
  if (reads === 0) return null;
  const soFar = hits / reads;
  const best = cache.hitRatioWith(largestCacheBytes(run.simulation));
  const ahead = most === null ? Number.POSITIVE_INFINITY : Math.max(0, most.pages - reads);
  const atEnd = ahead === Number.POSITIVE_INFINITY ? best : (hits + ahead * best) / (reads + ahead);
  // Sums of parts of pages have rounding errors.
  return Math.min(1, Math.max(soFar, atEnd) * (1 + 1e-9));
}

function largestCacheBytes(simulation: Simulation): number {
  const { size, changes } = onlyCompute(simulation);
  const sizes = [size, ...changes.flatMap(({ change }) => (change.kind === 'size' ? [change.size] : []))];
  const largest = Math.max(...sizes.map(({ maxCu }) => maxCu));
  return resourcesOf(quarterCu(largest), simulation).cacheBytes;
}

/**
 * The least throttled share. Any more throttled time counts in both terms, and so can only raise the share.
 */
function leastShare(throttledMs: number, awakeMs: number): number {
  return throttledMs === 0 ? 0 : Math.min(1, throttledMs / awakeMs);
}
