import type { Subscription } from 'rxjs';
import type { TraceChunk, TraceStream } from '../trace.ts';
import { closing } from './closing.ts';
import type { Replay } from './replay.ts';

/** A replay for whoever asks for one chunk after the other: what comes next waits until it is asked for. */
export function pulled({ head, chunks, brake }: Replay): TraceStream {
  return {
    head,
    chunks: {
      [Symbol.asyncIterator]() {
        const waiting: TraceChunk[] = [];
        let subscription: Subscription | null = null;
        let end: { readonly error?: unknown } | null = null;
        let wake = () => {};
        const finish = (how: { readonly error?: unknown }) => {
          end ??= how;
          wake();
        };
        const begin = () =>
          chunks.subscribe({
            next(chunk) {
              waiting.push(chunk);
              brake.hold();
              wake();
            },
            error: (error: unknown) => finish({ error }),
            complete: () => finish({}),
          });
        const all = async function* (): AsyncGenerator<TraceChunk> {
          for (;;) {
            const chunk = waiting.shift();
            if (chunk !== undefined) {
              yield chunk;
              continue;
            }
            if (end !== null) {
              if ('error' in end) throw end.error;
              return;
            }
            const more = new Promise<void>((resolve) => {
              wake = resolve;
            });
            if (subscription === null) subscription = begin();
            else brake.release();
            await more;
          }
        };
        const stop = () => {
          subscription?.unsubscribe();
          finish({});
        };
        return closing(all(), stop)[Symbol.asyncIterator]();
      },
    },
  };
}
