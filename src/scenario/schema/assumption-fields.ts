import { type Assumptions, DEFAULT_ASSUMPTIONS, KNOWN_ASSUMPTIONS } from '../../simulator/index.ts';
import type { ScenarioFile } from './scenario-schema.ts';

/** Returns the assumptions that a scenario sets, with defaults for the others. */
export function assumptionsOf(given: NonNullable<ScenarioFile['assumptions']>): Assumptions {
  const d = DEFAULT_ASSUMPTIONS;
  return {
    life: {
      ...d.life,
      startTime: given.start ?? d.life.startTime,
      suspendTime: given.suspend ?? d.life.suspendTime,
      applyTime: given.apply ?? d.life.applyTime,
      startFailureShare: given.startFailures ?? d.life.startFailureShare,
      idleCheckMs: given.idleCheck ?? d.life.idleCheckMs,
      wakeAdmission: given.wakeAdmission === undefined ? d.life.wakeAdmission : given.wakeAdmission,
      retry: { ...d.life.retry, attempts: given.startAttempts ?? d.life.retry.attempts },
    },
    autoscaler: {
      ...d.autoscaler,
      lfcMetrics: given.lfcScaling ?? d.autoscaler.lfcMetrics,
      downscaleStepMs: given.downscaleStep ?? d.autoscaler.downscaleStepMs,
      cpuStableZoneRatio: given.cpuStableZoneRatio ?? d.autoscaler.cpuStableZoneRatio,
      cpuMixedZoneRatio: given.cpuMixedZoneRatio ?? d.autoscaler.cpuMixedZoneRatio,
    },
    burst: given.burst ?? d.burst,
    quotaPeriodMs: given.quotaPeriod ?? d.quotaPeriodMs,
    contention: given.contention ?? d.contention,
    randomArrivals: given.randomArrivals ?? d.randomArrivals,
    baseMemoryBytes: given.baseMemory ?? d.baseMemoryBytes,
    connectionMemoryBytes: given.connectionMemory ?? d.connectionMemoryBytes,
    connectionCpuMs: given.connectionCpu ?? d.connectionCpuMs,
    ownWorkShare: given.ownWork ?? d.ownWorkShare,
    missMs: given.miss ?? d.missMs,
    skew: given.skew ?? d.skew,
    prewarmShare: given.prewarm ?? d.prewarmShare,
    connectionLimit: given.connectionLimit ?? d.connectionLimit,
    poolSize: given.poolSize ?? d.poolSize,
    poolWaitMs: given.poolWait ?? d.poolWaitMs,
    known: KNOWN_ASSUMPTIONS.filter((name) => given[name] !== undefined),
  };
}
