import { noData, problem } from '../../problem/index.ts';
import { openCsv } from '../csv/open-csv.ts';
import { readTable, type Table } from '../csv/table.ts';
import { PRESETS } from '../presets/presets.ts';
import { bytesOf } from '../reading/bytes.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import { openingOf } from '../reading/opening.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { type ByteSource, lookAhead } from '../reading/source.ts';
import { readSeries } from '../series/read-series.ts';
import { collectLong, isLongTable } from '../series-table/long-table.ts';
import { type Fields, flat, isRecord } from './is-records.ts';

/** Reads records as a table with a row for each record and a column for each field. */
export async function readRecords(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  const table = await lookAhead(asTable(source, settings.name));
  if (!isLongTable(openingOf(table.first))) return readTable(await tableOf(table.source, settings));
  return readSeries(await collectLong(table.source, settings), PRESETS, settings);
}

export async function openRecords(source: ByteSource, settings: ReadSettings): Promise<Table> {
  return tableOf(asTable(source, settings.name), settings);
}

/** Rows of this table are not lines of the file. */
async function tableOf(source: ByteSource, settings: ReadSettings): Promise<Table> {
  const table = await openCsv(source.pieces(), settings);
  return { ...table, sheet: { ...table.sheet, namesAt: {}, rowsAt: {} }, hasLines: false };
}

function asTable(source: ByteSource, file: string): ByteSource {
  return { pieces: () => rowsOf(source.pieces(), file), parts: null };
}

/** The fields of this many records become columns. A field that first appears later is not read. */
const LOOKED_AT = 1000;
const ROWS_AT_ONCE = 1000;

async function* rowsOf(pieces: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const waiting: Fields[] = [];
  let names: string[] | null = null;
  const taken = (): Uint8Array => {
    const isFirst = names === null;
    names ??= [...new Set(waiting.flatMap((record) => Object.keys(record)))];
    const all = names;
    const rows = waiting.splice(0).map((record) => all.map((name) => cell(record[name])).join(','));
    return bytesOf(`${[...(isFirst ? [all.map(quote).join(',')] : []), ...rows].join('\n')}\n`);
  };
  for await (const { value, line } of jsonDocuments(pieces, file)) {
    for (const record of recordsIn(value, file, line)) waiting.push(flat(record));
    if (waiting.length >= (names === null ? LOOKED_AT : ROWS_AT_ONCE)) yield taken();
  }
  if (names === null && waiting.length === 0)
    throw noData({ file }, 'it has no record', 'export a time with samples');
  if (waiting.length > 0) yield taken();
}

/** The record itself, or the records of the only list of records within it. */
function recordsIn(value: unknown, file: string, line: number): readonly Fields[] {
  if (isFields(value) && (isRecord(value) || listsIn(value, []).length === 0)) return [value];
  const lists = listsIn(value, []);
  const [first] = lists;
  if (first !== undefined && lists.length === 1) return first.records;
  throw problem(
    { file, line },
    `${lists.length} lists in it have records with times: ${lists.map(({ path }) => path.join('.')).join(', ')}`,
    'give each in a file of its own, and join the files with tidemark trace merge',
  );
}

interface RecordList {
  readonly path: readonly string[];
  readonly records: readonly Fields[];
}

function listsIn(value: unknown, path: readonly string[]): RecordList[] {
  if (Array.isArray(value)) {
    if (value.some(isRecord)) return [{ path, records: value.filter(isFields) }];
    return value.flatMap((one, at) => listsIn(one, [...path, String(at)]));
  }
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => listsIn(one, [...path, name]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  return quote(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A line break would split the row. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;
}
