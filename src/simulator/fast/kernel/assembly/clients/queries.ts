import * as AT from '../../client-layout';
import { binOf, positive } from '../delays';
import { add, addWhole, cell, put, putWhole, whole } from '../memory';
import { touch } from './activity';
import { missesOf, readPages } from './cache';
import { closeConnection, closingCpuMs, openConnection, openingCpuMs, openServer } from './connections';
import { addEvent } from './events';
import { putBack, think } from './groups';
import { armCpu, startJob } from './jobs';
import { giveNeeds, takeNeeds } from './needs';
import { FREE, ON_CPU, WAITING } from './phases';
import { wantTick } from './readings';

// The queries of clients, as in `Clients` and `Queries`.

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
  put(AT.VISIT_DISK_BYTES + visit, 0);
  put(AT.VISIT_TRIES + visit, 0);
  return visit;
}

/** Connects a client, and begins its query. */
export function connect(visit: i32, source: i32, atMs: f64): void {
  add(AT.VISIT_TRIES + visit, 1);
  admit(visit, source, atMs);
}

/** Opens a connection for a client that connects, and begins its query. */
export function admit(visit: i32, source: i32, atMs: f64): void {
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
  takeNeeds(visit, source, atMs);
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
  giveNeeds(visit, atMs);
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

/** Postgres does what a query has left behind, once that is enough. */
export function workAfter(queryCpuMs: f64, atMs: f64): void {
  const owedMs = cell(AT.OWED_MS) + cell(AT.OWN_WORK_SHARE) * queryCpuMs;
  const dueMs = owedMs < OWN_WORK_PORTION_MS ? 0 : Math.floor(owedMs);
  put(AT.OWED_MS, owedMs - dueMs);
  workUnawaited(dueMs, atMs);
}

export function workUnawaited(cpuMs: f64, atMs: f64): void {
  if (cpuMs === 0) return;
  startJob(UNAWAITED, cpuMs, atMs);
  armCpu();
  wantTick(atMs);
}

function countDone(lateMs: f64): void {
  const ms = positive(lateMs);
  add(AT.QUERY_DELAYS + binOf(ms), 1);
  add(AT.QUERY_DELAYS_WEIGHT, 1);
  add(AT.QUERY_DELAYS_SUM, ms);
  if (ms > cell(AT.QUERY_DELAYS_LARGEST)) put(AT.QUERY_DELAYS_LARGEST, ms);
  add(AT.QUERIES_DONE, 1);
}

function wholeMs(ms: f64): f64 {
  return Math.floor(ms + 0.5);
}
