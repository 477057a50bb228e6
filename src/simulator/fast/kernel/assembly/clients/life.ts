import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, addWhole, asWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { isAtEase } from '../sizing';
import { resetAlarm } from './activity';
import { clearCache, setCapacity, takeFlow } from './cache';
import { nextOrder } from './events';
import { armCpu, startPeriods, takeVcpu } from './jobs';
import { askedBytes, askedConnections, askedVcpu, serveLoads, takeLoads } from './loads';
import { hasRoomForNeeds } from './needs';
import { HELD } from './phases';
import { admit } from './queries';
import { beginReadings, endReadings, setMetered, wantTick } from './readings';

// The sleeps and wakes of a compute, as in `compute/life/` and `Compute`.

export function isAwake(): boolean {
  return cell(OFFSET.PHASE) === OFFSET.AWAKE;
}

/**
 * Suspends an inactive compute, with all that its next sleep and wake need. Returns false, and changes nothing, if that needs
 * the general way.
 */
export function suspend(atMs: f64): boolean {
  if (cell(AT.HAS_LIFE) === 0 || !hasDurations() || whole(AT.STEPS) + 4 > AT.MOST_STEPS) return false;
  if (whole(AT.JOBS) > 0 || whole(AT.RAMPS) > 0 || cell(AT.LOAD_CONNECTIONS) > 0) return false;
  put(OFFSET.NOW_MS, atMs);
  put(AT.INACTIVE_MS, NEVER);
  put(AT.WAS_BUSY, 0);
  dropConnections();
  put(AT.QUERY_BYTES, cell(OFFSET.BASE_BYTES));
  put(OFFSET.MEMORY_BYTES, 0);
  put(AT.DISK_BYTES, 0);
  put(AT.OWED_MS, 0);
  takeVcpu(0, atMs);
  armCpu();
  endReadings(atMs);
  takeFlow(0, atMs);
  put(AT.SUSPENDED_MS, atMs);
  const takesMs = cell(AT.SUSPEND_TAKES_MS + whole(AT.SUSPEND_PLACE));
  addWhole(AT.SUSPEND_PLACE, 1);
  goOn(OFFSET.SUSPENDING, atMs, takesMs);
  return true;
}

/** Handles the end of a start or suspend. Returns false, and changes nothing, if that needs the general way. */
export function workDue(atMs: f64): boolean {
  if (cell(OFFSET.PHASE) === OFFSET.STARTING && !isServed()) return false;
  put(OFFSET.NOW_MS, atMs);
  put(AT.TICK_IS_PAST, 0);
  if (cell(OFFSET.PHASE) === OFFSET.STARTING) wake(atMs);
  else sleep(atMs);
  return true;
}

/** Whether as many clients of a source as this can wait until the next start. */
export function canHold(source: i32, clients: i32, atMs: f64): boolean {
  if (!hasDurations() || whole(AT.HELD) + clients > AT.MOST_HELD) return false;
  if (whole(AT.START_WAITS) + whole(AT.HELD) + clients > AT.MOST_START_WAITS) return false;
  return atMs + cell(AT.CONNECT_TIMEOUT_MS + source) >= startEndsMs(atMs);
}

/** A client waits for a start. */
export function hold(visit: i32, source: i32, atMs: f64): void {
  add(AT.VISIT_TRIES + visit, 1);
  put(AT.PHASE_OF_VISIT + visit, HELD);
  add(AT.VISIT_USE + visit, 1);
  const held = whole(AT.HELD);
  putWhole(AT.HELD_VISIT + held, visit);
  put(AT.HELD_UNTIL_MS + held, atMs + cell(AT.CONNECT_TIMEOUT_MS + source));
  put(AT.HELD_ORDER + held, nextOrder());
  putWhole(AT.HELD, held + 1);
  add(AT.HELD_IN_ALL, 1);
  if (cell(OFFSET.PHASE) === OFFSET.ASLEEP) start(atMs);
}

/** Whether loads can wait for the next start. */
export function canHoldLoads(): boolean {
  return cell(OFFSET.WAITS) !== 0 || askedVcpu() === 0 || hasDurations();
}

/** Loads have changed while the compute does not run. If they ask for CPU, they wait for a start. */
export function holdLoads(atMs: f64): void {
  if (askedVcpu() > 0 && cell(OFFSET.WAITS) === 0) {
    put(OFFSET.WAITS, 1);
    if (cell(OFFSET.PHASE) === OFFSET.ASLEEP) start(atMs);
  }
  takeLoads(atMs);
}

