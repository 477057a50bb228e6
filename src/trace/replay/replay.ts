import { Observable, of } from 'rxjs';
import type { Trace, TraceChunk, TraceHead, TraceStream } from '../trace.ts';
import { Brake } from './brake.ts';

/** A trace as it goes by. Each who subscribes sees all of it, where its source can be read again. */
export interface Replay {
  readonly head: TraceHead;
  readonly chunks: Observable<TraceChunk>;
  /** For whoever takes chunks one by one and needs time for each. */
  readonly brake: Brake;
}

/** What makes another replay of one, chunk by chunk, the same however it is cut. */
export type ReplayOperator = (replay: Replay) => Replay;

/** The next chunk is asked for when the one before has been taken; to unsubscribe closes what is read, at once. */
export function replay({ head, chunks }: TraceStream, brake = new Brake()): Replay {
  return {
    head,
    brake,
    chunks: new Observable((subscriber) => {
      const iterator = chunks[Symbol.asyncIterator]();
      let ended = false;
      const run = async () => {
        while (!subscriber.closed) {
          const { done, value } = await iterator.next();
          if (done === true) {
            ended = true;
            subscriber.complete();
            return;
          }
          subscriber.next(value);
          while (brake.released !== null && !subscriber.closed) await brake.released;
        }
      };
      run().catch((error: unknown) => {
        ended = true;
        subscriber.error(error);
      });
      return () => {
        // Nobody is there any more to whom a failure to close would matter.
        if (!ended) iterator.return?.().catch(() => {});
      };
    }),
  };
}

/** A trace in memory, as one chunk, at once. */
export function replayOf({ head, times, values, events }: Trace): Replay {
  return { head, chunks: of({ times, values, events }), brake: new Brake() };
}
