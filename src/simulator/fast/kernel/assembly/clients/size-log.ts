import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { asWhole, cell, put } from '../memory';

/** Adds up the time at the present size before it changes, as in `SizeLog`. */
export function noteSize(atMs: f64, throttledMs: f64): void {
  const size = asWhole(cell(OFFSET.METERED_SIZE));
  if (size > 0) {
    put(AT.MS_AT_SIZE + size, Math.max(0, cell(AT.MS_AT_SIZE + size)) + (atMs - cell(AT.SIZES_SINCE_MS)));
    if (throttledMs > cell(AT.THROTTLED_BEFORE_MS)) put(AT.WAS_THROTTLED_AT + size, 1);
    if (cell(AT.WAS_FULL) !== 0) put(AT.WAS_FULL_AT + size, 1);
    put(AT.WAS_FULL, 0);
  }
  put(AT.SIZES_SINCE_MS, atMs);
  put(AT.THROTTLED_BEFORE_MS, throttledMs);
}
