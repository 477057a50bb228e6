import * as CELL from '../cells';
import { sleepsAt } from './inactivity';
import { cell, NEVER, put } from './memory';
import { meter } from './meter';
import { goneMs, setFlow, setVcpu } from './processors';
import { LOAD_TICK_MS } from './sizing';
import { stayAlone, stayLed } from './stay';

const STARTING: f64 = 0;
const AWAKE: f64 = 1;
const SUSPENDING: f64 = 2;
const ASLEEP: f64 = 3;

export { stayLed };

/**
 * Does everything that is due before an instant. Comes back at each wake (true), for then how long the next suspend and
 * the start after it take is to be given; false: it is done.
 */
export function advance(untilMs: f64): boolean {
  while (true) {
    if (cell(CELL.PHASE) === AWAKE) {
      stayAlone(untilMs);
      const sleepMs = cell(CELL.SLEEP_MS);
      if (sleepMs >= untilMs) return false;
      suspend(sleepMs);
    } else {
      const workMs = cell(CELL.WORK_MS);
      const changeMs = cell(CELL.CHANGE_MS);
      if (Math.min(workMs, changeMs) >= untilMs) return false;
      if (workMs > changeMs) {
        change(changeMs);
      } else if (cell(CELL.PHASE) === STARTING) {
        wake(workMs);
        return true;
      } else {
        sleep(workMs);
      }
    }
  }
}

function start(atMs: f64): void {
  put(CELL.PHASE, STARTING);
  put(CELL.WORK_MS, Math.ceil(atMs + cell(CELL.NEXT_START_MS)));
}

function wake(atMs: f64): void {
  put(CELL.PHASE, AWAKE);
  put(CELL.WAITS, 0);
  put(CELL.STARTED_MS, atMs);
  // A new machine has no past.
  put(CELL.RUNNABLE, 0);
  put(CELL.LOAD1, 0);
  put(CELL.LOAD5, 0);
  put(CELL.CHANGED_AT_TICK, 0);
  put(CELL.READ_BYTES, NaN);
  put(CELL.REST_UNITS, 0);
  put(CELL.STEP_DOWN_UNTIL_MS, 0);
  put(CELL.DENIAL_UNTIL_MS, 0);
  put(CELL.PRESSURE_UNTIL_MS, 0);
  const size = cell(CELL.LEAST_SIZE);
  put(CELL.SIZE, size);
  setVcpu(cell(CELL.VCPU_OF + i32(size)), atMs);
  meter(size, atMs);
  const isWanted = cell(CELL.FLOW_VCPU) > 0;
  if (isWanted) put(CELL.IS_WANTED, 1);
  put(CELL.GONE_MS, goneMs());
  put(CELL.TICK_MS, size < cell(CELL.MOST_SIZE) ? atMs + LOAD_TICK_MS : NEVER);
  put(CELL.LOOK_MS, NEVER);
  put(CELL.ACTIVE_MS, atMs);
  put(CELL.SLEEP_MS, isWanted || cell(CELL.BACKLOG_MS) > 0 ? NEVER : sleepsAt(atMs));
}

function suspend(atMs: f64): void {
  setVcpu(0, atMs);
  put(CELL.PHASE, SUSPENDING);
  put(CELL.WORK_MS, Math.ceil(atMs + cell(CELL.NEXT_SUSPEND_MS)));
}

/** A suspend is over. */
function sleep(atMs: f64): void {
  meter(0, atMs);
  put(CELL.PHASE, ASLEEP);
  put(CELL.WORK_MS, NEVER);
  if (cell(CELL.WAITS) !== 0) start(atMs);
}

/** The load changes while the compute does not run. */
function change(atMs: f64): void {
  const count = i32(cell(CELL.CHANGES));
  const place = i32(cell(CELL.PLACE));
  const vcpu = cell(CELL.COLUMNS + count + 1 + place);
  const memoryBytes = cell(CELL.COLUMNS + 2 * count + 1 + place);
  put(CELL.PLACE, place + 1);
  put(CELL.CHANGE_MS, cell(CELL.COLUMNS + place + 1));
  if (vcpu === cell(CELL.FLOW_VCPU) && memoryBytes === cell(CELL.MEMORY_BYTES)) return;
  put(CELL.MEMORY_BYTES, memoryBytes);
  if (vcpu > 0) {
    put(CELL.WAITS, 1);
    if (cell(CELL.PHASE) === ASLEEP) start(atMs);
  }
  setFlow(vcpu, atMs);
}
