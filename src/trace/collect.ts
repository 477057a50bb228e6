import type { Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';
import type { TraceEvent } from './trace-event.ts';

/** Reads a whole stream into memory. */
export async function collect({ head, chunks }: TraceStream): Promise<Trace> {
  const parts: TraceChunk[] = [];
  for await (const part of chunks) parts.push(part);
  return joinedChunks(head, parts);
}

/** Joins consecutive chunks into one trace. */
export function joinedChunks(head: TraceHead, parts: readonly TraceChunk[]): Trace {
  const count = parts.reduce((sum, { times }) => sum + times.length, 0);
  const times = new Float64Array(count);
  const values = head.columns.map(() => new Float64Array(count));
  let from = 0;
  for (const part of parts) {
    times.set(part.times, from);
    for (const [i, column] of values.entries()) column.set(part.values[i] as Float64Array, from);
    from += part.times.length;
  }
  return { head, times, values, events: parts.flatMap(({ events }) => events) };
}

/** Cuts a trace in memory into a stream of chunks. */
export function chunked({ head, times, values, events }: Trace, rows = CHUNK_ROWS): TraceStream {
  return {
    head,
    chunks: {
      async *[Symbol.asyncIterator]() {
        let event = 0;
        for (let from = 0; from < times.length || event < events.length; from += rows) {
          const untilMs = times[from + rows] ?? Number.POSITIVE_INFINITY;
          const firstEvent = event;
          while (event < events.length && (events[event] as TraceEvent).atMs < untilMs) event++;
          yield {
            times: times.subarray(from, from + rows),
            values: values.map((column) => column.subarray(from, from + rows)),
            events: events.slice(firstEvent, event),
          };
        }
      },
    },
  };
}

export const CHUNK_ROWS = 1 << 14;
