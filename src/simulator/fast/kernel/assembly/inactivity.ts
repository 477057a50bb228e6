import * as OFFSET from '../memory-layout';
import { cell, NEVER } from './memory';

/** When a compute sleeps after its last activity. */
export function sleepsAt(activeMs: f64): f64 {
  const afterMs = cell(OFFSET.SUSPEND_AFTER_MS);
  if (afterMs === NEVER) return NEVER;
  return lookFrom(Math.max(activeMs, lookFrom(activeMs) + afterMs));
}

/** The first look for activity at an instant or after it. */
function lookFrom(atMs: f64): f64 {
  const everyMs = cell(OFFSET.IDLE_CHECK_MS);
  if (everyMs === 0) return atMs;
  const startedMs = cell(OFFSET.STARTED_MS);
  return startedMs + Math.ceil((atMs - startedMs) / everyMs) * everyMs;
}
