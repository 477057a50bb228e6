/** Where the cells of a row stand that anybody asked for, by slot; -1 where the row ends before. */
export interface Row {
  readonly bytes: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export interface Layout {
  readonly delimiter: number;
  /** The slot of each field of a row; -1 for those that nobody asked for. */
  readonly slots: Int32Array;
  readonly count: number;
}

const FEED = 10;
const RETURN = 13;

/** Finds the cells of rows in which nothing is quoted, straight from their bytes. Empty lines are no rows. */
export function eachRow(bytes: Uint8Array, layout: Layout, take: (row: Row, at: number) => void): void {
  const { delimiter, slots, count } = layout;
  const row = { bytes, from: new Int32Array(count), to: new Int32Array(count) };
  const size = bytes.length;
  let field = 0;
  let start = 0;
  let rowStart = 0;
  // A row is over at the end of the text too, with or without an end of line.
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
      // What is left of the row before is not of this one.
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
