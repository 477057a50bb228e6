import type { DecodedArray } from 'hyparquet';
import { problem } from '../../problem/index.ts';
import { eventOf } from '../json-lines/json-lines-event.ts';
import { readHead } from '../json-lines/json-lines-head.ts';
import { textOf } from '../reading/bytes.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { SpanBound } from '../reading/span-bound.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { numbersOf } from './cells.ts';
import { columnNames, EVENT_COLUMN, TIME } from './own-columns.ts';
import type { ParquetFile } from './parquet-file.ts';

/** Reads a trace written by `parquet`. Every fault is a problem, because only tidemark writes this format. */
export function readOwn(file: ParquetFile, written: string, settings: ReadSettings): Reading {
  const { name } = settings;
  const head = readHead(written, { file: name }, settings);
  const names = [TIME.name, ...columnNames(head), EVENT_COLUMN.name];
  const missing = names.find((column) => !file.columns.some((one) => one.name === column));
  if (missing !== undefined)
    throw problem({ file: name, field: `column "${missing}"` }, 'the column is not there', AGAIN);
  const notes: string[] = [];
  return { stream: { head, chunks: chunksOf(file, head, name, notes) }, notes, skipped: new Map() };
}

const AGAIN = 'write the trace again; see docs/parquet.md for the format';

async function* chunksOf(
  file: ParquetFile,
  head: TraceHead,
  name: string,
  notes: string[],
): AsyncGenerator<TraceChunk> {
  const placeOf = (row: number) => ({ file: name, field: `row ${row}` });
  const last = {
    sampleMs: Number.NEGATIVE_INFINITY,
    eventMs: Number.NEGATIVE_INFINITY,
    span: new SpanBound(placeOf),
  };
  for (const group of file.groups) {
    const values: Float64Array[] = [];
    const times = numbersOf(await file.read(TIME.name, group), { kind: 'number', scale: 0 });
    for (const column of columnNames(head))
      values.push(numbersOf(await file.read(column, group), { kind: 'number', scale: 0 }));
    const events = await file.read(EVENT_COLUMN.name, group);
    const refuse = (row: number, found: string): never => {
      throw problem(placeOf(group.rowStart + row + 1), found, AGAIN);
    };
    yield chunkOf(times, values, events, last, group.rowStart + 1, refuse);
  }
  notes.push(...last.span.warnings());
}

/** The latest times read so far. */
interface Progress {
  sampleMs: number;
  eventMs: number;
  readonly span: SpanBound;
}

function chunkOf(
  times: Float64Array,
  values: readonly Float64Array[],
  written: DecodedArray,
  last: Progress,
  firstRow: number,
  refuse: (row: number, found: string) => never,
): TraceChunk {
  const events: TraceEvent[] = [];
  let count = 0;
  for (let row = 0; row < times.length; row++) {
    const text: unknown = written[row];
    if (text instanceof Uint8Array) {
      const event = eventIn(text);
      if (typeof event === 'string') return refuse(row, event);
      if (event.atMs < last.eventMs) refuse(row, 'the event is earlier than the one before');
      last.span.see(event.atMs, () => firstRow + row);
      last.eventMs = event.atMs;
      events.push(event);
      continue;
    }
    const ms = times[row] as number;
    if (!Number.isSafeInteger(ms)) refuse(row, 'the time is not in whole milliseconds');
    if (ms <= last.sampleMs) refuse(row, 'the sample is not later than the one before');
    last.span.see(ms, () => firstRow + row);
    last.sampleMs = ms;
    times[count] = ms;
    for (const column of values) {
      const value = column[row] as number;
      if (value < 0 || value === Number.POSITIVE_INFINITY) refuse(row, 'a value is no number from 0 on');
      column[count] = value;
    }
    count++;
  }
  return { times: times.slice(0, count), values: values.map((column) => column.slice(0, count)), events };
}

function eventIn(text: Uint8Array): TraceEvent | string {
  try {
    const value: unknown = JSON.parse(textOf(text));
    return typeof value === 'object' && value !== null ? eventOf(value) : 'the event is no JSON';
  } catch {
    return 'the event is no JSON';
  }
}
