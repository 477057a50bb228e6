import type { LoadDemand } from '../../../workload/index.ts';
import type { Assumptions } from '../../assumptions.ts';
import * as CELL from './cells.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Writes what the kernel is given of a load and of the world, the same for all that it does for a guest. */
export function layGivens(
  cells: Float64Array,
  { cpuMsPerQuery, concurrency, connections }: LoadDemand,
  { baseMemoryBytes, connectionMemoryBytes, autoscaler }: Assumptions,
): void {
  cells[CELL.CPU_MS_PER_QUERY] = cpuMsPerQuery;
  cells[CELL.CONCURRENCY] = concurrency ?? NEVER;
  cells[CELL.BASE_BYTES] = baseMemoryBytes;
  cells[CELL.CONNECTION_BYTES] = connections * connectionMemoryBytes;
  cells[CELL.LOAD_TARGET] = autoscaler.loadAverageFractionTarget;
  cells[CELL.MEMORY_USAGE_TARGET] = autoscaler.memoryUsageFractionTarget;
  cells[CELL.MEMORY_TOTAL_TARGET] = autoscaler.memoryTotalFractionTarget;
  cells[CELL.SEES_WORKING_SET] = autoscaler.lfcMetrics ? 1 : 0;
  cells[CELL.DOWNSCALE_STEP_MS] = autoscaler.downscaleStepMs;
  cells[CELL.DENIED_RETRY_MS] = autoscaler.deniedDownscaleRetryMs;
  cells[CELL.PRESSURE_EVERY_MS] = autoscaler.memoryPressureUpscaleEveryMs;
}
