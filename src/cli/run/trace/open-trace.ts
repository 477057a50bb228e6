import { problem } from '../../../problem/index.ts';
import {
  chunked,
  closing,
  collect,
  foreignFile,
  foreignProblem,
  isTrace,
  lookAhead,
  readTrace,
  type TraceChunk,
  type TraceHead,
  type TraceStream,
} from '../../../trace/index.ts';
import type { FileSource } from '../../file-source.ts';
import { nameOf, openSource } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { type HowToRead, howToRead, idleNotes, notesOf } from './how-to-read.ts';

/** A trace that is open, of which no sample has been read. */
export interface OpenTrace {
  readonly head: TraceHead;
  /** The form that it was found to have, in words. */
  readonly what: string;
  /** Each time that it is gone through, a file is read anew; what comes through a pipe can be read but once. */
  readonly stream: TraceStream;
  /** How far the file has been read; null where nobody knows how long it is. */
  share(): number | null;
  /** What people should know of how it was read; whole once it has been read to its end. */
  notes(): string[];
}

/** The trace of a file that was named on the command line. */
export async function openTrace(file: string, options: TraceOptions, terminal: Terminal): Promise<OpenTrace> {
  const opened = openSource(file, terminal);
  const { first, source } = await lookAhead(opened);
  if (first.length === 0)
    throw problem({ file: nameOf(file) }, 'it is empty', 'name a trace that has samples');
  if (!isTrace(first)) {
    const foreign = foreignFile(first);
    if (foreign !== null) throw foreignProblem(nameOf(file), foreign);
    throw problem(
      { file: nameOf(file) },
      'it does not begin as a trace does',
      'docs/traces.md lists the forms that are known',
    );
  }
  return openSourceAs(file, { ...opened, ...source }, howToRead(options));
}

export async function openSourceAs(path: string, source: FileSource, how: HowToRead): Promise<OpenTrace> {
  let readBytes = 0;
  const counted = { ...source, pieces: () => countedPieces(source.pieces()) };
  async function* countedPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    readBytes = 0;
    for await (const piece of pieces) {
      readBytes += piece.length;
      yield piece;
    }
  }
  const read = () => readTrace(counted, { ...how, name: nameOf(path) });
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
    stream: {
      head,
      chunks: {
        [Symbol.asyncIterator]: () => closing(chunks(), () => source.close?.())[Symbol.asyncIterator](),
      },
    },
    share: () => (source.bytes === null ? null : readBytes / source.bytes),
    notes: () => [...notesOf(reading), ...idleNotes(how)],
  };
}

/** For who has to go through it more than once: what comes through a pipe is kept in memory. */
export async function readableAgain(trace: OpenTrace): Promise<OpenTrace> {
  if (trace.share() !== null) return trace;
  return { ...trace, stream: chunked(await collect(trace.stream)) };
}
