import type { WrittenTime } from './values/written-date.ts';

/** A row of a table in any storage format: its time and the cells of the requested columns, by slot. */
export interface Row {
  /** Reads the time of the row into `written`. False if it has no readable time. */
  time(written: WrittenTime): boolean;
  /** The number in a slot: NaN if unknown, or else NEGATIVE, UNREADABLE or ABSENT. */
  number(slot: number): number;
  /** The text in a slot. Null if the row ends before the slot. */
  text(slot: number): string | null;
}

/** The row ends before the slot. */
export const ABSENT = -3;
