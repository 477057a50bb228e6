import { problem } from '../../problem/index.ts';
import { placeOf } from '../columns.ts';
import type { Column, Trace, TraceChunk, TraceHead, TraceStream } from '../trace.ts';
import { type CapacityStep, stepAt } from './capacity-step.ts';
import { isAbove } from './censored.ts';

/** A trace with what there was to work with, where somebody knows it and the trace does not say so itself. */
export function withCapacity({ head, chunks }: TraceStream, history: readonly CapacityStep[]): TraceStream {
  return {
    head: headWith(head, history),
    chunks: {
      async *[Symbol.asyncIterator]() {
        for await (const chunk of chunks) yield chunkWith(chunk, history);
      },
    },
  };
}

export function traceWithCapacity(trace: Trace, history: readonly CapacityStep[]): Trace {
  return { head: headWith(trace.head, history), ...chunkWith(trace, history) };
}

/**
 * What was in force, where neither the trace nor anybody else says what there was. Where more was used than that, it was
 * measured on something else, or on a shared size that bursts, and it is not known what there was.
 */
export function traceInForce(trace: Trace, history: readonly CapacityStep[]): Trace {
  const { head, times, values } = trace;
  if (head.columns.some(({ quantity }) => quantity === 'capacityCu')) return trace;
  const cpu = values[placeOf(head, 'cpu')];
  const isElsewhere = cpu?.some((vcpu, i) =>
    isAbove(vcpu, stepAt(history, times[i] as number)?.cu ?? Number.NaN),
  );
  return isElsewhere ? trace : traceWithCapacity(trace, history);
}

const COLUMN: Column = {
  quantity: 'capacityCu',
  statistic: 'point',
  gap: 'unknown',
  source: 'the sizes that were told',
};

function headWith(head: TraceHead, sizes: readonly CapacityStep[]): TraceHead {
  const own = head.columns.find(({ quantity }) => quantity === 'capacityCu');
  if (own !== undefined)
    throw problem(
      { file: head.name, field: '--capacity' },
      `the trace has sizes of its own, from ${own.source}`,
      'leave --capacity out',
    );
  return { ...head, columns: [...head.columns, COLUMN], sizes };
}

/** Before the first of the history nobody knows. */
function chunkWith({ times, values, events }: TraceChunk, history: readonly CapacityStep[]): TraceChunk {
  const capacity = times.map((time) => stepAt(history, time)?.cu ?? Number.NaN);
  return { times, values: [...values, capacity], events };
}
