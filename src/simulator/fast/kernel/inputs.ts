import { inCountedTime } from '../../../compute/index.ts';
import type { LoadDemand } from '../../../workload/index.ts';
import type { Assumptions } from '../../assumptions.ts';
import * as OFFSET from './memory-layout.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Writes the inputs that stay the same for a load: its own numbers and the assumptions. */
export function writeInputs(
  memory: Float64Array,
  { cpuMsPerQuery, concurrency, connections, countsWaits }: LoadDemand,
  assumptions: Assumptions,
): void {
  writeAssumptions(memory, assumptions);
  memory[OFFSET.CPU_MS_PER_QUERY] = cpuMsPerQuery;
  memory[OFFSET.CONCURRENCY] = concurrency ?? NEVER;
  memory[OFFSET.CONNECTION_BYTES] = connections * assumptions.connectionMemoryBytes;
  if (countsWaits === true) memory[OFFSET.RANDOM_ARRIVALS] = 0;
}

export function writeAssumptions(
  memory: Float64Array,
  { baseMemoryBytes, randomArrivals, quotaPeriodMs, autoscaler }: Assumptions,
): void {
  memory[OFFSET.BASE_BYTES] = baseMemoryBytes;
  memory[OFFSET.RANDOM_ARRIVALS] = randomArrivals ? 1 : 0;
  memory[OFFSET.QUOTA_PERIOD_MS] = inCountedTime(quotaPeriodMs);
  // The queues depend on the period too.
  memory.fill(Number.NaN, OFFSET.QUEUE_VCPU, OFFSET.QUEUE_VCPU + OFFSET.SIZES);
  memory[OFFSET.LOAD_TARGET] = autoscaler.loadAverageFractionTarget;
  memory[OFFSET.MEMORY_USAGE_TARGET] = autoscaler.memoryUsageFractionTarget;
  memory[OFFSET.MEMORY_TOTAL_TARGET] = autoscaler.memoryTotalFractionTarget;
  memory[OFFSET.WORKING_SET_RATIO] = autoscaler.lfcToMemoryRatio;
  memory[OFFSET.SEES_WORKING_SET] = autoscaler.lfcMetrics ? 1 : 0;
  memory[OFFSET.DOWNSCALE_STEP_MS] = autoscaler.downscaleStepMs;
  memory[OFFSET.DENIED_RETRY_MS] = autoscaler.deniedDownscaleRetryMs;
  memory[OFFSET.PRESSURE_EVERY_MS] = autoscaler.memoryPressureUpscaleEveryMs;
}
