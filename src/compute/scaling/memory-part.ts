import type { AutoscalerConfig } from './config.ts';
import type { Metrics } from './metrics.ts';
import { UNIT_MEMORY_BYTES } from './unit.ts';

/** Returns the units for memory in use, or for use and cache together if that is more and the working set is known. */
export function memoryPart(
  { memoryUsageBytes, memoryCachedBytes }: Metrics,
  workingSetBytes: number | null,
  config: AutoscalerConfig,
): number | null {
  if (memoryUsageBytes === null) return null;
  if (workingSetBytes !== null && memoryCachedBytes === null) return null;
  return memoryUnits(memoryUsageBytes, workingSetBytes, memoryCachedBytes ?? 0, config);
}

export function memoryUnits(
  memoryUsageBytes: number,
  workingSetBytes: number | null,
  memoryCachedBytes: number,
  config: AutoscalerConfig,
): number {
  const usage = Math.round(memoryUsageBytes / config.memoryUsageFractionTarget) / UNIT_MEMORY_BYTES;
  if (workingSetBytes === null) return usage;
  const total = Math.min(workingSetBytes, memoryCachedBytes) + memoryUsageBytes;
  return Math.max(usage, total / config.memoryTotalFractionTarget / UNIT_MEMORY_BYTES);
}
