import type { QuarterCu } from '../facts/index.ts';
import type { AutoscalerConfig } from './config.ts';
import { cpuPart } from './cpu-part.ts';
import { memoryPart } from './memory-part.ts';
import type { Metrics } from './metrics.ts';
import { UNIT_MEMORY_BYTES } from './unit.ts';
import { workingSetBytes } from './working-set.ts';

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

export function computeGoal(metrics: Metrics, config: AutoscalerConfig): Goal {
  const lfc = config.lfcMetrics ? lfcView(metrics.workingSetPages, config) : { part: null, bytes: null };
  return goalOf(cpuPart(metrics, config), memoryPart(metrics, lfc.bytes, config), lfc.part, config);
}

/** The goal from its parts. Of parts that ask for the same the first counts: CPU, memory, working set. */
export function goalOf(
  cpu: number | null,
  memory: number | null,
  lfc: number | null,
  config: AutoscalerConfig,
): Goal {
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

/** A series too short for one window asks for nothing, and tells nothing about memory either. */
function lfcView(pages: readonly number[] | null, config: AutoscalerConfig) {
  if (pages === null) return { part: null, bytes: null };
  const bytes = workingSetBytes(pages, config);
  if (bytes === null) return { part: 0, bytes: null };
  return { part: bytes / config.lfcToMemoryRatio / UNIT_MEMORY_BYTES, bytes };
}
