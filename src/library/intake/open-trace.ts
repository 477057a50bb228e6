import { problem } from '../../problem/index.ts';
import { chunked, collect, readTrace, type TraceChunk } from '../../trace/index.ts';
import { type HowToRead, howToRead, idleNotes, notesOf } from '../settings/how-to-read.ts';
import type { TraceOptions } from '../settings/options.ts';
import { foreignProblem, type OpenedFile, openFile } from './open-file.ts';
import type { OpenTrace } from './opened-trace.ts';
import type { Reader } from './reader.ts';

/** Opens the trace of a file that was named on the command line. */
export async function openTrace(path: string, options: TraceOptions, reader: Reader): Promise<OpenTrace> {
  return traceIn(await openFile(path, reader), options);
}

/** Opens a trace. Throws a problem if the file is not one. */
export async function traceIn(file: OpenedFile, options: TraceOptions): Promise<OpenTrace> {
  const { kind, name } = file;
  if (kind === 'trace') return traceOf(file, howToRead(options));
  if (kind === 'empty') throw problem({ file: name }, 'it is empty', 'name a trace that has samples');
  throw (
    foreignProblem(file) ??
    problem({ file: name }, 'it does not begin like a trace', 'docs/traces.md lists the known formats')
  );
}

export async function traceOf(file: OpenedFile, how: HowToRead): Promise<OpenTrace> {
  const { name, source } = file;
  if (source.trace !== undefined) return refuseReading(source.trace, name, how);
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
    metered: reading.metered,
    share: () => (source.bytes === null ? null : readBytes / source.bytes),
    notes: () => [...notesOf(reading), ...idleNotes(how)],
    close: file.close,
  };
}

/** A trace in memory has been read, and settings come too late. */
function refuseReading(trace: OpenTrace, name: string, how: HowToRead): OpenTrace {
  const { map, where, gap, preset, strict, logPrefix, capacity, idleBelow } = how;
  const settings = {
    map: map[0],
    where,
    gap,
    preset,
    strict: strict || null,
    logPrefix,
    capacity,
    idleBelow,
  };
  const late = Object.entries(settings).find(([, value]) => value !== undefined && value !== null);
  if (late === undefined) return trace;
  throw problem(
    { file: name, field: `‹${late[0]}›` },
    'the trace has been read already',
    'set it where the trace is read',
  );
}

/** Keeps the content of a pipe in memory, for callers that need several passes. */
export async function readableAgain(trace: OpenTrace): Promise<OpenTrace> {
  if (trace.share() !== null) return trace;
  return { ...trace, stream: chunked(await collect(trace.stream)) };
}
