import { noData, problem } from '../../problem/index.ts';
import { isZone } from '../../workload/index.ts';
import { traceWithCapacity, withCapacity } from '../bounds/with-capacity.ts';
import { openCsv } from '../csv/open-csv.ts';
import { type DatabasePart, splitTable, type UnreadPart } from '../csv/split.ts';
import { readTable } from '../csv/table.ts';
import { gunzip } from '../gzip/gunzip.ts';
import { traceIdleBelow, withIdleBelow } from '../idle/idle-below.ts';
import { splitSeries } from '../series/split-series.ts';
import type { Trace, TraceStream } from '../trace.ts';
import { bytesOf } from './bytes.ts';
import { TABLE_WORDS, type TraceFormat } from './format.ts';
import { isUtf16, openingOf, utf16Decoder } from './opening.ts';
import type { Reading, ReadSettings } from './reading.ts';
import { isGzip, type Recognised, recognise } from './recognise.ts';
import type { ByteSource } from './source.ts';

/** A trace that is being read, with a description of its format. */
interface TraceReading extends Reading {
  readonly what: string;
}

/** Reads a trace in the recognised format, and unpacks gzip. Throws a problem if the file is not a trace. */
export async function readTrace(file: Recognised, settings: ReadSettings): Promise<TraceReading> {
  const { source, format } = await unpacked(file, settings);
  const reading =
    format === null
      ? await readTable(await openCsv(source.pieces(), settings))
      : await format.read(source, settings);
  return { ...reading, what: format?.what ?? TABLE_WORDS, stream: withOptions(reading.stream, settings) };
}

function withOptions(stream: TraceStream, { capacity, idleBelow }: ReadSettings): TraceStream {
  const sized = capacity === undefined ? stream : withCapacity(stream, capacity);
  return idleBelow === undefined ? sized : withIdleBelow(sized, idleBelow);
}

/** Reads a table of several databases as a trace for each. See `splitTable` for how `by` tells them apart. */
export async function readTraces(
  file: Recognised,
  settings: ReadSettings,
  by: string,
): Promise<readonly (DatabasePart | UnreadPart)[]> {
  const { source, format } = await unpacked(file, settings);
  const parts = await partsOf(source, format, settings, by);
  return parts.map((part) =>
    'error' in part ? part : { ...part, trace: traceWithOptions(part.trace, settings) },
  );
}

async function partsOf(
  source: ByteSource,
  format: TraceFormat | null,
  settings: ReadSettings,
  by: string,
): Promise<readonly (DatabasePart | UnreadPart)[]> {
  // A star can only be in the names of columns; labels have none.
  const isOfColumns = by.includes('*') && format?.table !== undefined;
  if (format?.series !== undefined && !isOfColumns) {
    const { collect, presets } = format.series;
    return splitSeries(await collect(source, settings), presets, settings, by);
  }
  const table =
    format === null ? await openCsv(source.pieces(), settings) : await format.table?.(source, settings);
  if (table !== undefined) return splitTable(table, by);
  throw problem(
    { file: settings.name, field: '‹by›' },
    'it has no columns or labels that distinguish databases',
    'leave ‹by› out, or give a table or series with labels',
  );
}

function traceWithOptions(trace: Trace, { capacity, idleBelow }: ReadSettings): Trace {
  const sized = capacity === undefined ? trace : traceWithCapacity(trace, capacity);
  return idleBelow === undefined ? sized : traceIdleBelow(sized, idleBelow);
}

/** Unpacks the file and checks that the options fit its format. The format is null for a table. */
async function unpacked(
  file: Recognised,
  { name, timezone, preset, logPrefix, project, where }: ReadSettings,
): Promise<{ readonly source: ByteSource; readonly format: TraceFormat | null }> {
  if (!isZone(timezone))
    throw problem({ file: name }, `"${timezone}" is no time zone`, 'use a name such as Europe/Berlin');
  const { first, source, format, kind, what, remedy } = isGzip(file.first)
    ? await recognise({ pieces: () => gunzip(file.source.pieces(), name), parts: null })
    : file;
  const text = isUtf16(first)
    ? { pieces: () => asUtf8(source.pieces(), first), parts: null }
    : hasByteOrderMark(first)
      ? { pieces: () => withoutByteOrderMark(source.pieces()), parts: source.parts }
      : source;
  if (preset !== undefined && format?.hasMetrics !== true)
    throw problem(
      { file: name, field: '‹preset›' },
      'presets apply to metrics of monitoring systems, and this file has none',
      'leave it out; ‹map› says which column is what',
    );
  if (where !== undefined && format?.series === undefined)
    throw problem(
      { file: name, field: '‹where›' },
      'only series have labels, and this file has no series',
      'leave it out; ‹map› says which column is what, and ‹by› splits a table',
    );
  if (logPrefix !== undefined && format?.hasPrefix !== true)
    throw problem(
      { file: name, field: '‹logPrefix›' },
      'only lines of a Postgres log have a prefix, and this file is not one',
      'leave it out',
    );
  if (project !== undefined && format?.hasProjects !== true)
    throw problem({ file: name, field: '‹project›' }, 'it does not name its project', 'leave ‹project› out');
  if (format !== null) return { source: text, format };
  if (kind === 'empty')
    throw noData(
      { file: name },
      'the file is empty',
      'a trace has a line for each sample; see docs/traces.md',
    );
  if (remedy !== null) throw problem({ file: name }, `this is ${what}`, remedy);
  if (/^\s*[{[]/.test(openingOf(first)))
    throw problem(
      { file: name, line: 1 },
      'this is JSON in an unknown format',
      'docs/traces.md lists the known formats; for anything else give CSV',
    );
  return { source: text, format };
}

/** Some programs write a byte order mark before UTF-8. */
function hasByteOrderMark(first: Uint8Array): boolean {
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
}

async function* withoutByteOrderMark(all: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = false;
  for await (const piece of all) {
    yield seen ? piece : piece.subarray(3);
    seen = true;
  }
}

/** Converts UTF-16, as spreadsheets save it, to UTF-8. The decoder removes the byte order mark. */
async function* asUtf8(all: AsyncIterable<Uint8Array>, first: Uint8Array): AsyncGenerator<Uint8Array> {
  const decoder = utf16Decoder(first);
  for await (const piece of all) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield bytesOf(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield bytesOf(rest);
}
