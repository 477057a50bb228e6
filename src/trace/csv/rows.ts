import { textOf } from '../reading/bytes.ts';
import { ABSENT, type Row } from './row.ts';
import type { DayOrder } from './values/day-month.ts';
import { readInstant } from './values/instant.ts';
import { numberAt } from './values/number.ts';
import type { WrittenTime } from './values/written-date.ts';

export interface Layout {
  readonly delimiter: number;
  readonly decimal: number;
  readonly dayOrder: DayOrder | null;
  /** The slot of each field of a row; -1 for fields that were not requested. */
  readonly slots: Int32Array;
  readonly count: number;
}

const FEED = 10;
const RETURN = 13;

/** Finds the cells of rows without quotes, directly in their bytes. Empty lines are not rows. */
export function eachRow(bytes: Uint8Array, layout: Layout, take: (row: Row, at: number) => void): void {
  const { delimiter, slots } = layout;
  const row = new ByteRow(bytes, layout);
  const size = bytes.length;
  let field = 0;
  let start = 0;
  let rowStart = 0;
  // The end of the text ends the last row too.
  for (let at = 0; at <= size; at++) {
    const byte = at === size ? FEED : (bytes[at] as number);
    if (byte !== delimiter && byte !== FEED && byte !== RETURN) continue;
    const slot = field < slots.length ? (slots[field] as number) : -1;
    if (slot >= 0) {
      row.from[slot] = start;
      row.to[slot] = at;
    }
    start = at + 1;
    if (byte === delimiter) {
      field++;
      continue;
    }
    if (at > rowStart) {
      // Clears the slots that still hold cells of the row before.
      for (let missing = field + 1; missing < slots.length; missing++) {
        const lacking = slots[missing] as number;
        if (lacking >= 0) row.from[lacking] = -1;
      }
      take(row, rowStart);
    }
    field = 0;
    rowStart = at + 1;
  }
}

/** The positions of the requested cells of a row, by slot; -1 if the row ends before the cell. */
class ByteRow implements Row {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #decimal: number;
  readonly #dayOrder: DayOrder | null;

  constructor(bytes: Uint8Array, { count, decimal, dayOrder }: Layout) {
    this.from = new Int32Array(count);
    this.to = new Int32Array(count);
    this.#bytes = bytes;
    this.#decimal = decimal;
    this.#dayOrder = dayOrder;
  }

  time(written: WrittenTime): boolean {
    const start = this.from[0] as number;
    return start >= 0 && readInstant(this.#bytes, start, this.to[0] as number, written, this.#dayOrder);
  }

  number(slot: number): number {
    const start = this.from[slot] as number;
    return start < 0 ? ABSENT : numberAt(this.#bytes, start, this.to[slot] as number, this.#decimal);
  }

  text(slot: number): string | null {
    const start = this.from[slot] as number;
    if (start < 0) return null;
    return textOf(this.#bytes.subarray(start, this.to[slot])).trim();
  }
}
