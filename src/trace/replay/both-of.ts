import { connect, ignoreElements, lastValueFrom, merge, tap } from 'rxjs';
import type { TraceChunk } from '../trace.ts';
import type { Replay, ReplayOperator } from './replay.ts';

/** Goes through a replay once, with each chunk as it is, and with what an operator makes of it. */
export async function bothOf(
  replay: Replay,
  asItIs: (chunk: TraceChunk) => void,
  operator: ReplayOperator,
  afterwards: (chunk: TraceChunk) => void,
): Promise<void> {
  const passed = replay.chunks.pipe(
    connect((chunks) =>
      merge(chunks.pipe(tap(asItIs)), operator({ ...replay, chunks }).chunks.pipe(tap(afterwards))),
    ),
    ignoreElements(),
  );
  await lastValueFrom(passed, { defaultValue: undefined });
}
