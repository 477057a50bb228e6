import * as OFFSET from '../memory-layout';
import { add, asWhole, cell, put } from './memory';

/** Adds queries without delay. */
export function addNone(queries: f64): void {
  add(OFFSET.DELAYS, queries);
  add(OFFSET.DELAYS_WEIGHT, queries);
}

/** Adds the delays of queries that arrive while a backlog changes linearly, by samples along the line. */
export function addRamp(queries: f64, fromMs: f64, toMs: f64, served: f64): void {
  const by = Math.max(served, SLOWEST);
  const part = queries / PARTS;
  let weight = cell(OFFSET.DELAYS_WEIGHT);
  let sum = cell(OFFSET.DELAYS_SUM);
  let largest = cell(OFFSET.DELAYS_LARGEST);
  for (let i = 0; i < PARTS; i++) {
    const ms = (fromMs + (toMs - fromMs) * ((i + 0.5) / PARTS)) / by;
    add(OFFSET.DELAYS + binOf(ms), part);
    weight += part;
    sum += ms * part;
    if (ms > largest) largest = ms;
  }
  put(OFFSET.DELAYS_WEIGHT, weight);
  put(OFFSET.DELAYS_SUM, sum);
  put(OFFSET.DELAYS_LARGEST, largest);
}

const PARTS: i32 = 8;
const SLOWEST: f64 = 0.01;

/** Returns a number, or 0 if it is negative, without a branch that could not be foreseen. */
export function positive(value: f64): f64 {
  return (value + Math.abs(value)) * 0.5;
}

/** Returns the bin of a duration: each millisecond up to 63, then 32 bins for each doubling. */
export function binOf(ms: f64): i32 {
  if (ms < 64) return asWhole(Math.floor(ms));
  let doublings = ms < 4294967296 ? 26 - clz(u32(ms)) : 26;
  // Builds the power of two from its exponent bits.
  let scaled = ms * reinterpret<f64>(i64(1023 - doublings) << 52);
  while (scaled >= 64) {
    scaled /= 2;
    doublings++;
  }
  return 64 + (doublings - 1) * 32 + (asWhole(Math.floor(scaled)) - 32);
}
