import type { WrittenTime } from './values/written-date.ts';

/** A row of a table, however it is stored: its time, and what stands in the slots that anybody asked for. */
export interface Row {
  /** The time of the row; false: there is none that can be read. */
  time(written: WrittenTime): boolean;
  /** The number in a slot, NaN where it is not known; or NEGATIVE, UNREADABLE or ABSENT. */
  number(slot: number): number;
  /** The same as it is written; null where the row ends before. */
  text(slot: number): string | null;
}

/** The row ends before this slot. */
export const ABSENT = -3;
