import type { QuarterCu } from '../../facts/index.ts';
import type { AutoscalerConfig } from './config.ts';
import { cpuPart } from './cpu-part.ts';
import { memoryPart } from './memory-part.ts';
import type { LfcMetrics, Metrics } from './metrics.ts';
import { UNIT_MEMORY_BYTES } from './unit.ts';

export type GoalPart = 'cpu' | 'memory' | 'lfc';

/** The size that the metrics ask for, in quarter CU, with the size that each part asks for. Null if unknown. */
export interface Goal {
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly lfc: number | null;
  readonly goalQuarterCu: QuarterCu | null;
  /** The part that asked for most. */
  readonly askedBy: GoalPart | null;
  /** Whether a metric is missing. The goal is then a lower bound, and only good for scaling up. */
  readonly incomplete: boolean;
}

/** Computes the goal. If parts ask for the same size, the first one counts: CPU, memory, working set. */
export function computeGoal(metrics: Metrics, config: AutoscalerConfig): Goal {
  const seen = config.lfcMetrics ? metrics.lfc : null;
  const cpu = cpuPart(metrics, config);
  const memory = memoryPart(metrics, seen === null ? null : seen.workingSetBytes, config);
  const lfc = seen === null ? null : lfcPart(seen, config);
  let askedBy: GoalPart | null = null;
  let most = Number.NEGATIVE_INFINITY;
  if (cpu !== null) {
    askedBy = 'cpu';
    most = Math.round(cpu);
  }
  if (memory !== null && memory > most) {
    askedBy = 'memory';
    most = memory;
  }
  if (lfc !== null && lfc > most) {
    askedBy = 'lfc';
    most = lfc;
  }
  return {
    cpu,
    memory,
    lfc,
    goalQuarterCu: askedBy === null ? null : (Math.ceil(most) as QuarterCu),
    askedBy,
    incomplete: cpu === null || memory === null || (config.lfcMetrics && lfc === null),
  };
}

/** Returns the units that the working set asks for. 0 if the time of observation is too short. */
export function lfcPart({ workingSetBytes }: LfcMetrics, config: AutoscalerConfig): number {
  return workingSetBytes === null ? 0 : workingSetBytes / config.lfcToMemoryRatio / UNIT_MEMORY_BYTES;
}
