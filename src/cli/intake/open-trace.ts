import { problem } from '../../problem/index.ts';
import {
  chunked,
  collect,
  readTrace,
  type TraceChunk,
  type TraceHead,
  type TraceStream,
} from '../../trace/index.ts';
import { type HowToRead, howToRead, idleNotes, notesOf } from '../flags/how-to-read.ts';
import type { TraceOptions } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { foreignProblem, type OpenedFile, openFile } from './open-file.ts';

/** A trace that is open, of which no sample has been read. */
export interface OpenTrace {
  readonly head: TraceHead;
  /** The form that it was found to have, in words. */
  readonly what: string;
  /** Each pass reads the file anew. A pipe can be read but once. */
  readonly stream: TraceStream;
  /** How far the file has been read; null where nobody knows how long it is. */
  share(): number | null;
  /** What people should know of how it was read; whole once it has been read to its end. */
  notes(): string[];
  /** Ends at once whatever is being read of it. */
  close(): void;
}

/** The trace of a file that was named on the command line. */
export async function openTrace(path: string, options: TraceOptions, terminal: Terminal): Promise<OpenTrace> {
  return traceIn(await openFile(path, terminal), options);
}

/** The trace of a file that has to be one. */
export async function traceIn(file: OpenedFile, options: TraceOptions): Promise<OpenTrace> {
  const { kind, name } = file;
  if (kind === 'trace') return traceOf(file, howToRead(options));
  if (kind === 'empty') throw problem({ file: name }, 'it is empty', 'name a trace that has samples');
  throw (
    foreignProblem(file) ??
    problem(
      { file: name },
      'it does not begin as a trace does',
      'docs/traces.md lists the forms that are known',
    )
  );
}

export async function traceOf(file: OpenedFile, how: HowToRead): Promise<OpenTrace> {
  const { name, source } = file;
  let readBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    readBytes = 0;
    for await (const piece of source.pieces()) {
      readBytes += piece.length;
      yield piece;
    }
  }
  const read = () => readTrace({ ...file, source: { ...source, pieces: counted } }, { ...how, name });
  let reading = await read();
  let isFresh = true;
  async function* chunks(): AsyncGenerator<TraceChunk> {
    if (!isFresh) reading = await read();
    isFresh = false;
    yield* reading.stream.chunks;
  }
  const { head } = reading.stream;
  return {
    head,
    what: reading.what,
    stream: { head, chunks: { [Symbol.asyncIterator]: chunks } },
    share: () => (source.bytes === null ? null : readBytes / source.bytes),
    notes: () => [...notesOf(reading), ...idleNotes(how)],
    close: file.close,
  };
}

/** For who has to go through it more than once: what comes through a pipe is kept in memory. */
export async function readableAgain(trace: OpenTrace): Promise<OpenTrace> {
  if (trace.share() !== null) return trace;
  return { ...trace, stream: chunked(await collect(trace.stream)) };
}
