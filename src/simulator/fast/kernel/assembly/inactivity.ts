import * as OFFSET from '../memory-layout';
import { cell, NEVER } from './memory';

/** Returns the time of the suspend after the last activity. */
export function sleepsAt(activeMs: f64): f64 {
  const afterMs = cell(OFFSET.SUSPEND_AFTER_MS);
  if (afterMs === NEVER) return NEVER;
  const startedMs = cell(OFFSET.STARTED_MS);
  return checkFrom(Math.max(activeMs, checkFrom(activeMs, startedMs) + afterMs), startedMs);
}

/** Returns the time of the first check for activity at `atMs` or later. */
export function checkFrom(atMs: f64, startedMs: f64): f64 {
  const everyMs = cell(OFFSET.IDLE_CHECK_MS);
  return everyMs === 0 ? atMs : startedMs + Math.ceil((atMs - startedMs) / everyMs) * everyMs;
}
