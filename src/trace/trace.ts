import type { CapacityStep } from './bounds/capacity-step.ts';
import type { Quantity } from './quantity.ts';
import type { TraceEvent } from './trace-event.ts';

/** How the value of a sample was taken from its step. */
export type Statistic = 'average' | 'maximum' | 'point';

/** The meaning of a missing sample. */
export const GAPS = ['unknown', 'zero', 'suspended'] as const;
export type Gap = (typeof GAPS)[number];

/** A quantity of a trace, and how it was measured. */
export interface Column {
  /** The measured quantity, such as `cpu`. */
  readonly quantity: Quantity;
  /** How the value of a sample was taken from its step. */
  readonly statistic: Statistic;
  /** The meaning of a missing sample. */
  readonly gap: Gap;
  /** The name of the field, metric or pattern that the values come from. */
  readonly source: string;
}

/**
 * What is known of a trace before its samples are read. Samples follow in chunks, so that no trace has to fit in
 * memory.
 */
export interface TraceHead {
  readonly name: string;
  /** The time zone in which local times of the source were read. */
  readonly timezone: string;
  /** The time from one sample to the next. Null if samples are irregular. */
  readonly stepMs: number | null;
  readonly columns: readonly Column[];
  /** The sizes that were given with the trace, with both ends of each range; the column has only the upper ends. */
  readonly sizes?: readonly CapacityStep[] | undefined;
}

/** Consecutive samples in the order of time. An unknown value is NaN. */
export interface TraceChunk {
  /** The start of each step, in milliseconds since 1970 in UTC. */
  readonly times: Float64Array;
  /** One array per column of the head, in the same order, with a value for each time. */
  readonly values: readonly Float64Array[];
  /** Single events in the order of time. None is earlier than the events and samples of earlier chunks. */
  readonly events: readonly TraceEvent[];
  /** How many steps each row stands for, which is more than one if one row fills a gap; undefined means one. */
  readonly steps?: number | undefined;
}

export interface TraceStream {
  readonly head: TraceHead;
  readonly chunks: AsyncIterable<TraceChunk>;
}

/** A whole trace in memory. */
export interface Trace {
  readonly head: TraceHead;
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  readonly events: readonly TraceEvent[];
}
