import type { Faults } from '../reading/faults.ts';
import type { TraceChunk } from '../trace.ts';
import { Counters } from './columns/counters.ts';
import type { Field } from './columns/table-plan.ts';
import { ABSENT, type Row } from './row.ts';
import type { RowTimes } from './row-times.ts';
import { numberWithUnit } from './values/cell-unit.ts';
import { NEGATIVE, UNREADABLE } from './values/number.ts';

/** Collects rows into samples. */
export interface RowCollector {
  take(row: Row, line: () => number): void;
  /** The samples since the last call. */
  chunk(): TraceChunk;
  /** Call this after the last row. */
  end(): void;
}

/** Turns each row into one sample. */
export class SampleRows implements RowCollector {
  readonly #fields: readonly Field[];
  readonly #factors: Float64Array;
  readonly #sizeAt: number;
  readonly #decimal: number;
  readonly #times: RowTimes;
  readonly #faults: Faults;
  /** The columns that are counters. Null if there are none. */
  readonly counters: Counters | null;
  /** The slot of each field in a row. */
  readonly #slots: Int32Array;
  readonly #haveUnits: boolean;
  #kept = emptyChunk(0, FIRST_ROWS);
  #count = 0;
  #hasEnded = false;

  constructor(
    fields: readonly Field[],
    stepMs: number | null,
    decimal: number,
    times: RowTimes,
    faults: Faults,
    slots: readonly number[],
  ) {
    this.#fields = fields;
    this.#slots = Int32Array.from(slots);
    this.#haveUnits = fields.some(({ unitInCells }) => unitInCells !== null);
    this.counters = fields.some(({ scale }) => scale.growth !== 'none') ? new Counters(fields, stepMs) : null;
    // Converts a rate to a count per step. Without a step there is no rate: `headOf` has checked that before.
    const seconds = (stepMs ?? 0) / 1000;
    this.#factors = Float64Array.from(fields, ({ scale }) => scale.factor * (scale.perSecond ? seconds : 1));
    this.#sizeAt = fields.findIndex(({ quantity }) => quantity === 'capacityCu');
    this.#decimal = decimal;
    this.#times = times;
    this.#faults = faults;
    this.#kept = emptyChunk(fields.length, FIRST_ROWS);
  }

  take(row: Row, line: () => number): void {
    const ms = this.#times.read(row, line);
    if (Number.isNaN(ms)) return;
    if (this.#count === this.#kept.times.length) this.#grow();
    const { times, values } = this.#kept;
    times[this.#count] = ms;
    const fields = this.#fields;
    for (let at = 0; at < fields.length; at++) {
      const value = this.#cell(row, at, line) * (this.#factors[at] as number);
      const { memoryTotal } = fields[at] as Field;
      (values[at] as Float64Array)[this.#count] =
        memoryTotal === null ? value : Math.max(0, memoryTotal - value);
    }
    if (this.#sizeAt >= 0) this.#convertShares();
    this.counters?.take(times, values, this.#count);
    this.#count++;
  }

  chunk(): TraceChunk {
    const { times, values } = this.#kept;
    // The increase of a counter in the last row is known only with the next row, so that the last row is held back.
    const held = this.counters === null || this.#hasEnded ? 0 : Math.min(1, this.#count);
    const count = this.#count - held;
    const chunk = {
      times: times.slice(0, count),
      values: values.map((column) => column.slice(0, count)),
      events: [],
    };
    times.copyWithin(0, count, this.#count);
    for (const column of values) column.copyWithin(0, count, this.#count);
    this.#count = held;
    return chunk;
  }

  end(): void {
    this.#hasEnded = true;
  }

  #cell(row: Row, at: number, line: () => number): number {
    const slot = this.#slots[at] as number;
    const value = this.#haveUnits ? this.#cellWithUnit(row, at) : row.number(slot);
    if (!(value < 0)) return value;
    this.#faults.count(WRONG[value] as string, line, this.#nameOf(at));
    return Number.NaN;
  }

  #cellWithUnit(row: Row, at: number): number {
    const { quantity, unitInCells } = this.#fields[at] as Field;
    const slot = this.#slots[at] as number;
    if (unitInCells === null) return row.number(slot);
    const cell = row.text(slot);
    return cell === null ? ABSENT : numberWithUnit(cell, quantity, unitInCells, this.#decimal);
  }

  /** Shares of the size are converted once all cells of the row are read, because the size may come last. */
  #convertShares(): void {
    const { values } = this.#kept;
    const size = values[this.#sizeAt]?.[this.#count] as number;
    this.#fields.forEach(({ scale }, at) => {
      const column = values[at] as Float64Array;
      if (scale.ofSize) column[this.#count] = (column[this.#count] as number) * size;
    });
  }

  #nameOf(at: number): string {
    return `column "${this.#fields[at]?.source}"`;
  }

  #grow(): void {
    const grown = emptyChunk(this.#fields.length, 2 * this.#count);
    grown.times.set(this.#kept.times);
    grown.values.forEach((column, at) => {
      column.set(this.#kept.values[at] as Float64Array);
    });
    this.#kept = grown;
  }
}

const WRONG: Readonly<Record<number, string>> = {
  [NEGATIVE]: 'cells with a negative number',
  [UNREADABLE]: 'cells that are not numbers',
  [ABSENT]: 'cells missing at the end of a row',
};

const FIRST_ROWS = 4096;

function emptyChunk(columns: number, rows: number): TraceChunk {
  return {
    times: new Float64Array(rows),
    values: Array.from({ length: columns }, () => new Float64Array(rows)),
    events: [],
  };
}
