import { problem } from '../../problem/index.ts';
import { columnIndex, columnOf, MAXIMUM_FIRST } from '../columns.ts';
import { cpuSourceOf } from '../demand/cpu-source.ts';
import type { Quantity } from '../quantity.ts';
import type { Column, Trace, TraceChunk, TraceHead, TraceStream } from '../trace.ts';

/** The smallest value of `--idle-below`. */
export const LEAST_IDLE_VCPU = 0.001;

/** Treats samples with at most this much CPU, or without connections, as idle: their activity becomes zero. */
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

/** The column of connections that covers whole steps. Null if there is none: single readings miss connections. */
export function connectionsThroughout(head: Pick<TraceHead, 'columns'>): Column | null {
  const column = columnOf(head, 'connections', MAXIMUM_FIRST);
  return column?.statistic === 'point' ? null : column;
}

type IsIdle = (values: TraceChunk['values'], i: number) => boolean;

function idleSample(head: TraceHead, vcpu: number): IsIdle {
  const used = usedBy(head);
  if (used === null)
    throw problem(
      { file: head.name, field: '‹idleBelow›' },
      'the trace does not have the CPU that was used',
      'leave it out',
    );
  const connections = connectionsThroughout(head);
  const connectionsAt = connections === null ? -1 : head.columns.indexOf(connections);
  return (values, i) => used(values, i) <= vcpu || (values[connectionsAt]?.[i] ?? Number.NaN) === 0;
}

/** Returns a function for the CPU of a sample, or for its upper bound. Null if the trace has neither. */
function usedBy(head: TraceHead): ((values: TraceChunk['values'], i: number) => number) | null {
  const source = cpuSourceOf(head);
  const known = (value: number | undefined) => value ?? Number.NaN;
  if (source !== null) {
    const at = head.columns.indexOf(source.column);
    return (values, i) => known(values[at]?.[i]);
  }
  const { stepMs } = head;
  const [queriesAt, msAt] = [columnIndex(head, 'queries'), columnIndex(head, 'queryMs')];
  if (stepMs === null || queriesAt === -1 || msAt === -1) return null;
  return (values, i) => (known(values[queriesAt]?.[i]) * known(values[msAt]?.[i])) / stepMs;
}

/** Quantities that increase when a client asks something. */
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
