import type { QuarterCu } from '../../facts/index.ts';
import type { AutoscalerConfig } from './config.ts';
import { cpuPart } from './cpu-part.ts';
import { memoryPart } from './memory-part.ts';
import type { LfcMetrics, Metrics } from './metrics.ts';
import { UNIT_MEMORY_BYTES } from './unit.ts';

export type Part = 'cpu' | 'memory' | 'lfc';

/** The size that the metrics ask for, in quarter CU, and what each of them asked by itself; null: not known. */
export interface Goal {
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly lfc: number | null;
  readonly goalQuarterCu: QuarterCu | null;
  /** The part that asked for most. */
  readonly askedBy: Part | null;
  /** A metric is missing: the goal is a lower bound, good for scaling up only. */
  readonly incomplete: boolean;
}

/** Of parts that ask for the same the first counts: CPU, memory, working set. */
export function computeGoal(metrics: Metrics, config: AutoscalerConfig): Goal {
  const seen = config.lfcMetrics ? metrics.lfc : null;
  const cpu = cpuPart(metrics, config);
  const memory = memoryPart(metrics, seen === null ? null : seen.workingSetBytes, config);
  const lfc = seen === null ? null : lfcPart(seen, config);
  let askedBy: Part | null = null;
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

/** Units that the working set asks for; none where too little was observed. */
export function lfcPart({ workingSetBytes }: LfcMetrics, config: AutoscalerConfig): number {
  return workingSetBytes === null ? 0 : workingSetBytes / config.lfcToMemoryRatio / UNIT_MEMORY_BYTES;
}
