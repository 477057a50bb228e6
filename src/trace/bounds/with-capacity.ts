import { problem } from '../../problem/index.ts';
import { columnIndex } from '../columns.ts';
import type { Column, Trace, TraceChunk, TraceHead, TraceStream } from '../trace.ts';
import { type CapacityStep, stepAt } from './capacity-step.ts';
import { isAboveLimit } from './censored.ts';

/** Adds the given sizes to a trace. Throws a problem if the trace has sizes itself. */
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
 * Adds the sizes in force to a trace without sizes. Leaves the trace as it is if CPU exceeds them: CPU was then
 * measured on another machine, or on a shared size that bursts, and the capacity is unknown.
 */
export function traceInForce(trace: Trace, history: readonly CapacityStep[]): Trace {
  const { head, times, values } = trace;
  if (head.columns.some(({ quantity }) => quantity === 'capacityCu')) return trace;
  const cpu = values[columnIndex(head, 'cpu')];
  const isElsewhere = cpu?.some((vcpu, i) =>
    isAboveLimit(vcpu, stepAt(history, times[i] as number)?.cu ?? Number.NaN),
  );
  return isElsewhere ? trace : traceWithCapacity(trace, history);
}

const COLUMN: Column = {
  quantity: 'capacityCu',
  statistic: 'point',
  gap: 'unknown',
  source: 'the given sizes',
};

function headWith(head: TraceHead, sizes: readonly CapacityStep[]): TraceHead {
  const own = head.columns.find(({ quantity }) => quantity === 'capacityCu');
  if (own !== undefined)
    throw problem(
      { file: head.name, field: '‹capacity›' },
      `the trace has sizes of its own, from ${own.source}`,
      'leave ‹capacity› out',
    );
  return { ...head, columns: [...head.columns, COLUMN], sizes };
}

/** The size before the first step of the history is unknown. */
function chunkWith({ times, values, events }: TraceChunk, history: readonly CapacityStep[]): TraceChunk {
  const capacity = times.map((time) => stepAt(history, time)?.cu ?? Number.NaN);
  return { times, values: [...values, capacity], events };
}