/** Ends all connections, which are idle. Jobs that keep theirs do not notice. */
function dropConnections(): void {
  add(AT.DROPPED, cell(AT.DIRECT) + cell(AT.POOLED));
  put(AT.DIRECT, 0);
  put(AT.POOLED, 0);
  put(AT.SERVER_BUSY, 0);
  for (let source = 0; source < whole(AT.SOURCES); source++) {
    add(AT.DEAD + source, cell(AT.KEPT_OPEN + source));
    put(AT.KEPT_OPEN + source, 0);
  }
}

function sleep(atMs: f64): void {
  clearCache(atMs);
  if (whole(AT.HELD) > 0 || cell(OFFSET.WAITS) !== 0) start(atMs);
  else goOn(OFFSET.ASLEEP, atMs, NEVER);
  setMetered(0, atMs);
}

function start(atMs: f64): void {
  const takesMs = cell(AT.START_TAKES_MS + whole(AT.START_PLACE));
  addWhole(AT.START_PLACE, 1);
  goOn(OFFSET.STARTING, atMs, takesMs);
}

function wake(atMs: f64): void {
  goOn(OFFSET.AWAKE, atMs, NEVER);
  const size = asWhole(cell(OFFSET.LEAST_SIZE));
  put(AT.LIFE_STARTED_MS, atMs);
  put(OFFSET.SIZE, size);
  beginReadings(atMs);
  setCapacity(cell(AT.CACHE_BYTES_OF + size), atMs);
  startPeriods(atMs);
  takeVcpu(cell(OFFSET.VCPU_OF + size), atMs);
  armCpu();
  wantTick(atMs);
  put(AT.AWAKE_FROM_MS, atMs);
  put(AT.WARM_AFTER_MS, -1);
  put(AT.COLD_READS_MS, 0);
  put(OFFSET.WAITS, 0);
  serveHeld(atMs);
  serveLoads(atMs);
  put(OFFSET.ACTIVE_MS, atMs);
  resetAlarm(atMs);
  setMetered(size, atMs);
}

/** Serves the clients that wait, in the order of their arrival. */
function serveHeld(atMs: f64): void {
  put(AT.RUNS_SINCE_MS, atMs);
  put(AT.IN_FIRST_SECOND, 0);
  for (let one = 0; one < whole(AT.HELD); one++) {
    const visit = whole(AT.HELD_VISIT + one);
    const source = whole(AT.VISIT_SOURCE + visit);
    put(AT.WAITED_MS + whole(AT.START_WAITS), atMs - cell(AT.VISIT_BORN_MS + visit));
    addWhole(AT.START_WAITS, 1);
    admit(visit, source, atMs);
  }
  putWhole(AT.HELD, 0);
}

/** Whether all that waits for the start is served at once then, and without memory pressure. */
function isServed(): boolean {
  const held = whole(AT.HELD);
  const clients = f64(held);
  const ofLoad = askedConnections();
  if (clients + ofLoad > cell(AT.CONNECTION_LIMIT)) return false;
  if (clients > cell(AT.POOL_SIZE) || clients > cell(AT.POOLED_LIMIT)) return false;
  if (whole(AT.JOBS) + 2 * held > AT.MOST_JOBS) return false;
  let bytes = cell(OFFSET.BASE_BYTES) + askedBytes() + (clients + ofLoad) * cell(AT.EACH_CONNECTION_BYTES);
  for (let one = 0; one < held; one++) {
    const source = whole(AT.VISIT_SOURCE + whole(AT.HELD_VISIT + one));
    if (!hasRoomForNeeds(source, clients)) return false;
    bytes += cell(AT.NEEDED_BYTES + source);
  }
  return isAtEase(bytes, asWhole(cell(OFFSET.LEAST_SIZE)));
}

/** The end of the next start for a client that comes now. */
function startEndsMs(atMs: f64): f64 {
  const workMs = cell(OFFSET.WORK_MS);
  if (cell(OFFSET.PHASE) === OFFSET.STARTING) return workMs;
  const fromMs = cell(OFFSET.PHASE) === OFFSET.SUSPENDING ? workMs : atMs;
  return Math.ceil(fromMs + cell(AT.START_TAKES_MS + whole(AT.START_PLACE)));
}

/** Whether the next start and the next suspend have their durations. */
function hasDurations(): boolean {
  return whole(AT.START_PLACE) < AT.DURATIONS && whole(AT.SUSPEND_PLACE) < AT.DURATIONS;
}

function goOn(phase: f64, atMs: f64, takesMs: f64): void {
  put(OFFSET.PHASE, phase);
  put(OFFSET.WORK_MS, Math.ceil(atMs + takesMs));
  put(AT.WORK_ORDER, nextOrder());
  put(AT.STEP_MS + whole(AT.STEPS), atMs);
  put(AT.STEP_TO + whole(AT.STEPS), phase);
  addWhole(AT.STEPS, 1);
}
