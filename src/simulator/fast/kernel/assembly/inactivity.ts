import * as OFFSET from '../memory-layout';
import { cell, NEVER } from './memory';

/** Returns the time of the suspend after the last activity. */
export function sleepsAt(activeMs: f64): f64 {
  const afterMs = cell(OFFSET.SUSPEND_AFTER_MS);
  if (afterMs === NEVER) return NEVER;
  return lookFrom(Math.max(activeMs, lookFrom(activeMs) + afterMs));
}

/** Returns the time of the first check for activity at `atMs` or later. */
function lookFrom(atMs: f64): f64 {
  const everyMs = cell(OFFSET.IDLE_CHECK_MS);
  if (everyMs === 0) return atMs;
  const startedMs = cell(OFFSET.STARTED_MS);
  return startedMs + Math.ceil((atMs - startedMs) / everyMs) * everyMs;
}
