import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { binOf } from '../delays';
import { add, addWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { touch } from './activity';
import { missesOf, readPages } from './cache';
import {
  closeConnection,
  closingCpuMs,
  countOpened,
  memoryChanged,
  mostBytes,
  noteBytes,
  notePassed,
  openConnection,
  openingCpuMs,
  openServer,
} from './connections';
import { addEvent } from './events';
import { putBack, think } from './groups';
import { armCpu, passAlone, startJob } from './jobs';
import { nextReadingMs, wantTick, wantTickIfItMatters } from './readings';
import { peekDraw, skipDraw } from './streams';

// The queries of clients, as in `Clients` and `Queries`.

/** The phases of a visit, as in `VISIT_PHASE` and `AWAY`. */
const FREE: f64 = 0;
export const WAITING: f64 = 3;
const ON_CPU: f64 = 4;
export const THINKING: f64 = 7;
export const WANTS_SOCKET: f64 = 8;

/** The number of jobs that no client waits for. */
const UNAWAITED: i32 = -2;

const OWN_WORK_PORTION_MS: f64 = 10;

/** A client of a source appears. */
export function openVisit(source: i32, atMs: f64): i32 {
  const free = whole(AT.FREE_VISITS);
  let visit: i32;
  if (free > 0) {
    visit = whole(AT.FREE_VISIT + free - 1);
    putWhole(AT.FREE_VISITS, free - 1);
  } else {
    visit = whole(AT.VISITS);
    putWhole(AT.VISITS, visit + 1);
    put(AT.VISIT_USE + visit, 0);
  }
  putWhole(AT.VISIT_SOURCE + visit, source);
  put(AT.VISIT_BORN_MS + visit, atMs);
  put(AT.VISIT_BYTES + visit, 0);
  put(AT.VISIT_TRIES + visit, 0);
  return visit;
}

/** Connects a client, and begins its query. */
export function connect(visit: i32, source: i32, atMs: f64): void {
  add(AT.VISIT_TRIES + visit, 1);
  openConnection(source, atMs);
  const cpuMs = cell(AT.VISIT_CPU_MS + visit);
  put(AT.VISIT_CPU_MS + visit, cpuMs + openingCpuMs(source, cpuMs));
  use(visit, source, atMs);
}

/** Begins the query of a connected client. */
export function use(visit: i32, source: i32, atMs: f64): void {
  if (cell(AT.IS_POOLED + source) !== 0) openServer(atMs);
  add(AT.BUSY_QUERIES, 1);
  touch(atMs);
  put(AT.PHASE_OF_VISIT + visit, WAITING);
  const bytes = cell(AT.NEEDED_BYTES + source);
  if (bytes > 0) {
    put(AT.VISIT_BYTES + visit, bytes);
    add(AT.QUERY_BYTES, bytes);
    memoryChanged(atMs);
  }
  let costMs: f64 = 0;
  const pages = cell(AT.PAGES + source);
  if (pages !== 0) {
    wantTick(atMs);
    costMs = readPages(pages, missesOf(pages), atMs);
  }
  const waitMs = wholeMs(cell(AT.VISIT_WAIT_MS + visit) + costMs);
  if (waitMs > 0 || cell(AT.VISIT_CPU_MS + visit) <= 0) addEvent(visit, atMs + waitMs, AT.TIMEOUT_RANK);
  else runQuery(visit, atMs);
}

/** Moves a query from its wait to the CPU. */
export function runQuery(visit: i32, atMs: f64): void {
  put(AT.PHASE_OF_VISIT + visit, ON_CPU);
  startJob(visit, cell(AT.VISIT_CPU_MS + visit), atMs);
  armCpu();
  wantTick(atMs);
}

export function finishQuery(visit: i32, source: i32, atMs: f64): void {
  const cpuMs = cell(AT.VISIT_CPU_MS + visit);
  countDone(atMs - cell(AT.VISIT_BORN_MS + visit) - (cpuMs + cell(AT.VISIT_WAIT_MS + visit)));
  add(AT.BUSY_QUERIES, -1);
  touch(atMs);
  add(AT.VISIT_USE + visit, 1);
  const bytes = cell(AT.VISIT_BYTES + visit);
  if (bytes > 0) {
    put(AT.VISIT_BYTES + visit, 0);
    add(AT.QUERY_BYTES, -bytes);
    wantTick(atMs);
  }
  workAfter(cpuMs, atMs);
  if (cell(AT.IS_POOLED + source) !== 0) add(AT.SERVER_BUSY, -1);
  if (whole(AT.SOURCE_KIND + source) === AT.GROUP_SOURCE) {
    putBack(source, atMs);
    addEvent(visit, think(visit, source, atMs), AT.TIMEOUT_RANK);
    return;
  }
  if (cell(AT.KEEPS_CONNECTION + source) !== 0) {
    add(AT.KEPT_OPEN + source, 1);
  } else {
    closeConnection(source, atMs);
    workUnawaited(closingCpuMs(source, cpuMs), atMs);
  }
  put(AT.PHASE_OF_VISIT + visit, FREE);
  add(AT.VISIT_USE + visit, 1);
  putWhole(AT.FREE_VISIT + whole(AT.FREE_VISITS), visit);
  addWhole(AT.FREE_VISITS, 1);
}

/**
 * Opens a series of queries that each run in one go. Returns the time before which they have to end: `beforeMs`, or the next
 * reading.
 */
export function openSeries(source: i32, atMs: f64, beforeMs: f64): f64 {
  const bytes = cell(AT.NEEDED_BYTES + source);
  const held = cell(AT.QUERY_BYTES);
  if (held + bytes - bytes !== held || whole(AT.JOBS) > 0) return atMs;
  if (atMs >= cell(AT.READING_MS)) put(AT.READING_MS, nextReadingMs(atMs));
  return Math.min(beforeMs, cell(AT.READING_MS));
}

/**
 * Runs the next query of a source in one go, if it ends before `freeMs`. Returns false, and changes nothing, if it does
 * not.
 */
export function pass(source: i32, isOpen: boolean, atMs: f64, freeMs: f64): boolean {
  const queryCpuMs = peekDraw(source, AT.CPU_TIMES);
  const waitMs = peekDraw(source, AT.WAITS_OF_QUERIES);
  const cpuMs = isOpen ? queryCpuMs : queryCpuMs + openingCpuMs(source, queryCpuMs);
  const pages = cell(AT.PAGES + source);
  const missed = missesOf(pages);
  const fromMs = atMs + wholeMs(waitMs + missed * cell(AT.MISS_MS));
  const endMs = cpuMs > 0 ? passAlone(cpuMs, fromMs, freeMs) : fromMs;
  if (endMs >= freeMs) return false;
  skipDraw(source, AT.CPU_TIMES);
  skipDraw(source, AT.WAITS_OF_QUERIES);
  if (!isOpen) countOpened(atMs);
  if (pages > 0) readPages(pages, missed, atMs);
  put(OFFSET.NOW_MS, endMs);
  countDone(endMs - atMs - (cpuMs + waitMs));
  workAfter(cpuMs, endMs);
  if (!isOpen) endConnection(closingCpuMs(source, queryCpuMs), endMs, freeMs);
  return true;
}

/** Ends a series in which at least one query has run. */
export function closeSeries(source: i32, isOpen: boolean): void {
  notePassed(source, isOpen);
  noteBytes(mostBytes(source, isOpen, 1));
  touch(cell(OFFSET.NOW_MS));
  put(AT.HAS_PASSED, 1);
}

/** Makes sure that a tick reads what queries that ran in one go have changed. */
export function tellPassed(): void {
  if (cell(AT.HAS_PASSED) === 0) return;
  put(AT.HAS_PASSED, 0);
  const nowMs = cell(OFFSET.NOW_MS);
  if (cell(AT.READS_REASONS) !== 0) wantTick(nowMs);
  else wantTickIfItMatters(nowMs);
}

/** Lets Postgres work on the end of a connection, in one go if it ends before `freeMs`. */
function endConnection(cpuMs: f64, atMs: f64, freeMs: f64): void {
  if (cpuMs === 0) return;
  const endMs = passAlone(cpuMs, atMs, freeMs);
  if (endMs === NEVER) workUnawaited(cpuMs, atMs);
  else put(OFFSET.NOW_MS, endMs);
}

/** Postgres does what a query has left behind, once that is enough. */
function workAfter(queryCpuMs: f64, atMs: f64): void {
  const owedMs = cell(AT.OWED_MS) + cell(AT.OWN_WORK_SHARE) * queryCpuMs;
  const dueMs = owedMs < OWN_WORK_PORTION_MS ? 0 : Math.floor(owedMs);
  put(AT.OWED_MS, owedMs - dueMs);
  workUnawaited(dueMs, atMs);
}

function workUnawaited(cpuMs: f64, atMs: f64): void {
  if (cpuMs === 0) return;
  startJob(UNAWAITED, cpuMs, atMs);
  armCpu();
  wantTick(atMs);
}

function countDone(lateMs: f64): void {
  const ms = Math.max(0, lateMs);
  add(AT.QUERY_DELAYS + binOf(ms), 1);
  add(AT.QUERY_DELAYS_WEIGHT, 1);
  add(AT.QUERY_DELAYS_SUM, ms);
  if (ms > cell(AT.QUERY_DELAYS_LARGEST)) put(AT.QUERY_DELAYS_LARGEST, ms);
  add(AT.QUERIES_DONE, 1);
}

function wholeMs(ms: f64): f64 {
  return Math.floor(ms + 0.5);
}
