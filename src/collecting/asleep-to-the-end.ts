import type { TraceChunk, TraceStream } from '../trace/index.ts';

/**
 * A trace whose last sample is at a time, if it ends earlier. That sample has no values, so all before it is a gap. A
 * trace that ended with its last value would say nothing about the sleep after it, and a month would cost too much.
 */
export function asleepToTheEnd({ head, chunks }: TraceStream, lastMs: number): TraceStream {
  async function* extended(): AsyncGenerator<TraceChunk> {
    let endMs = Number.POSITIVE_INFINITY;
    for await (const chunk of chunks) {
      endMs = chunk.times.at(-1) ?? endMs;
      yield chunk;
    }
    if (endMs < lastMs)
      yield {
        times: Float64Array.of(lastMs),
        values: head.columns.map(() => Float64Array.of(Number.NaN)),
        events: [],
      };
  }
  return { head, chunks: extended() };
}
