import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { checkFrom } from '../inactivity';
import { cell, NEVER, put } from '../memory';
import { isLoadBusy } from './jobs';

// The activity of a compute and its alarm, as in the life of `compute/life/`.

/** Notes activity. */
export function touch(atMs: f64): void {
  put(OFFSET.ACTIVE_MS, atMs);
  put(AT.WAS_BUSY, 0);
  if (cell(AT.INACTIVE_MS) === NEVER) arm(dueMs(atMs));
}

/** Handles the alarm. Returns false, and changes nothing, if the compute is to be suspended now. */
export function staysActive(atMs: f64): boolean {
  const alarmMs = cell(AT.INACTIVE_MS);
  const activeMs = cell(OFFSET.ACTIVE_MS);
  const wasBusy = cell(AT.WAS_BUSY);
  put(AT.INACTIVE_MS, NEVER);
  const due = dueMs(atMs);
  if (due <= atMs) {
    put(AT.INACTIVE_MS, alarmMs);
    put(OFFSET.ACTIVE_MS, activeMs);
    put(AT.WAS_BUSY, wasBusy);
    return false;
  }
  arm(due);
  return true;
}

/** Sets the alarm after the last activity, unless it is set earlier. */
export function resetAlarm(atMs: f64): void {
  arm(dueMs(atMs));
}

function arm(due: f64): void {
  if (due < cell(AT.INACTIVE_MS)) put(AT.INACTIVE_MS, due);
}

function dueMs(atMs: f64): f64 {
  const isBusy = cell(AT.BUSY_QUERIES) > 0 || isLoadBusy(atMs);
  if (cell(AT.WAS_BUSY) !== 0 && !isBusy) put(OFFSET.ACTIVE_MS, atMs);
  put(AT.WAS_BUSY, isBusy ? 1 : 0);
  const afterMs = cell(OFFSET.SUSPEND_AFTER_MS);
  if (isBusy || afterMs === NEVER) return NEVER;
  const startedMs = cell(AT.LIFE_STARTED_MS);
  const seenMs = checkFrom(cell(OFFSET.ACTIVE_MS), startedMs);
  return checkFrom(Math.max(atMs, seenMs + afterMs), startedMs);
}
