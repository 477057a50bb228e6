import { map } from 'rxjs';
import type { TraceChunk } from '../trace.ts';
import type { ReplayOperator } from './replay.ts';

/** The same at another time: so much later, or earlier where it is negative. */
export function shift(byMs: number): ReplayOperator {
  return (replay) => ({ ...replay, chunks: replay.chunks.pipe(map((chunk) => shifted(chunk, byMs))) });
}

export function shifted({ times, values, events }: TraceChunk, byMs: number): TraceChunk {
  return {
    times: times.map((time) => time + byMs),
    values,
    events: events.map((event) => ({ ...event, atMs: event.atMs + byMs })),
  };
}
