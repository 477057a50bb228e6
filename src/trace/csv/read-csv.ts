import { problem } from '../../problem/index.ts';
import { type Block, blocksOf, lineCount } from '../blocks.ts';
import type { Reading, ReadSettings } from '../reading.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import { EventRows } from './event-rows.ts';
import { Faults } from './faults.ts';
import { Gaps } from './gaps.ts';
import { type Plan, planOf } from './plan.ts';
import { EARLIER, RowTimes, UNTIMED } from './row-times.ts';
import { eachRow, type Layout } from './rows.ts';
import { type RowTaker, SampleRows } from './sample-rows.ts';
import { type Sheet, sheetOf } from './sheet.ts';
import { stepOf } from './step.ts';
import { unquoted } from './unquoted.ts';

/** Reads a table of which each row is a sample, or an event. The first block tells how to read all of it. */
export async function readCsv(bytes: AsyncIterable<Uint8Array>, settings: ReadSettings): Promise<Reading> {
  const file = settings.name;
  const blocks = blocksOf(bytes, file, true);
  const first = await firstBlock(blocks, file);
  const sheet = sheetOf(first);
  if (sheet.sample.length === 0)
    throw problem({ file, line: 1 }, 'there is a header and no row below it', 'give a file with samples');
  const plan = planOf(sheet, settings);
  const table: Table = { sheet, plan, layout: layoutOf(sheet, plan), settings, first };
  const head = headOf(table);
  const notes = [...plan.notes];
  const faults = new Faults(file, settings.strict);
  return {
    stream: { head, chunks: chunksOf(table, head, blocks, faults, notes) },
    notes,
    skipped: faults.counts,
  };
}

/** The first two blocks as one: where rows are long, the first holds no more than the header. */
async function firstBlock(blocks: AsyncIterator<Block>, file: string): Promise<Block> {
  const first = await blocks.next();
  if (first.done === true) throw problem({ file }, 'the file is empty', 'see docs/traces.md');
  const second = await blocks.next();
  if (second.done === true) return first.value;
  return {
    bytes: Buffer.concat([first.value.bytes, second.value.bytes]),
    line: first.value.line,
    quoted: first.value.quoted || second.value.quoted,
  };
}

interface Table {
  readonly sheet: Sheet;
  readonly plan: Plan;
  readonly layout: Layout;
  readonly settings: ReadSettings;
  readonly first: Block;
}

async function* chunksOf(
  table: Table,
  head: TraceHead,
  rest: AsyncIterable<Block>,
  faults: Faults,
  notes: string[],
): AsyncGenerator<TraceChunk> {
  const { settings, first } = table;
  const times = timesOf(table, faults);
  const taker = takerOf(table, head.stepMs, times, faults);
  const gaps = new Gaps(isEvents(table) ? null : head.stepMs);
  const flush = (): TraceChunk => {
    const chunk = taker.chunk();
    gaps.see(chunk.times);
    return chunk;
  };
  readBlock(table, first, taker);
  let chunk = flush();
  for await (const block of rest) {
    if (chunk.times.length > 0) yield chunk;
    readBlock(table, block, taker);
    chunk = flush();
  }
  if (chunk.times.length > 0) yield chunk;
  taker.end();
  chunk = flush();
  if (chunk.times.length > 0) yield chunk;
  if (gaps.count > 0)
    notes.push(
      `missing samples: ${gaps.samples}, in gaps: ${gaps.count}; taken as ${settings.gap ?? 'unknown'}` +
        (settings.gap === null ? ', for --gap does not say what they mean' : ''),
    );
  if (times.local.twice > 0)
    notes.push(
      `local times that were there twice: ${times.local.twice}; the first of the two was taken, ` +
        'or the second where rows had come as far',
    );
}

/** Reads the rows of a block, below the header where it is the first. */
function readBlock({ sheet, layout, first }: Table, block: Block, taker: RowTaker): void {
  const plain = block.quoted
    ? unquoted(Buffer.from(block.bytes).toString('utf8'), sheet.delimiter)
    : { bytes: block.bytes, lines: null };
  let isHeader = block === first && sheet.hasHeader;
  let rowAt = 0;
  const line = () => block.line + linesBefore(plain, rowAt);
  eachRow(plain.bytes, layout, (row, at) => {
    rowAt = at;
    if (!isHeader) taker.take(row, line);
    isHeader = false;
  });
}

function linesBefore(
  { bytes, lines }: { bytes: Uint8Array; lines: readonly number[] | null },
  at: number,
): number {
  const rows = lineCount(bytes.subarray(0, at));
  return lines === null ? rows : lines.slice(0, rows).reduce((sum, count) => sum + count, 0);
}

function layoutOf({ delimiter, names }: Sheet, { timeColumn, fields }: Plan): Layout {
  const slots = new Int32Array(names.length).fill(-1);
  slots[timeColumn] = 0;
  fields.forEach(({ column }, at) => {
    slots[column] = at + 1;
  });
  return { delimiter: delimiter.charCodeAt(0), slots, count: fields.length + 1 };
}

const isEvents = ({ plan }: Table) => plan.fields.length === 0;

const timesOf = (table: Table, faults: Faults) =>
  new RowTimes(table.settings.timezone, faults, isEvents(table));

function takerOf(table: Table, stepMs: number | null, times: RowTimes, faults: Faults): RowTaker {
  return isEvents(table)
    ? new EventRows(times)
    : new SampleRows(table.plan.fields, stepMs, table.sheet.decimal, times, faults);
}

/** The first block is read once for its times alone, for the step that goes before all samples. */
function headOf(table: Table): TraceHead {
  const { plan, settings, first } = table;
  const { name, timezone, gap } = settings;
  const faults = new Faults(name, settings.strict);
  const rows = takerOf(table, null, timesOf(table, faults), faults);
  readBlock(table, first, rows);
  rows.end();
  const { times } = rows.chunk();
  refuseTimes(table, faults);
  if (isEvents(table)) {
    const column: Column = {
      quantity: 'queries',
      statistic: 'average',
      gap: gap ?? 'zero',
      source: 'each row',
    };
    return { name, timezone, stepMs: 1000, columns: [column] };
  }
  const stepMs = stepOf(times);
  const rate = plan.fields.find(({ scale }) => scale.perSecond);
  if (stepMs === null && rate !== undefined)
    throw problem(
      { file: name, field: `column "${rate.source}"` },
      'a rate for each second needs steps of one length, and rows come as they come',
      `count in each row instead, and map ${rate.quantity}=${rate.source}:number`,
    );
  const columns = plan.fields.map(({ quantity, statistic, source }) => ({
    quantity,
    statistic,
    gap: gap ?? ('unknown' as const),
    source,
  }));
  return { name, timezone, stepMs, columns };
}

/** A first block of which few rows can be taken, or none, is not one of which the rest should be read. */
function refuseTimes({ settings, sheet }: Table, { counts }: Faults): void {
  const rows = sheet.rows;
  const place = { file: settings.name, line: 1 + Number(sheet.hasHeader) };
  if ((counts.get(UNTIMED) ?? 0) >= rows)
    throw problem(
      place,
      'no row has a time that can be read',
      'times are 2026-03-29 14:30:00, ISO 8601, or seconds since 1970; --map time=COLUMN says where they are',
    );
  if ((counts.get(EARLIER) ?? 0) * 2 > rows)
    throw problem(
      place,
      'most rows are earlier than the one before them',
      'sort the file by time, the oldest first',
    );
}
