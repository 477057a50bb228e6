import { problem } from '../problem/index.ts';
import type { Column, Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';

/** A size that was in force from a time on. */
export interface CapacityStep {
  readonly fromMs: number;
  readonly cu: number;
}

/** A trace with what there was to work with, where somebody knows it and the trace does not say so itself. */
export function withCapacity({ head, chunks }: TraceStream, history: readonly CapacityStep[]): TraceStream {
  return {
    head: headWith(head),
    chunks: {
      async *[Symbol.asyncIterator]() {
        for await (const chunk of chunks) yield chunkWith(chunk, history);
      },
    },
  };
}

export function traceWithCapacity(trace: Trace, history: readonly CapacityStep[]): Trace {
  return { head: headWith(trace.head), ...chunkWith(trace, history) };
}

const COLUMN: Column = {
  quantity: 'capacityCu',
  statistic: 'point',
  gap: 'unknown',
  source: 'the sizes that were told',
};

function headWith(head: TraceHead): TraceHead {
  const own = head.columns.find(({ quantity }) => quantity === 'capacityCu');
  if (own !== undefined)
    throw problem(
      { file: head.name, field: '--capacity' },
      `the trace has sizes of its own, from ${own.source}`,
      'leave --capacity out',
    );
  return { ...head, columns: [...head.columns, COLUMN] };
}

/** Before the first of the history nobody knows. */
function chunkWith({ times, values, events }: TraceChunk, history: readonly CapacityStep[]): TraceChunk {
  const capacity = times.map((time) => history.findLast(({ fromMs }) => fromMs <= time)?.cu ?? Number.NaN);
  return { times, values: [...values, capacity], events };
}
