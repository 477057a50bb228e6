import { columnOf } from '../columns.ts';
import type { Column, TraceHead } from '../trace.ts';

/** What of a trace says how much CPU was wanted, if it is not told what one query takes. */
export interface CpuSource {
  readonly kind: 'cpu' | 'load' | CpuBoundKind;
  readonly column: Column;
}

/** What CPU cannot have been more than, where it was not measured. */
export type CpuBoundKind = keyof typeof BOUND_WORDS;

export interface CpuBound {
  readonly by: CpuBoundKind;
  /** No query is faster than this: those that are may be left out of a log, and out of the bound; null: it has all. */
  readonly fastestMs: number | null;
}

/** null: nothing says it. A count of active sessions at an instant is no bound: it misses those between two instants. */
export function cpuSourceOf(head: Pick<TraceHead, 'columns'>): CpuSource | null {
  const cpu = columnOf(head, 'cpu');
  if (cpu !== null) return { kind: 'cpu', column: cpu };
  const load = columnOf(head, 'load');
  if (load !== null) return { kind: 'load', column: load };
  const active = columnOf(head, 'activeConnections', ['average', 'maximum', 'point']);
  if (active === null || active.statistic === 'point') return sizeOf(head);
  const isOfDurations = columnOf(head, 'queryMs') !== null;
  return { kind: isOfDurations ? 'durations' : 'activeSessions', column: active };
}

/** How much was used of a size is not known; of queries somebody can say what one takes, which says more. */
function sizeOf(head: Pick<TraceHead, 'columns'>): CpuSource | null {
  const size = columnOf(head, 'capacityCu');
  return size === null || columnOf(head, 'queries') !== null ? null : { kind: 'size', column: size };
}

export function isCpuBound(kind: CpuSource['kind']): kind is CpuBoundKind {
  return kind in BOUND_WORDS;
}

export const BOUND_WORDS = {
  durations: 'the durations of queries',
  activeSessions: 'the sessions that were active',
  size: 'the size that was in force',
} as const;
