import { problem } from '../problem/index.ts';
import { placeOf } from './columns.ts';
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

/**
 * What was in force, where neither the trace nor anybody else says what there was. Where more was used than that, it was
 * measured on something else, or on a shared size that bursts, and it is not known what there was.
 */
export function traceInForce(trace: Trace, history: readonly CapacityStep[]): Trace {
  const { head, times, values } = trace;
  if (head.columns.some(({ quantity }) => quantity === 'capacityCu')) return trace;
  const cpu = values[placeOf(head, 'cpu')];
  const isElsewhere = cpu?.some(
    (vcpu, i) => vcpu > ABOVE * (sizeAt(history, times[i] as number) ?? Number.NaN),
  );
  return isElsewhere ? trace : traceWithCapacity(trace, history);
}

/** Measurements are that much off. */
const ABOVE = 1.05;

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
  const capacity = times.map((time) => sizeAt(history, time) ?? Number.NaN);
  return { times, values: [...values, capacity], events };
}

function sizeAt(history: readonly CapacityStep[], atMs: number): number | undefined {
  return history.findLast(({ fromMs }) => fromMs <= atMs)?.cu;
}
