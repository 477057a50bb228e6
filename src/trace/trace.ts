import type { CapacityStep } from './bounds/capacity-step.ts';
import type { Quantity } from './quantity.ts';
import type { TraceEvent } from './trace-event.ts';

/** How the value of a sample came about, over the step that it stands for. */
export type Statistic = 'average' | 'maximum' | 'point';

/** What a sample that is missing means. */
export type Gap = 'unknown' | 'zero' | 'suspended';

export interface Column {
  readonly quantity: Quantity;
  readonly statistic: Statistic;
  readonly gap: Gap;
  /** Where it came from: the name of a field, a metric, a pattern. */
  readonly source: string;
}

/** What is known of a trace before its samples: they follow in chunks, so that none has to be in memory whole. */
export interface TraceHead {
  readonly name: string;
  /** The zone that local times of its source were read in. */
  readonly timezone: string;
  /** The time from one sample to the next; null where they come as they come. */
  readonly stepMs: number | null;
  readonly columns: readonly Column[];
  /** The sizes that were told beside it: their column has no more than the ends of ranges. */
  readonly sizes?: readonly CapacityStep[] | undefined;
}

/** Some samples, in the order of their times. A value that is not known is NaN. */
export interface TraceChunk {
  /** The starts of their steps, in milliseconds since 1970 in UTC. */
  readonly times: Float64Array;
  /** A value for each time, for each column of the head in its order. */
  readonly values: readonly Float64Array[];
  /** Single events, in the order of their times; none is earlier than an event or a sample of a chunk before. */
  readonly events: readonly TraceEvent[];
  /** How many steps each row stands for, where gaps were filled by one row; undefined: one. */
  readonly steps?: number | undefined;
}

export interface TraceStream {
  readonly head: TraceHead;
  readonly chunks: AsyncIterable<TraceChunk>;
}

/** A trace in memory, whole. */
export interface Trace {
  readonly head: TraceHead;
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  readonly events: readonly TraceEvent[];
}
