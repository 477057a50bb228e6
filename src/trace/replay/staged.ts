import { concat, concatMap, defer, Observable } from 'rxjs';
import type { TraceChunk, TraceHead } from '../trace.ts';
import type { Brake } from './brake.ts';
import type { ReplayOperator } from './replay.ts';

/** Work on chunks that remembers something from one to the next. */
export interface Stage {
  /** What follows from a chunk: nothing yet, or more than one. */
  take(chunk: TraceChunk): Iterable<TraceChunk>;
  /** What was still kept back. */
  end(): Iterable<TraceChunk>;
}

/** An operator of such work, begun anew for each who subscribes. Of one chunk may become many: these too wait for the brake. */
export function staged(
  headOf: (head: TraceHead) => TraceHead,
  stageOf: (head: TraceHead) => Stage,
): ReplayOperator {
  return ({ head, chunks, brake }) => ({
    head: headOf(head),
    brake,
    chunks: defer(() => {
      const stage = stageOf(head);
      return concat(
        chunks.pipe(concatMap((chunk) => paced(stage.take(chunk), brake))),
        defer(() => paced(stage.end(), brake)),
      );
    }),
  });
}

/** All of them at once as long as nobody holds the brake. */
function paced(chunks: Iterable<TraceChunk>, brake: Brake): Observable<TraceChunk> {
  return new Observable((subscriber) => {
    const iterator = chunks[Symbol.iterator]();
    const go = (): void => {
      try {
        while (!subscriber.closed) {
          if (brake.released !== null) {
            brake.released.then(go);
            return;
          }
          const { done, value } = iterator.next();
          if (done === true) subscriber.complete();
          else subscriber.next(value);
        }
      } catch (error) {
        subscriber.error(error);
      }
    };
    go();
  });
}
