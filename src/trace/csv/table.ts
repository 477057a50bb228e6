import { problem } from '../../problem/index.ts';
import { Faults } from '../reading/faults.ts';
import { MissingSamples } from '../reading/missing-samples.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { stepOf } from '../reading/step.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import { planOf, type TablePlan } from './columns/table-plan.ts';
import { EventRows } from './event-rows.ts';
import type { Row } from './row.ts';
import { EARLIER, RowTimes, UNTIMED } from './row-times.ts';
import { type RowCollector, SampleRows } from './sample-rows.ts';
import type { Sheet } from './sheet.ts';
import type { DayOrder } from './values/day-month.ts';

/** Passes rows to `take` in order. Slot 0 has the time, and the other slots have the fields. */
export type TableRows = (take: (row: Row, line: () => number) => void) => void;

/** A table whose rows are samples or events, in any storage format. */
export interface Table {
  readonly sheet: Sheet;
  readonly settings: ReadSettings;
  /** Whether rows are lines of a text; otherwise problems have row numbers. */
  readonly hasLines: boolean;
  /** Notes that apply whichever columns are read. */
  readonly notes: readonly string[];
  /** Starts to read these columns into slots; the first column has the times. Call this only once. */
  open(columns: readonly number[], dayOrder: DayOrder | null): Promise<OpenRows>;
}

export interface OpenRows {
  /** The rows from which the rest is planned. They can be read more than once. */
  readonly first: { readonly rows: TableRows; readonly count: number };
  readonly rest: AsyncIterable<TableRows>;
}

export async function readTable(table: Table): Promise<Reading> {
  const { sheet, settings, hasLines } = table;
  const plan = planOf(sheet, settings);
  const columns = [plan.timeColumn, ...plan.fields.map(({ column }) => column)];
  const { first, rest } = await table.open(columns, plan.dayOrder);
  const planned = { sheet, settings, hasLines, plan, slots: plan.fields.map((_, at) => at + 1), first };
  const sampler = new Sampler(planned, headOf(planned));
  const notes = [...plan.notes, ...table.notes];
  return {
    stream: { head: sampler.head, chunks: chunksOf(sampler, first.rows, rest, notes) },
    notes,
    skipped: sampler.faults.counts,
  };
}

/** A table, or the part of it that is one database, with the plan to read it. */
export interface PlannedTable
  extends Pick<Table, 'sheet' | 'settings' | 'hasLines'>,
    Pick<OpenRows, 'first'> {
  readonly plan: TablePlan;
  /** The slot of each field in rows. */
  readonly slots: readonly number[];
}

async function* chunksOf(
  sampler: Sampler,
  first: TableRows,
  rest: AsyncIterable<TableRows>,
  notes: string[],
): AsyncGenerator<TraceChunk> {
  const take = (row: Row, line: () => number) => sampler.take(row, line);
  first(take);
  let chunk = sampler.chunk();
  for await (const rows of rest) {
    if (chunk.times.length > 0) yield chunk;
    rows(take);
    chunk = sampler.chunk();
  }
  if (chunk.times.length > 0) yield chunk;
  chunk = sampler.end();
  if (chunk.times.length > 0) yield chunk;
  notes.push(...sampler.notes());
}

/** Turns rows into samples and collects notes about them. */
export class Sampler {
  readonly head: TraceHead;
  readonly faults: Faults;
  readonly #settings: ReadSettings;
  readonly #times: RowTimes;
  readonly #collector: RowCollector;
  readonly #missing: MissingSamples;

  constructor(table: PlannedTable, head: TraceHead) {
    const { settings, hasLines } = table;
    this.head = head;
    this.faults = new Faults(settings.name, settings.strict, hasLines);
    this.#settings = settings;
    this.#times = timesOf(table, this.faults);
    this.#collector = collectorFor(table, head.stepMs, this.#times, this.faults);
    this.#missing = new MissingSamples(isEvents(table) ? null : head.stepMs);
  }

  take(row: Row, line: () => number): void {
    this.#collector.take(row, line);
  }

  /** The samples since the last call. */
  chunk(): TraceChunk {
    const chunk = this.#collector.chunk();
    this.#missing.see(chunk.times);
    return chunk;
  }

  /** The last samples. */
  end(): TraceChunk {
    this.#collector.end();
    return this.chunk();
  }

  notes(): string[] {
    const { hasLocal, local } = this.#times;
    const { ambiguous } = local;
    const resets = this.#collector instanceof SampleRows ? (this.#collector.counters?.resets ?? 0) : 0;
    return [
      ...this.#times.warnings(),
      ...this.#missing.notes(this.#settings.gap),
      hasLocal &&
        this.#settings.timezone === 'UTC' &&
        'times have no zone and were read as UTC; set another zone with ‹timezone›',
      ambiguous > 0 &&
        `ambiguous local times, when clocks were set back: ${ambiguous}; ` +
          'read as the first of the two, or as the second after rows of the first',
      resets > 0 && `counter resets: ${resets}`,
    ].filter((note) => note !== false);
  }
}

const isEvents = ({ plan }: PlannedTable) => plan.fields.length === 0;

const timesOf = (table: PlannedTable, faults: Faults) =>
  new RowTimes(table.settings.timezone, faults, isEvents(table));

function collectorFor(
  { plan, sheet, slots }: PlannedTable,
  stepMs: number | null,
  times: RowTimes,
  faults: Faults,
): RowCollector {
  return plan.fields.length === 0
    ? new EventRows(times)
    : new SampleRows(plan.fields, stepMs, sheet.decimal, times, faults, slots);
}

/** Reads the times of the first rows in advance, because the head needs the step before any sample. */
export function headOf(table: PlannedTable): TraceHead {
  const { plan, settings, first, hasLines } = table;
  const { name, timezone, gap } = settings;
  const faults = new Faults(name, settings.strict, hasLines);
  const rows = collectorFor(table, null, timesOf(table, faults), faults);
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
      'a rate per second needs equal steps, and the rows are irregular',
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

/** Refuses a table if no time in its first rows is readable, or if most of them go back in time. */
function refuseTimes({ settings, sheet, first }: PlannedTable, { counts }: Faults): void {
  const place = { file: settings.name, ...sheet.rowsAt };
  if ((counts.get(UNTIMED) ?? 0) >= first.count)
    throw problem(
      place,
      'no row has a time that can be read',
      'times are 2026-03-29 14:30:00, ISO 8601, or seconds since 1970; ‹map› time=COLUMN says where they are',
    );
  if ((counts.get(EARLIER) ?? 0) * 2 > first.count)
    throw problem(
      place,
      'most rows are earlier than the row before',
      'sort the file by time, the oldest first',
    );
}
