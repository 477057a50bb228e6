import { defer, finalize, fromEvent, map, merge, takeUntil, takeWhile, tap } from 'rxjs';
import type { Asking } from '../../../advisor/index.ts';
import { noData } from '../../../problem/index.ts';
import { type Replay, replay } from '../../../trace/index.ts';
import { Interrupted } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import type { OpenTrace } from './open-trace.ts';

/** What is done with traces while they are read, for whoever sits there. */
export interface Doing {
  /** What the bar says. */
  readonly what: string;
  /** What is left of it after Ctrl-C. */
  readonly left: string;
}

/** Shows how far the files have been read, and ends with Ctrl-C: the files are closed then. */
export function watched(
  { head, chunks, brake }: Replay,
  files: readonly OpenTrace[],
  { what, left }: Doing,
  terminal: Terminal,
): Replay {
  const interrupted = merge(
    fromEvent(terminal.signals, 'SIGINT'),
    fromEvent(terminal.signals, 'SIGTERM'),
  ).pipe(
    map(() => {
      throw new Interrupted(left);
    }),
  );
  return {
    head,
    brake,
    chunks: defer(() => {
      const progress = terminal.progress(what);
      return chunks.pipe(
        tap(() => {
          const shares = files.map((file) => file.share());
          if (shares.includes(null)) return;
          progress.show(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) / files.length);
        }),
        takeUntil(interrupted),
        finalize(() => progress.done()),
      );
    }),
  };
}

/** Lets the world outside have its turn after each chunk, and ends early where somebody asks for it. */
export function interruptible(
  { head, chunks, brake }: Replay,
  { signal, pause }: Pick<Asking, 'signal' | 'pause'>,
): Replay {
  return {
    head,
    brake,
    chunks: chunks.pipe(
      takeWhile(() => !signal.aborted),
      tap(() => {
        brake.hold();
        pause().then(() => brake.release());
      }),
    ),
  };
}

/** The replay of a file that has to have samples. */
export function replayed({ stream }: OpenTrace, file: string): Replay {
  return withSamples(replay(stream), () =>
    noData({ file }, 'it has no samples', 'name a trace that has some'),
  );
}

/** Once it has ended without a sample or an event, that is a problem. */
export function withSamples({ head, chunks, brake }: Replay, none: () => Error): Replay {
  return {
    head,
    brake,
    chunks: defer(() => {
      let has = false;
      return chunks.pipe(
        tap({
          next: ({ times, events }) => {
            has ||= times.length > 0 || events.length > 0;
          },
          complete: () => {
            if (!has) throw none();
          },
        }),
      );
    }),
  };
}
