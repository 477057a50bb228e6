import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, cell, NEVER, put, whole } from '../memory';
import { touch } from './activity';
import { closingCpuMs, countOpened, mostBytes, noteBytes, notePassed, openingCpuMs } from './connections';
import { otherMs, secondEventMs } from './events';
import { isLoadless, runAlone } from './jobs';
import { areNeedsSimple } from './needs';
import { workAfter, workUnawaited } from './queries';
import { keepsItsSize, nextReadingMs, wantTick, wantTickIfItMatters } from './readings';
import { runArrivals, runRounds } from './series';
import { lastDraw, nextDraw } from './streams';

// Queries in one go: each has the processors to itself, and ends before anything else happens.

/**
 * Runs queries of a source in one go, from the one at `atMs` on. Returns false, and changes nothing, if that one does not end
 * in time.
 *
 * @param inRounds whether they are rounds of the clients of a group
 */
export function passInOneGo(source: i32, isOpen: boolean, inRounds: boolean, atMs: f64): boolean {
  const bytes = cell(AT.NEEDED_BYTES + source);
  const held = cell(AT.QUERY_BYTES);
  if (held + bytes - bytes !== held || whole(AT.JOBS) > 0 || !areNeedsSimple(source)) return false;
  // Most queries that do not end in time can be told from their own times.
  const leastMs = nextDraw(source, AT.WAITS_OF_QUERIES) + nextDraw(source, AT.CPU_TIMES) - ROUNDED_MS;
  if (atMs + leastMs >= secondEventMs()) return false;
  const openingMs = isOpen ? 0 : openingCpuMs(source, NEVER);
  const steady = isSteady(source, isOpen, atMs);
  // The series of a client goes on with the next event, and arrivals go on before it.
  const clientsMs = inRounds ? NEVER : secondEventMs();
  const freeMs = Math.min(Math.min(clientsMs, cell(AT.CPU_DUE_MS)), Math.min(otherMs(), cell(AT.UNTIL_MS)));
  if (atMs >= cell(AT.READING_MS)) put(AT.READING_MS, nextReadingMs(atMs));
  const count = steady ? AT.BLOCK : 1;
  const passed = inRounds
    ? runRounds(source, atMs, freeMs, count)
    : runArrivals(source, atMs, freeMs, count, openingMs);
  if (passed === 0) return false;
  if (!isOpen) countOpened(passed, atMs);
  notePassed(source, isOpen);
  noteBytes(mostBytes(source, isOpen, 1));
  add(AT.UNORDERED, passed);
  if (!steady) {
    put(AT.HAS_PASSED, 1);
    leaveWork(source, isOpen, openingMs, freeMs);
  }
  touch(cell(OFFSET.NOW_MS));
  return true;
}

/** Leaves Postgres what it has to do after the last query of a source. */
function leaveWork(source: i32, isOpen: boolean, openingMs: f64, freeMs: f64): void {
  const nowMs = cell(OFFSET.NOW_MS);
  const queryCpuMs = lastDraw(source, AT.CPU_TIMES);
  workAfter(queryCpuMs > 0 ? queryCpuMs + openingMs : queryCpuMs, nowMs);
  if (isOpen) return;
  const arrivesMs = lastDraw(source, AT.COMING) - cell(AT.RUN_STARTED_MS);
  const beforeMs = Math.min(Math.min(freeMs, cell(AT.READING_MS)), arrivesMs);
  endConnection(closingCpuMs(source, queryCpuMs), nowMs, beforeMs);
}

/** Lets Postgres work on the end of a connection, in one go if it ends before `beforeMs`. */
function endConnection(cpuMs: f64, atMs: f64, beforeMs: f64): void {
  if (cpuMs === 0) return;
  const endMs = runAlone(cpuMs, atMs, beforeMs);
  if (endMs === NEVER) workUnawaited(cpuMs, atMs);
  else put(OFFSET.NOW_MS, endMs);
}

/** How much earlier a query can end by rounding, and by what earlier ones have done too much. */
const ROUNDED_MS: f64 = 1.5;

/** Makes sure that a tick reads what queries in one go have changed. */
export function tellPassed(): void {
  if (cell(AT.HAS_PASSED) === 0) return;
  put(AT.HAS_PASSED, 0);
  const nowMs = cell(OFFSET.NOW_MS);
  if (cell(AT.READS_REASONS) !== 0) wantTick(nowMs);
  else wantTickIfItMatters(nowMs);
}

/** Whether queries of a source in one go change nothing that a tick has to read, and leave Postgres no work. */
function isSteady(source: i32, isOpen: boolean, atMs: f64): boolean {
  if (cell(AT.READS_REASONS) !== 0 || cell(AT.OWN_WORK_SHARE) !== 0 || !isLoadless()) return false;
  if (!isOpen && (atMs - cell(AT.RUNS_SINCE_MS) < 1000 || openingCpuMs(source, NEVER) > 0)) return false;
  // Without its alarm for inactivity, nothing would end a series in time for a suspend.
  if (cell(AT.INACTIVE_MS) === NEVER && cell(OFFSET.SUSPEND_AFTER_MS) < NEVER) return false;
  return keepsItsSize(cell(AT.PAGES + source) > 0, atMs);
}
