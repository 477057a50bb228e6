import { Histogram } from '../../compute/index.ts';
import {
  computeCostMicros,
  cuOf,
  DAY_MS,
  HOUR_MS,
  MICROS,
  QUARTER_CU_MS_PER_CU_HOUR,
  QUOTED_MONTH_HOURS,
} from '../../facts/index.ts';
import { EVENT, type RunTotals, type Simulation } from '../../simulator/index.ts';
import { type LocalHours, lengthWithin } from '../../workload/index.ts';
import { measuredCompute } from '../configurations/configuration.ts';

/** The result of a run of one configuration: the cost, and the figures of all objectives. Plain data. */
export interface Outcome {
  /** For a month of the length that prices are quoted for. */
  readonly costPerMonth: number;
  readonly cuHours: number;
  /** Share of the time awake with more runnable work than processors. */
  readonly throttledShare: number;
  readonly delayP95Ms: number;
  readonly delayP99Ms: number;
  readonly wakesPerDay: number;
  /** Per day that has the counted hours; null if the run has no such hours. */
  readonly wakesInHoursPerDay: number | null;
  /** Clients that waited for a wake. */
  readonly delayedByWakePerDay: number;
  /** Clients that waited longer for a wake than `--delayed-over`. */
  readonly delayedOverPerDay: number;
  readonly failedConnects: number;
  readonly refused: number;
  readonly poolWaitP99Ms: number;
  /** Null if no page was read that could have been in the cache. */
  readonly hitRatio: number | null;
  readonly memoryKills: number;
  /** The free share of the temporary disk when it was fullest. */
  readonly diskFreeShare: number;
  readonly dropped: number;
  /** Months in which the plan's quota was spent before their end. */
  readonly quotaSpentMonths: number;
  readonly awakeShare: number;
  readonly peakCu: number;
  /** The largest size before a planned change of the size. */
  readonly peakBeforeResizeCu: number;
  readonly peakConnections: number;
  /** Connections of clients, without those of a load. */
  readonly peakOwnConnections: number;
  readonly peakPooled: number;
  readonly peakDiskBytes: number;
  readonly deniedDownscales: number;
}

/** The outcome of a finished run of one compute. */
export function outcomeOf(run: RunTotals): Outcome {
  const { simulation, nowMs } = run;
  const compute = measuredCompute(run);
  const { clientLog, cpu, cache, meter, apart } = compute;
  const {
    zone,
    startMs,
    counted: { hours },
  } = simulation;
  const quarterCuMs = meter.quarterCuMsAt(nowMs);
  const awakeMs = meter.awakeMsAt(nowMs);
  const delays = new Histogram();
  delays.addAll(clientLog.delays);
  delays.addAll(cpu.flowDelaysAt(nowMs));
  const [hits, misses] = [cache.hitsAt(nowMs), cache.missesAt(nowMs)];
  const perDay = (count: number) => (nowMs === 0 ? 0 : (count * DAY_MS) / nowMs);
  return {
    ...soFar(run),
    costPerMonth: nowMs === 0 ? 0 : costPerMonth(simulation, { quarterCuMs, ms: nowMs }),
    throttledShare: awakeMs === 0 ? 0 : cpu.throttledMsAt(nowMs) / awakeMs,
    delayP95Ms: delays.quantile(0.95),
    delayP99Ms: delays.quantile(0.99),
    wakesPerDay: perDay(compute.counted(EVENT.wake)),
    wakesInHoursPerDay: perDayOfHours(
      apart.wakesInHours,
      hours,
      lengthWithin(hours, zone, startMs, startMs + nowMs),
    ),
    delayedByWakePerDay: perDay(clientLog.wakeWaits.count),
    delayedOverPerDay: perDay(apart.delayedOver),
    poolWaitP99Ms: clientLog.poolWaits.quantile(0.99),
    hitRatio: hits + misses === 0 ? null : hits / (hits + misses),
  };
}

/** Figures that only grow during a run, or that describe the part that is over. */
export function soFar(run: RunTotals) {
  const { nowMs } = run;
  const compute = measuredCompute(run);
  const { clients, meter, disk } = compute;
  return {
    cuHours: meter.quarterCuMsAt(nowMs) / QUARTER_CU_MS_PER_CU_HOUR,
    failedConnects: compute.counted(EVENT.connectionGivenUp),
    refused: compute.counted(EVENT.connectionRefused) + compute.counted(EVENT.poolTimedOut),
    memoryKills: compute.counted(EVENT.memoryKill),
    diskFreeShare: 1 - disk.used.ever / disk.limitBytes,
    dropped: compute.counted(EVENT.connectionDropped),
    quotaSpentMonths: run.spentMonths,
    awakeShare: nowMs === 0 ? 0 : meter.awakeMsAt(nowMs) / nowMs,
    peakCu: cuOf(compute.peakSize),
    peakBeforeResizeCu: cuOf(compute.peakBeforeResize),
    peakConnections: clients.connections.atOnce.ever,
    peakOwnConnections: clients.connections.peakOwn,
    peakPooled: clients.connections.peakPooled,
    peakDiskBytes: disk.used.ever,
    deniedDownscales: compute.counted(EVENT.downscaleDenied),
  } satisfies Partial<Outcome>;
}

/**
 * The cost of CU-time that was metered in `ms`, scaled to a month of the length that prices are quoted for.
 */
export function costPerMonth(
  { prices, plan }: Simulation,
  { quarterCuMs, ms }: { readonly quarterCuMs: number; readonly ms: number },
): number {
  const micros = computeCostMicros(quarterCuMs, prices.computeMicrosPerCuHour[plan]);
  return Math.round((micros * QUOTED_MONTH_HOURS * HOUR_MS) / ms) / MICROS;
}

/** A count within some hours, for each day's worth of these hours. */
export function perDayOfHours(count: number, { fromMs, toMs }: LocalHours, lengthMs: number): number | null {
  return lengthMs === 0 ? null : (count * (toMs - fromMs)) / lengthMs;
}
