import type { Asking } from '../../advisor/index.ts';
import { noData } from '../../problem/index.ts';
import type { TraceChunk, TraceStream } from '../../trace/index.ts';
import type { OpenTrace } from './opened-trace.ts';
import type { Reader, Stopping } from './reader.ts';

/** Words about the reading of traces, for the user who waits. */
interface ReadingWords {
  /** The label of the progress bar. */
  readonly what: string;
  /** The result that is left if reading is stopped, for the message. */
  readonly left: string;
}

/** Shows how far the files have been read. Stopping ends reading at once, even while a read is pending. */
export function watched(
  { head, chunks }: TraceStream,
  files: readonly OpenTrace[],
  { what, left }: ReadingWords,
  reader: Reader,
): TraceStream {
  async function* seen(): AsyncGenerator<TraceChunk> {
    const progress = reader.progress(what);
    const stopping = reader.stopping(left);
    const unless = unlessStopped(stopping);
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await unless(() => iterator.next());
        if (done === true) return;
        const shares = files.map((file) => file.share());
        if (!shares.includes(null))
          progress.show(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) / files.length);
        yield value;
      }
    } finally {
      progress.done();
      stopping.end();
      for (const file of files) file.close();
      // A failure to close does not matter at this point.
      iterator.return?.().catch(() => {});
    }
  }
  return { head, chunks: { [Symbol.asyncIterator]: seen } };
}

/** Waits for work, but no longer than until it has to stop. */
function unlessStopped({ signal }: Stopping) {
  return <Result>(work: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      work()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop));
    });
}

/** Pauses after each chunk, and ends early if it is aborted. */
export function interruptible(
  { head, chunks }: TraceStream,
  { signal, pause }: Pick<Asking, 'signal' | 'pause'>,
): TraceStream {
  async function* until(): AsyncGenerator<TraceChunk> {
    for await (const chunk of chunks) {
      if (signal.aborted) return;
      yield chunk;
      await pause();
    }
  }
  return { head, chunks: { [Symbol.asyncIterator]: until } };
}

/** The stream of a file. Throws a problem if it has no samples. */
export function streamOf({ stream }: OpenTrace, file: string): TraceStream {
  return withSamples(stream, () => noData({ file }, 'it has no samples', 'name a trace that has some'));
}

/** Passes a stream through. Throws if it ends without a sample or an event. */
export function withSamples({ head, chunks }: TraceStream, none: () => Error): TraceStream {
  async function* some(): AsyncGenerator<TraceChunk> {
    let has = false;
    for await (const chunk of chunks) {
      has ||= chunk.times.length > 0 || chunk.events.length > 0;
      yield chunk;
    }
    if (!has) throw none();
  }
  return { head, chunks: { [Symbol.asyncIterator]: some } };
}
