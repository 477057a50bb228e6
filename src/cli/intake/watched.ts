import type { Asking } from '../../advisor/index.ts';
import { noData } from '../../problem/index.ts';
import type { TraceChunk, TraceStream } from '../../trace/index.ts';
import { Interrupted } from '../terminal/interruption.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { OpenTrace } from './open-trace.ts';

/** Words about the reading of traces, for the user who waits. */
interface ReadingWords {
  /** The label of the progress bar. */
  readonly what: string;
  /** What Ctrl-C leaves, for the message. */
  readonly left: string;
}

/** Shows how far the files have been read. Ctrl-C ends reading at once, even while a read is pending. */
export function watched(
  { head, chunks }: TraceStream,
  files: readonly OpenTrace[],
  { what, left }: ReadingWords,
  terminal: Terminal,
): TraceStream {
  async function* seen(): AsyncGenerator<TraceChunk> {
    const progress = terminal.progress(what);
    const stop = stopOnSignal(terminal, new Interrupted(left));
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await stop.unless(() => iterator.next());
        if (done === true) return;
        const shares = files.map((file) => file.share());
        if (!shares.includes(null))
          progress.show(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) / files.length);
        yield value;
      }
    } finally {
      progress.done();
      stop.end();
      for (const file of files) file.close();
      // A failure to close does not matter at this point.
      iterator.return?.().catch(() => {});
    }
  }
  return { head, chunks: { [Symbol.asyncIterator]: seen } };
}

/** Waits for work, but no longer than until a signal arrives. */
function stopOnSignal({ signals }: Terminal, interrupted: Interrupted) {
  let isStopped = false;
  let reject: (error: Interrupted) => void = () => {};
  const stop = () => {
    isStopped = true;
    reject(interrupted);
  };
  signals.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    unless: <Result>(work: () => Promise<Result>) =>
      new Promise<Result>((resolve, refuse) => {
        reject = refuse;
        if (isStopped) refuse(interrupted);
        else work().then(resolve, refuse);
      }),
    end: () => {
      signals.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
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
