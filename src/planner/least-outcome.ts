import { EVENT, type Measured } from '../engine/index.ts';
import { DAY_MS } from '../facts/index.ts';
import { computeOf } from './amounts.ts';
import { costPerMonth, type Outcome, soFar } from './outcome.ts';

/**
 * What a run under way comes to at least by its end, whatever follows: counts and costs only grow. Where even this
 * breaks a promise, the run does. What may still turn out well is taken to.
 */
export function leastOutcome(run: Measured): Outcome {
  const { simulation, nowMs } = run;
  const { horizonMs } = simulation;
  const compute = computeOf(run);
  const { cpu, meter, clients, apart } = compute;
  const perDay = (count: number) => (count * DAY_MS) / horizonMs;
  const sure = soFar(run);
  // Field by field: to spread an object takes longer than all else here, and this is asked for at every look.
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
    peakPooled: sure.peakPooled,
    peakDiskBytes: sure.peakDiskBytes,
    deniedDownscales: sure.deniedDownscales,
    costPerMonth: costPerMonth(simulation, { quarterCuMs: meter.quarterCuMsAt(nowMs), ms: horizonMs }),
    throttledShare: leastShare(cpu.throttledMsAt(nowMs), meter.awakeMsAt(nowMs) + run.calmAheadMs),
    delayP95Ms: 0,
    delayP99Ms: 0,
    wakesPerDay: perDay(compute.counted(EVENT.wake)),
    wakesInHoursPerDay: null,
    delayedByWakePerDay: perDay(clients.wakeWaits.count),
    delayedOverPerDay: perDay(apart.delayedOver),
    poolWaitP99Ms: 0,
    hitRatio: null,
  };
}

/** Whatever time it is short of processors yet counts in both, which only brings the share closer to the whole. */
function leastShare(throttledMs: number, awakeMs: number): number {
  return throttledMs === 0 ? 0 : Math.min(1, throttledMs / awakeMs);
}
