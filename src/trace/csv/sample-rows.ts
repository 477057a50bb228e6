import type { TraceChunk } from '../trace.ts';
import type { Faults } from './faults.ts';
import { NEGATIVE, numberAt } from './number.ts';
import type { Field } from './plan.ts';
import type { RowTimes } from './row-times.ts';
import type { Row } from './rows.ts';

/** What becomes of rows. */
export interface RowTaker {
  take(row: Row, line: () => number): void;
  /** The samples since the last time. */
  chunk(): TraceChunk;
  /** Nothing follows. */
  end(): void;
}

/** Rows as samples, one for one. */
export class SampleRows implements RowTaker {
  readonly #fields: readonly Field[];
  readonly #factors: Float64Array;
  readonly #sizeAt: number;
  readonly #decimal: number;
  readonly #times: RowTimes;
  readonly #faults: Faults;
  #kept = emptyChunk(0, FIRST_ROWS);
  #count = 0;

  constructor(
    fields: readonly Field[],
    stepMs: number | null,
    decimal: number,
    times: RowTimes,
    faults: Faults,
  ) {
    this.#fields = fields;
    // What a rate comes to in a step. Without one there is no rate, which is checked before anything is kept.
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
    for (let at = 0; at < fields.length; at++)
      (values[at] as Float64Array)[this.#count] = this.#cell(row, at, line) * (this.#factors[at] as number);
    if (this.#sizeAt >= 0) this.#takeShares();
    this.#count++;
  }

  chunk(): TraceChunk {
    const { times, values } = this.#kept;
    const count = this.#count;
    this.#count = 0;
    return {
      times: times.slice(0, count),
      values: values.map((column) => column.slice(0, count)),
      events: [],
    };
  }

  end(): void {}

  #cell({ bytes, from, to }: Row, at: number, line: () => number): number {
    const start = from[at + 1] as number;
    if (start < 0) {
      this.#faults.count('cells that a row ended before', line, this.#nameOf(at));
      return Number.NaN;
    }
    const value = numberAt(bytes, start, to[at + 1] as number, this.#decimal);
    if (!(value < 0)) return value;
    const what = value === NEGATIVE ? 'cells with a negative number' : 'cells that are no number';
    this.#faults.count(what, line, this.#nameOf(at));
    return Number.NaN;
  }

  /** What is a share of the size in force waits until the row's size is known. */
  #takeShares(): void {
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

const FIRST_ROWS = 4096;

function emptyChunk(columns: number, rows: number): TraceChunk {
  return {
    times: new Float64Array(rows),
    values: Array.from({ length: columns }, () => new Float64Array(rows)),
    events: [],
  };
}
