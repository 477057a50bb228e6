import * as OFFSET from '../memory-layout';
import { add, asWhole, cell, NEVER, put } from './memory';

export const LOAD_TICK_MS: f64 = 5000;

/** After this many ticks, two hours, the averages have practically reached their limits. */
export const TICKS_TO_SETTLE: i32 = 1440;

const GIB: f64 = 1073741824;
/** RAM that the operating system of a compute keeps for itself. It counts as used. */
export const KERNEL_BYTES: f64 = 104857600;
const FULL_SHARE: f64 = 0.85;
const WATCHED_SHARE: f64 = 0.8;
const UNIT_VCPU: f64 = 0.25;

/** Returns the one-minute load average at some ticks after the last change. */
export function averageAt(from: f64, towards: f64, ticks: i32): f64 {
  return towards + (from - towards) * (ticks < OFFSET.DECAY_STEPS ? cell(OFFSET.DECAY1 + ticks) : 0);
}

/** Returns the five-minute load average in the same way. */
export function longAverageAt(from: f64, towards: f64, ticks: i32): f64 {
  return towards + (from - towards) * (ticks < OFFSET.DECAY_STEPS ? cell(OFFSET.DECAY5 + ticks) : 0);
}

// The load band of a size: the autoscaler wants the size from the load `low` on, and below `high`. No load
// asks for less than the memory does. The range limits the goal at both ends.

export function low(size: i32): f64 {
  if (size === asWhole(cell(OFFSET.LEAST_SIZE)) || cell(OFFSET.REST_UNITS) > size - 1) return -NEVER;
  return cell(OFFSET.LEAST_LOAD_OF + size);
}

export function high(size: i32): f64 {
  if (size === asWhole(cell(OFFSET.MOST_SIZE))) return NEVER;
  return cell(OFFSET.REST_UNITS) > size ? -NEVER : cell(OFFSET.LEAST_LOAD_OF + size + 1);
}

/** Whether this much memory has no effect except at a tick. */
export function isCalm(bytes: f64, size: i32): boolean {
  return bytes <= WATCHED_SHARE * cell(OFFSET.USABLE_BYTES_OF + size);
}

/** Computes the units that memory asks for, if nothing is cached. */
export function readMemory(bytes: f64): void {
  put(OFFSET.REST_UNITS, restUnits(bytes + KERNEL_BYTES, 0, 0));
}

/** Returns the units that memory and the working set ask for. */
export function restUnits(used: f64, cached: f64, workingSet: f64): f64 {
  const units = Math.round(used / cell(OFFSET.MEMORY_USAGE_TARGET)) / GIB;
  if (cell(OFFSET.SEES_WORKING_SET) === 0) return units;
  const total = Math.min(workingSet, cached) + used;
  const memory = Math.max(units, total / cell(OFFSET.MEMORY_TOTAL_TARGET) / GIB);
  return Math.max(memory, workingSet / cell(OFFSET.WORKING_SET_RATIO) / GIB);
}

/** Returns the size that the metrics and memory pressure ask for, within the range. */
export function wantedAt(load1: f64, size: i32, bytes: f64, atMs: f64): i32 {
  const units = load1 / cell(OFFSET.LOAD_TARGET) / UNIT_VCPU;
  let wish = asWhole(Math.ceil(Math.max(Math.round(units), cell(OFFSET.REST_UNITS))));
  if (atMs >= cell(OFFSET.PRESSURE_UNTIL_MS) && isPressed(size, bytes)) {
    wish = max(size + 1, wish);
    put(OFFSET.PRESSURE_UNTIL_MS, atMs + cell(OFFSET.PRESSURE_EVERY_MS));
  }
  const least = asWhole(cell(OFFSET.LEAST_SIZE));
  const most = asWhole(cell(OFFSET.MOST_SIZE));
  return wish < least ? least : wish > most ? most : wish;
}

/** Whether there is memory pressure. */
export function isPressed(size: i32, bytes: f64): boolean {
  return bytes >= FULL_SHARE * usableBytes(size);
}

/** Whether this much memory is no memory pressure, and has no effect except at a tick. */
export function isAtEase(bytes: f64, size: i32): boolean {
  return isCalm(bytes, size) && !isPressed(size, bytes);
}

/** Returns the next smaller size, or the same size if a wait or a denial forbids the step down. */
export function steppedDown(size: i32, bytes: f64, atMs: f64): i32 {
  if (atMs < cell(OFFSET.STEP_DOWN_UNTIL_MS) || atMs < cell(OFFSET.DENIAL_UNTIL_MS)) return size;
  if (FULL_SHARE * usableBytes(size - 1) < bytes + KERNEL_BYTES) {
    put(OFFSET.DENIAL_UNTIL_MS, atMs + cell(OFFSET.DENIED_RETRY_MS));
    add(OFFSET.DENIALS, 1);
    return size;
  }
  put(OFFSET.STEP_DOWN_UNTIL_MS, atMs + cell(OFFSET.DOWNSCALE_STEP_MS));
  return size - 1;
}

/** Returns the end of the first wait that delays something, or `nextMs` if that is earlier. */
export function waitUntil(isTooLarge: boolean, atMs: f64, nextMs: f64): f64 {
  const pressureMs = cell(OFFSET.PRESSURE_UNTIL_MS);
  let untilMs = pressureMs > atMs && pressureMs < nextMs ? pressureMs : nextMs;
  if (isTooLarge) {
    const downMs = Math.max(cell(OFFSET.STEP_DOWN_UNTIL_MS), cell(OFFSET.DENIAL_UNTIL_MS));
    if (downMs > atMs && downMs < untilMs) untilMs = downMs;
  }
  return untilMs;
}

/**
 * Returns the first tick after `now`, up to `far`, at which the average leaves a band, if the count stays the
 * same. Returns -1 if it does not leave. The average is monotone, so a binary search finds the tick, after
 * strides that double.
 */
export function tickOutside(
  from: f64,
  below: f64,
  runnable: f64,
  load1: f64,
  changedAtTick: i32,
  now: i32,
  far: i32,
): i32 {
  if (isWithin(averageAt(load1, runnable, far - changedAtTick), from, below)) return -1;
  let inside = now;
  let outside = far;
  for (let stride = 1; inside + stride < outside; stride *= 2) {
    const place = inside + stride;
    if (isWithin(averageAt(load1, runnable, place - changedAtTick), from, below)) inside = place;
    else outside = place;
  }
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (isWithin(averageAt(load1, runnable, middle - changedAtTick), from, below)) inside = middle;
    else outside = middle;
  }
  return outside;
}

export function isWithin(average: f64, from: f64, below: f64): boolean {
  return average >= from && average < below;
}

/** The usable memory as the autoscaler computes it, with 1 GiB for each unit. */
function usableBytes(size: i32): f64 {
  return size * GIB - KERNEL_BYTES;
}
