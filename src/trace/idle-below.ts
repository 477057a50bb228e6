import { problem } from '../problem/index.ts';
import { columnOf, MAXIMUM_FIRST } from './columns.ts';
import type { Quantity } from './quantity.ts';
import type { Column, Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';

/** A trace in which samples with so little CPU, or without a connection, are idle: nobody asks anything in them. */
export function withIdleBelow({ head, chunks }: TraceStream, vcpu: number): TraceStream {
  const isIdle = idleSample(head, vcpu);
  return {
    head,
    chunks: {
      async *[Symbol.asyncIterator]() {
        for await (const chunk of chunks) yield { ...chunk, values: idleValues(head, chunk, isIdle) };
      },
    },
  };
}

export function traceIdleBelow(trace: Trace, vcpu: number): Trace {
  return { ...trace, values: idleValues(trace.head, trace, idleSample(trace.head, vcpu)) };
}

/** The column that says how much CPU was used; null: none does, and there is nothing to compare with. */
export function usedColumn(head: Pick<TraceHead, 'columns'>): Column | null {
  return columnOf(head, 'cpu') ?? columnOf(head, 'load');
}

/** Connections that were none all through a sample; null: the trace does not know. An instant's count misses some. */
export function connectionsThroughout(head: Pick<TraceHead, 'columns'>): Column | null {
  const column = columnOf(head, 'connections', MAXIMUM_FIRST);
  return column?.statistic === 'point' ? null : column;
}

type IsIdle = (values: TraceChunk['values'], i: number) => boolean;

function idleSample(head: TraceHead, vcpu: number): IsIdle {
  const used = usedColumn(head);
  if (used === null)
    throw problem(
      { file: head.name, field: '--idle-below' },
      'the trace has no CPU and no load average to compare with',
      'leave it out',
    );
  const usedAt = head.columns.indexOf(used);
  const connections = connectionsThroughout(head);
  const connectionsAt = connections === null ? -1 : head.columns.indexOf(connections);
  return (values, i) =>
    (values[usedAt]?.[i] ?? Number.NaN) <= vcpu || (values[connectionsAt]?.[i] ?? Number.NaN) === 0;
}

/** What somebody who asks something makes more of. */
const ACTIVITY: ReadonlySet<Quantity> = new Set(['cpu', 'load', 'queries', 'activeConnections']);

function idleValues(
  { columns }: TraceHead,
  { values }: Pick<TraceChunk, 'values'>,
  isIdle: IsIdle,
): Float64Array[] {
  return columns.map(({ quantity }, at) => {
    const own = values[at] as Float64Array;
    if (!ACTIVITY.has(quantity)) return own;
    return own.map((value, i) => (isIdle(values, i) && !Number.isNaN(value) ? 0 : value));
  });
}
