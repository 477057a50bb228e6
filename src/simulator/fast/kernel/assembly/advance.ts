import * as OFFSET from '../memory-layout';
import { fullRunAwakePeriod, totalsOnlyAwakePeriod } from './awake-period';
import { clientStretch } from './clients/stretch';
import { sleepsAt } from './inactivity';
import { asWhole, cell, NEVER, put } from './memory';
import { meter } from './meter';
import { goneMs, setLoad, setVcpu } from './processors';
import { LOAD_TICK_MS } from './sizing';

export { clientStretch, fullRunAwakePeriod };

/**
 * Handles all events before `untilMs`. Returns true at each wake, so that the host can write the durations of
 * the next suspend and start. Returns false when all events are done.
 */
export function advance(untilMs: f64): boolean {
  while (true) {
    if (cell(OFFSET.PHASE) === OFFSET.AWAKE) {
      totalsOnlyAwakePeriod(untilMs);
      const sleepMs = cell(OFFSET.SLEEP_MS);
      if (sleepMs >= untilMs) return false;
      suspend(sleepMs);
    } else {
      const workMs = cell(OFFSET.WORK_MS);
      const changeMs = cell(OFFSET.CHANGE_MS);
      if (Math.min(workMs, changeMs) >= untilMs) return false;
      if (workMs > changeMs) {
        change(changeMs);
      } else if (cell(OFFSET.PHASE) === OFFSET.STARTING) {
        wake(workMs);
        return true;
      } else {
        sleep(workMs);
      }
    }
  }
}

function start(atMs: f64): void {
  put(OFFSET.PHASE, OFFSET.STARTING);
  put(OFFSET.WORK_MS, Math.ceil(atMs + cell(OFFSET.NEXT_START_MS)));
}

function wake(atMs: f64): void {
  put(OFFSET.PHASE, OFFSET.AWAKE);
  put(OFFSET.WAITS, 0);
  put(OFFSET.STARTED_MS, atMs);
  // A new machine has no past.
  put(OFFSET.RUNNABLE, 0);
  put(OFFSET.LOAD1, 0);
  put(OFFSET.LOAD5, 0);
  put(OFFSET.CHANGED_AT_TICK, 0);
  put(OFFSET.READ_BYTES, NaN);
  put(OFFSET.REST_UNITS, 0);
  put(OFFSET.STEP_DOWN_UNTIL_MS, 0);
  put(OFFSET.DENIAL_UNTIL_MS, 0);
  put(OFFSET.PRESSURE_UNTIL_MS, 0);
  const size = cell(OFFSET.LEAST_SIZE);
  put(OFFSET.SIZE, size);
  setVcpu(cell(OFFSET.VCPU_OF + asWhole(size)), atMs);
  meter(size, atMs);
  const isWanted = cell(OFFSET.LOAD_VCPU) > 0;
  if (isWanted) put(OFFSET.IS_WANTED, 1);
  put(OFFSET.GONE_MS, goneMs());
  put(OFFSET.TICK_MS, size < cell(OFFSET.MOST_SIZE) ? atMs + LOAD_TICK_MS : NEVER);
  put(OFFSET.LOOK_MS, NEVER);
  put(OFFSET.ACTIVE_MS, atMs);
  put(OFFSET.SLEEP_MS, isWanted || cell(OFFSET.BACKLOG_MS) > 0 ? NEVER : sleepsAt(atMs));
}

function suspend(atMs: f64): void {
  setVcpu(0, atMs);
  put(OFFSET.PHASE, OFFSET.SUSPENDING);
  put(OFFSET.WORK_MS, Math.ceil(atMs + cell(OFFSET.NEXT_SUSPEND_MS)));
}

/** Handles the end of a suspend. */
function sleep(atMs: f64): void {
  meter(0, atMs);
  put(OFFSET.PHASE, OFFSET.ASLEEP);
  put(OFFSET.WORK_MS, NEVER);
  if (cell(OFFSET.WAITS) !== 0) start(atMs);
}

/** Handles a change of the load while the compute does not run. */
function change(atMs: f64): void {
  const count = asWhole(cell(OFFSET.CHANGES));
  const place = asWhole(cell(OFFSET.PLACE));
  const vcpu = cell(OFFSET.COLUMNS + count + 1 + place);
  const memoryBytes = cell(OFFSET.COLUMNS + 2 * count + 1 + place);
  put(OFFSET.PLACE, place + 1);
  put(OFFSET.CHANGE_MS, cell(OFFSET.COLUMNS + place + 1));
  if (vcpu === cell(OFFSET.LOAD_VCPU) && memoryBytes === cell(OFFSET.MEMORY_BYTES)) return;
  put(OFFSET.MEMORY_BYTES, memoryBytes);
  if (vcpu > 0) {
    put(OFFSET.WAITS, 1);
    if (cell(OFFSET.PHASE) === OFFSET.ASLEEP) start(atMs);
  }
  setLoad(vcpu, atMs);
}
