import { noData, problem } from '../../problem/index.ts';
import { type Block, byteBlocks } from '../reading/blocks.ts';
import { textOf } from '../reading/bytes.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { SpanBound } from '../reading/span-bound.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { eventOf } from './json-lines-event.ts';
import { readHead } from './json-lines-head.ts';

/** Reads a trace written by `jsonLines`. Every fault is a problem, because only tidemark writes this format. */
export async function readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  settings: ReadSettings,
): Promise<Reading> {
  const file = settings.name;
  const blocks = byteBlocks(bytes, file, false);
  const { done, value: first } = await blocks.next();
  if (done === true) throw noData({ file }, 'the file is empty', 'see docs/traces.md');
  const end = first.bytes.indexOf(10) + 1 || first.bytes.length;
  const head = readHead(textOf(first.bytes.subarray(0, end)), { file, line: 1 }, settings);
  const rest: Block = { bytes: first.bytes.subarray(end), line: 2, quoted: false };
  const notes: string[] = [];
  return { stream: { head, chunks: chunksOf(head, rest, blocks, file, notes) }, notes, skipped: new Map() };
}

async function* chunksOf(
  head: TraceHead,
  first: Block,
  blocks: AsyncIterable<Block>,
  file: string,
  notes: string[],
): AsyncGenerator<TraceChunk> {
  const last = {
    sampleMs: Number.NEGATIVE_INFINITY,
    eventMs: Number.NEGATIVE_INFINITY,
    span: new SpanBound((line) => ({ file, line })),
  };
  const chunk = (block: Block): TraceChunk =>
    chunkOf(rowsOf(block, file), head.columns.length, last, file, block.line);
  if (first.bytes.length > 0) yield chunk(first);
  for await (const block of blocks) yield chunk(block);
  notes.push(...last.span.warnings());
}

type Row = readonly (number | null)[];

/**
 * Parses all lines of a block at once if each is one array or object, which is twice as fast. Otherwise line by line.
 */
function rowsOf(block: Block, file: string): readonly unknown[] {
  const samples = textOf(block.bytes).trimEnd();
  if (samples === '') return [];
  const lines = samples.split('\n');
  const whole = lines.every(isWhole);
  if (whole) {
    const rows = parsed(`[${lines.join(',')}]`);
    if (Array.isArray(rows) && rows.length === lines.length) return rows;
  }
  return lines.map(
    (line, at) => parsed(line) ?? refuse(file, block.line + at, 'the line is no sample and no event'),
  );
}

function isWhole(line: string): boolean {
  return (line.startsWith('[') && line.endsWith(']')) || (line.startsWith('{') && line.endsWith('}'));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The latest times read so far. */
interface Progress {
  sampleMs: number;
  eventMs: number;
  readonly span: SpanBound;
}

function chunkOf(
  rows: readonly unknown[],
  columns: number,
  last: Progress,
  file: string,
  line: number,
): TraceChunk {
  const times = new Float64Array(rows.length);
  const values = Array.from({ length: columns }, () => new Float64Array(rows.length));
  const events: TraceEvent[] = [];
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) {
      const event = eventOf(row);
      if (typeof event === 'string') return refuse(file, line + at, event);
      if (event.atMs < last.eventMs) refuse(file, line + at, 'the event is earlier than the one before');
      last.span.see(event.atMs, () => line + at);
      last.eventMs = event.atMs;
      events.push(event);
      continue;
    }
    if (!isRow(row, columns)) refuse(file, line + at, `the line is no time and ${columns} values`);
    const timeMs = row[0] as number;
    if (timeMs <= last.sampleMs) refuse(file, line + at, 'the sample is not later than the one before');
    last.span.see(timeMs, () => line + at);
    times[count] = timeMs;
    last.sampleMs = timeMs;
    for (let column = 0; column < columns; column++)
      (values[column] as Float64Array)[count] = row[column + 1] ?? Number.NaN;
    count++;
  }
  if (count === rows.length) return { times, values, events };
  return { times: times.slice(0, count), values: values.map((column) => column.slice(0, count)), events };
}

function isRow(row: unknown, columns: number): row is Row {
  if (!Array.isArray(row) || row.length !== columns + 1 || !Number.isSafeInteger(row[0])) return false;
  for (let at = 1; at <= columns; at++) {
    const value = row[at];
    if (value !== null && !(typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY))
      return false;
  }
  return true;
}

function refuse(file: string, line: number, found: string): never {
  throw problem({ file, line }, found, 'write the trace again; see docs/traces.md for the format');
}
