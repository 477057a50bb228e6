import * as AT from '../../client-layout';
import { add, asWhole, cell, put } from '../memory';

// The local file cache and the reads through it, as in `Cache` and `Pages`.

const PAGE_BYTES: f64 = 8192;

/** Returns the number of misses that reading these pages would cause. */
export function missesOf(pages: f64): f64 {
  return pages === 0 ? 0 : pages * (1 - hitRatio());
}

/** Reads pages for a query. Returns the time for the misses. */
export function readPages(pages: f64, missed: f64, atMs: f64): f64 {
  put(AT.LAST_READ_MS, atMs);
  readThrough(pages, missed);
  const costMs = missed * cell(AT.MISS_MS);
  noteRead(costMs, atMs);
  return costMs;
}

/** Sets the rate at which loads read pages. */
export function takeFlow(pagesPerMs: f64, atMs: f64): void {
  if (pagesPerMs === 0 && cell(AT.LOAD_READS) !== 0) put(AT.LAST_READ_MS, atMs);
  put(AT.LOAD_READS, pagesPerMs > 0 ? 1 : 0);
  settle(atMs);
  put(AT.FLOW_PAGES_PER_MS, pagesPerMs);
}

/** Whether the cached bytes change by themselves, because a load still adds pages. */
export function cacheMoves(): boolean {
  return cell(AT.FLOW_PAGES_PER_MS) !== 0 && cell(AT.RESIDENT_BYTES) < mostCachedBytes();
}

/** Updates the cache at a tick, while a load still adds pages. */
export function settleCache(atMs: f64): void {
  if (!cacheMoves()) return;
  settle(atMs);
  noteRead(0, atMs);
}

/** The time at which pages were last read. A load under way reads all the time. */
export function lastReadMs(atMs: f64): f64 {
  return cell(AT.LOAD_READS) !== 0 ? atMs : cell(AT.LAST_READ_MS);
}

/** Sets the capacity. A smaller cache evicts the excess. */
export function setCapacity(bytes: f64, atMs: f64): void {
  settle(atMs);
  put(AT.CAPACITY_BYTES, bytes);
  const lost = cell(AT.RESIDENT_BYTES) - mostCachedBytes();
  if (lost <= 0) return;
  add(AT.EVICTED_BYTES, lost);
  hold(cell(AT.RESIDENT_BYTES));
}

/** The machine is gone, and its cache with it. */
export function clearCache(atMs: f64): void {
  settle(atMs);
  put(AT.FLOW_PAGES_PER_MS, 0);
  put(AT.RESIDENT_BYTES, 0);
}

/** Counts the reads of loads since the last call, and adds the missed pages. */
function settle(atMs: f64): void {
  const pages = cell(AT.FLOW_PAGES_PER_MS) * (atMs - cell(AT.FLOW_SINCE_MS));
  put(AT.FLOW_SINCE_MS, atMs);
  if (pages !== 0) readThrough(pages, missesOf(pages));
}

function readThrough(pages: f64, missed: f64): void {
  add(AT.HITS, pages - missed);
  add(AT.MISSES, missed);
  hold(cell(AT.RESIDENT_BYTES) + missed * PAGE_BYTES);
}

/** Notes what pages cost a query. The cache may be warm now. */
function noteRead(costMs: f64, atMs: f64): void {
  if (cell(AT.WARM_AFTER_MS) >= 0) return;
  add(AT.COLD_READS_MS, costMs);
  if (cell(AT.RESIDENT_BYTES) >= 0.9 * mostCachedBytes())
    put(AT.WARM_AFTER_MS, atMs - cell(AT.AWAKE_FROM_MS));
}

function hitRatio(): f64 {
  const bytes = cell(AT.RESIDENT_BYTES);
  const isWhole = bytes >= cell(AT.WORKING_SET_BYTES);
  const part = isWhole ? AT.CURVE_STEPS * AT.CURVE_PARTS : Math.floor(bytes * cell(AT.PARTS_PER_BYTE));
  if (part !== cell(AT.HIT_RATIO_PART)) {
    put(AT.HIT_RATIO, hitRatioAt(part));
    put(AT.HIT_RATIO_PART, part);
  }
  return cell(AT.HIT_RATIO);
}

function hitRatioAt(part: f64): f64 {
  const step = Math.floor(part / AT.CURVE_PARTS);
  const low = cell(AT.CURVE + asWhole(step));
  return low + (cell(AT.CURVE + asWhole(step) + 1) - low) * (part / AT.CURVE_PARTS - step);
}

function hold(bytes: f64): void {
  const capacity = cell(AT.CAPACITY_BYTES);
  if (bytes > capacity && capacity < cell(AT.WORKING_SET_BYTES)) put(AT.WAS_FULL, 1);
  put(AT.RESIDENT_BYTES, Math.min(mostCachedBytes(), bytes));
}

/** The most bytes that the cache can hold. */
export function mostCachedBytes(): f64 {
  return Math.min(cell(AT.WORKING_SET_BYTES), cell(AT.CAPACITY_BYTES));
}
