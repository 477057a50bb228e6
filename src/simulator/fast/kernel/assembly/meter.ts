import * as OFFSET from '../memory-layout';
import { add, asWhole, cell, put } from './memory';

/** Sets the metered size. 0 while the compute costs nothing. */
export function meter(size: f64, atMs: f64): void {
  const dt = atMs - cell(OFFSET.METERED_SINCE_MS);
  const before = cell(OFFSET.METERED_SIZE);
  add(OFFSET.METERED, before * dt);
  if (before > 0) {
    add(OFFSET.AWAKE_MS, dt);
    add(OFFSET.MS_AT + asWhole(before), dt);
  }
  put(OFFSET.METERED_SIZE, size);
  put(OFFSET.METERED_SINCE_MS, atMs);
}
