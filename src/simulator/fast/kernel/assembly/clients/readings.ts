import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, asWhole, cell, NEVER, put, whole } from '../memory';
import { meter } from '../meter';
import {
  averageAt,
  high,
  isPressed,
  isWithin,
  KERNEL_BYTES,
  LOAD_TICK_MS,
  longAverageAt,
  low,
  restUnits,
  steppedDown,
  TICKS_TO_SETTLE,
  tickOutside,
  waitUntil,
  wantedAt,
} from '../sizing';
import { cacheMoves, lastReadMs, mostCachedBytes, setCapacity, settleCache } from './cache';
import { armCpu, moves, runnableAt, settleJobs, takeVcpu, throttledMsAt } from './jobs';
import { noteSize } from './size-log';

// The ticks of the autoscaler and its readings, as in `Scaling` and `AgentMetrics`.

/** Handles a tick. Returns false if the autoscaler may want another size. */
export function tick(atMs: f64): boolean {
  put(OFFSET.TICK_MS, NEVER);
  put(AT.READ_MS, atMs);
  put(AT.READING_MS, -NEVER);
  add(AT.UNORDERED, 1);
  if (moves() && whole(AT.JOBS) > 0) {
    settleJobs(atMs);
    armCpu();
    wantTick(atMs);
  }
  settleCache(atMs);
  read(atMs);
  if (!look(atMs)) return false;
  if (cacheMoves() || (moves() && !autoscales())) wantTick(atMs);
  return true;
}

/** Handles a look between two ticks. Returns false if the autoscaler may want another size. */
export function lookBetween(atMs: f64): boolean {
  put(OFFSET.LOOK_MS, NEVER);
  return look(atMs);
}

/** Makes sure that there is a tick to read a change. */
export function wantTick(atMs: f64): void {
  const wantedMs = cell(AT.WANTED_MS);
  const tickMs = cell(OFFSET.TICK_MS);
  if (atMs < wantedMs && tickMs <= wantedMs) return;
  const nextMs = nextReadingMs(atMs);
  if (nextMs === NEVER) return;
  put(AT.WANTED_MS, nextMs);
  if (nextMs < tickMs) put(OFFSET.TICK_MS, nextMs);
}

/** Like `wantTick`, if reading now could lead to another size. */
export function wantTickIfItMatters(atMs: f64): void {
  if (isRead() && !asksForTheSame(atMs)) wantTick(atMs);
}

/** Returns the next tick at which metrics may be read. Infinity if they are not read. */
export function nextReadingMs(atMs: f64): f64 {
  if (!isRead()) return NEVER;
  return cell(AT.TICK_IS_PAST) !== 0 || atMs === cell(AT.READ_MS) ? nextTickMs(atMs) : tickFromMs(atMs);
}

/** Returns the first tick at a time or later. */
export function tickFromMs(atMs: f64): f64 {
  const startedMs = cell(OFFSET.STARTED_MS);
  return startedMs + Math.max(1, Math.ceil((atMs - startedMs) / LOAD_TICK_MS)) * LOAD_TICK_MS;
}

export function nonReclaimableBytes(): f64 {
  const connections = cell(AT.DIRECT) + cell(AT.SERVER_BUSY) + cell(AT.LOAD_CONNECTIONS);
  return cell(AT.QUERY_BYTES) + cell(OFFSET.MEMORY_BYTES) + connections * cell(AT.EACH_CONNECTION_BYTES);
}

function autoscales(): boolean {
  return cell(OFFSET.LEAST_SIZE) < cell(OFFSET.MOST_SIZE);
}

