import * as CELL from '../cells';
import { add, cell, put } from './memory';

/** From now on this size is metered; 0 while the compute costs nothing. */
export function meter(size: f64, atMs: f64): void {
  const dt = atMs - cell(CELL.METERED_SINCE_MS);
  const before = cell(CELL.METERED_SIZE);
  add(CELL.METERED, before * dt);
  if (before > 0) {
    add(CELL.AWAKE_MS, dt);
    add(CELL.MS_AT + i32(before), dt);
  }
  put(CELL.METERED_SIZE, size);
  put(CELL.METERED_SINCE_MS, atMs);
}
