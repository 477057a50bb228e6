import { columnOf } from '../columns.ts';
import type { Column, TraceHead } from '../trace.ts';

/** The column from which CPU is taken if the caller does not give the CPU of one query. */
export interface CpuSource {
  readonly kind: 'cpu' | 'load' | CpuBoundKind;
  readonly column: Column;
}

/** The source of the upper bound of CPU, if CPU was not measured. */
export type CpuBoundKind = keyof typeof BOUND_WORDS;

export interface CpuBound {
  readonly by: CpuBoundKind;
  /** The log may omit faster queries, and the bound then omits them too. Null if the log has all queries. */
  readonly fastestMs: number | null;
}

/** Null if no column tells CPU. Active sessions at an instant are no bound: they miss queries between two instants. */
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

/** A size is the last resort: if the trace counts queries, the CPU of one query says more about the CPU used. */
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