/** Sets the next look. Returns false if the size may have to change. */
function look(atMs: f64): boolean {
  if (!autoscales()) return true;
  const size = asWhole(cell(OFFSET.SIZE));
  const now = tickAt(atMs);
  const changedAtTick = asWhole(cell(OFFSET.CHANGED_AT_TICK));
  const load1 = cell(OFFSET.LOAD1);
  const runnable = cell(OFFSET.RUNNABLE);
  const nextMs = timeOfTick(now + 1);
  const average = averageAt(load1, runnable, now - changedAtTick);
  const bytes = nonReclaimableBytes();
  let from = low(size);
  let below = high(size);
  let changeMs = nextMs;
  if (isPressed(size, bytes)) return false;
  if (!isWithin(average, from, below)) {
    if (cell(AT.RESIZES_IN_PLACE) === 0) return false;
    const wanted = wantedAt(average, size, bytes, atMs);
    const next = wanted < size ? steppedDown(size, bytes, atMs) : wanted;
    if (next !== size) {
      resize(next, atMs);
      from = low(next);
      below = high(next);
    }
    if (!isWithin(average, from, below)) changeMs = waitUntil(wanted < next, atMs, nextMs);
  }
  if (isWithin(average, from, below) && !moves() && !workingSetChanges(atMs)) {
    changeMs = cell(AT.METRIC_WORKING_SET) > 0 ? workingSetGoneMs(atMs) : NEVER;
    let far = now + TICKS_TO_SETTLE;
    const loadChangesMs = cell(AT.LOAD_CHANGES_MS);
    if (loadChangesMs < timeOfTick(far)) far = max(now + 1, tickAt(loadChangesMs) + 1);
    const outside = tickOutside(from, below, runnable, load1, changedAtTick, now, far);
    if (outside >= 0) changeMs = Math.min(changeMs, timeOfTick(outside));
  }
  if (changeMs < nextMs) {
    put(OFFSET.LOOK_MS, changeMs);
    wantTick(atMs);
  } else if (changeMs < cell(OFFSET.TICK_MS)) {
    put(OFFSET.TICK_MS, changeMs);
  }
  return true;
}

/** Carries out a change of the size. */
function resize(size: i32, atMs: f64): void {
  put(OFFSET.SIZE, size);
  if (size > asWhole(cell(OFFSET.PEAK_SIZE))) put(OFFSET.PEAK_SIZE, size);
  add(OFFSET.RESIZES, 1);
  setMetered(size, atMs);
  const cached = cell(AT.RESIDENT_BYTES);
  setCapacity(cell(AT.CACHE_BYTES_OF + size), atMs);
  takeVcpu(cell(OFFSET.VCPU_OF + size), atMs);
  armCpu();
  const followsSize = cell(OFFSET.RANDOM_ARRIVALS) !== 0 && cell(OFFSET.LOAD_VCPU) > 0;
  if (cell(AT.RESIDENT_BYTES) !== cached || followsSize) wantTick(atMs);
}

/** Sets the metered size. 0 while the compute costs nothing. */
export function setMetered(size: i32, atMs: f64): void {
  noteSize(atMs, throttledMsAt(atMs));
  meter(size, atMs);
  if (size < asWhole(cell(OFFSET.LEAST_METERED))) put(OFFSET.LEAST_METERED, size);
  if (size > asWhole(cell(OFFSET.MOST_METERED))) put(OFFSET.MOST_METERED, size);
}

/** The autoscaler begins on a new machine, which has no past. */
export function beginReadings(atMs: f64): void {
  put(OFFSET.STARTED_MS, atMs);
  put(OFFSET.RUNNABLE, 0);
  put(OFFSET.LOAD1, 0);
  put(OFFSET.LOAD5, 0);
  put(OFFSET.CHANGED_AT_TICK, 0);
  put(OFFSET.REST_UNITS, 0);
  put(OFFSET.STEP_DOWN_UNTIL_MS, 0);
  put(OFFSET.DENIAL_UNTIL_MS, 0);
  put(OFFSET.PRESSURE_UNTIL_MS, 0);
  put(AT.METRIC_BYTES, 0);
  put(AT.METRIC_WORKING_SET, 0);
  put(AT.WANTED_MS, -NEVER);
  put(AT.READING_MS, -NEVER);
}

/** The machine is gone. */
export function endReadings(atMs: f64): void {
  const ticks = tickAt(atMs) - asWhole(cell(OFFSET.CHANGED_AT_TICK));
  const load1 = averageAt(cell(OFFSET.LOAD1), cell(OFFSET.RUNNABLE), ticks);
  if (load1 > cell(OFFSET.MOST_LOAD1)) put(OFFSET.MOST_LOAD1, load1);
  put(OFFSET.TICK_MS, NEVER);
  put(OFFSET.LOOK_MS, NEVER);
  put(AT.READING_MS, NEVER);
}

