import { problem } from '../../problem/index.ts';
import type { Reading, ReadSettings } from '../reading.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import { EventRows } from './event-rows.ts';
import { Faults } from './faults.ts';
import { Gaps } from './gaps.ts';
import type { Plan } from './plan.ts';
import type { Row } from './row.ts';
import { EARLIER, RowTimes, UNTIMED } from './row-times.ts';
import { type RowTaker, SampleRows } from './sample-rows.ts';
import type { Sheet } from './sheet.ts';
import { stepOf } from './step.ts';

/** Some rows of a table, handed over in their order. The first slot is the time's, the others are those of the fields. */
export type Rows = (take: (row: Row, line: () => number) => void) => void;

/** A table of which each row is a sample, or an event: whatever it is stored as, this is all that reading one needs. */
export interface Table {
  readonly sheet: Sheet;
  readonly plan: Plan;
  readonly settings: ReadSettings;
  /** Rows are lines of a text, or have but their number. */
  readonly hasLines: boolean;
  /** The rows that tell how to read all of it; they are gone through more than once. */
  readonly first: { readonly rows: Rows; readonly count: number };
  readonly rest: AsyncIterable<Rows>;
}

export function readTable(table: Table): Reading {
  const { settings, plan, hasLines } = table;
  const head = headOf(table);
  const notes = [...plan.notes];
  const faults = new Faults(settings.name, settings.strict, hasLines);
  return { stream: { head, chunks: chunksOf(table, head, faults, notes) }, notes, skipped: faults.counts };
}

async function* chunksOf(
  table: Table,
  head: TraceHead,
  faults: Faults,
  notes: string[],
): AsyncGenerator<TraceChunk> {
  const { settings, first, rest } = table;
  const times = timesOf(table, faults);
  const taker = takerOf(table, head.stepMs, times, faults);
  const gaps = new Gaps(isEvents(table) ? null : head.stepMs);
  const flush = (): TraceChunk => {
    const chunk = taker.chunk();
    gaps.see(chunk.times);
    return chunk;
  };
  const take = (row: Row, line: () => number) => taker.take(row, line);
  first.rows(take);
  let chunk = flush();
  for await (const rows of rest) {
    if (chunk.times.length > 0) yield chunk;
    rows(take);
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
  const resets = taker instanceof SampleRows ? (taker.counters?.resets ?? 0) : 0;
  if (resets > 0) notes.push(`falls of counters: ${resets}; each has begun anew there`);
}

const isEvents = ({ plan }: Table) => plan.fields.length === 0;

const timesOf = (table: Table, faults: Faults) =>
  new RowTimes(table.settings.timezone, faults, isEvents(table));

function takerOf({ plan, sheet }: Table, stepMs: number | null, times: RowTimes, faults: Faults): RowTaker {
  return plan.fields.length === 0
    ? new EventRows(times)
    : new SampleRows(plan.fields, stepMs, sheet.decimal, times, faults);
}

/** The first rows are gone through once for their times alone, for the step that goes before all samples. */
function headOf(table: Table): TraceHead {
  const { plan, settings, first, hasLines } = table;
  const { name, timezone, gap } = settings;
  const faults = new Faults(name, settings.strict, hasLines);
  const rows = takerOf(table, null, timesOf(table, faults), faults);
  first.rows((row, line) => rows.take(row, line));
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

/** First rows of which few can be taken, or none, are not such of which the rest should be read. */
function refuseTimes({ settings, sheet, first }: Table, { counts }: Faults): void {
  const place = { file: settings.name, ...sheet.rowsAt };
  if ((counts.get(UNTIMED) ?? 0) >= first.count)
    throw problem(
      place,
      'no row has a time that can be read',
      'times are 2026-03-29 14:30:00, ISO 8601, or seconds since 1970; --map time=COLUMN says where they are',
    );
  if ((counts.get(EARLIER) ?? 0) * 2 > first.count)
    throw problem(
      place,
      'most rows are earlier than the one before them',
      'sort the file by time, the oldest first',
    );
}