function read(atMs: f64): void {
  const now = tickAt(atMs);
  const runnable = runnableAt(atMs);
  const before = cell(OFFSET.RUNNABLE);
  if (runnable !== before) {
    const ticks = now - 1 - asWhole(cell(OFFSET.CHANGED_AT_TICK));
    const load1 = averageAt(cell(OFFSET.LOAD1), before, ticks);
    if (load1 > cell(OFFSET.MOST_LOAD1)) put(OFFSET.MOST_LOAD1, load1);
    put(OFFSET.LOAD5, longAverageAt(cell(OFFSET.LOAD5), before, ticks));
    put(OFFSET.LOAD1, load1);
    put(OFFSET.RUNNABLE, runnable);
    put(OFFSET.CHANGED_AT_TICK, now - 1);
  }
  let workingSet = cell(AT.METRIC_WORKING_SET);
  if (cell(OFFSET.SEES_WORKING_SET) !== 0 && now % whole(AT.WORKING_SET_TICKS) === 0)
    workingSet = workingSetSeen(atMs);
  const bytes = nonReclaimableBytes() + KERNEL_BYTES;
  const cached = cell(AT.RESIDENT_BYTES);
  if (
    bytes === cell(AT.METRIC_BYTES) &&
    cached === cell(AT.METRIC_CACHED) &&
    workingSet === cell(AT.METRIC_WORKING_SET)
  )
    return;
  put(AT.METRIC_BYTES, bytes);
  put(AT.METRIC_CACHED, cached);
  put(AT.METRIC_WORKING_SET, workingSet);
  put(OFFSET.REST_UNITS, restUnits(bytes, cached, workingSet));
}

/**
 * Whether all ticks would ask for the same size as the last reading, if nothing changes but what reads change.
 *
 * @param reads whether there are reads
 */
export function keepsItsSize(reads: boolean, atMs: f64): boolean {
  if (!isRead()) return true;
  if (!asksForTheSame(atMs) || cell(OFFSET.RUNNABLE) !== 0) return false;
  if (cell(OFFSET.SEES_WORKING_SET) === 0) return true;
  const workingSet = cell(AT.METRIC_WORKING_SET);
  if (!reads) return workingSet === 0;
  // The more is cached, the more units it asks for.
  const units = restUnits(cell(AT.METRIC_BYTES), mostCachedBytes(), workingSet);
  return workingSet === cell(AT.WORKING_SET_BYTES) && Math.ceil(units) === Math.ceil(cell(OFFSET.REST_UNITS));
}

/** Whether a tick now would ask for the same size as the last reading. */
function asksForTheSame(atMs: f64): boolean {
  if (cacheMoves() || runnableAt(atMs) !== cell(OFFSET.RUNNABLE)) return false;
  const bytes = nonReclaimableBytes() + KERNEL_BYTES;
  if (bytes !== cell(AT.METRIC_BYTES) || workingSetChanges(atMs)) return false;
  const cached = cell(AT.RESIDENT_BYTES);
  if (cached === cell(AT.METRIC_CACHED)) return true;
  const units = restUnits(bytes, cached, cell(AT.METRIC_WORKING_SET));
  return Math.ceil(units) === Math.ceil(cell(OFFSET.REST_UNITS));
}

function isRead(): boolean {
  return autoscales() || cell(OFFSET.LOAD_VCPU) > 0 || cell(OFFSET.RUNNABLE) > 0;
}

function workingSetChanges(atMs: f64): boolean {
  return cell(OFFSET.SEES_WORKING_SET) !== 0 && workingSetSeen(atMs) !== cell(AT.METRIC_WORKING_SET);
}

function workingSetSeen(atMs: f64): f64 {
  const isSeen = atMs - lastReadMs(atMs) <= cell(AT.WORKING_SET_WINDOW_MS);
  return isSeen ? cell(AT.WORKING_SET_BYTES) : 0;
}

function workingSetGoneMs(atMs: f64): f64 {
  return nextTickMs(lastReadMs(atMs) + cell(AT.WORKING_SET_WINDOW_MS));
}

function nextTickMs(atMs: f64): f64 {
  return timeOfTick(tickAt(atMs) + 1);
}

function tickAt(atMs: f64): i32 {
  return asWhole(Math.floor((atMs - cell(OFFSET.STARTED_MS)) / LOAD_TICK_MS));
}

function timeOfTick(one: i32): f64 {
  return cell(OFFSET.STARTED_MS) + f64(one) * LOAD_TICK_MS;
}
