import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { binOf, positive } from '../delays';
import { add, cell, NEVER, put, whole } from '../memory';
import { missesOf, readPages } from './cache';
import { nextEventMs, nextEventOwner, nextOrder, replaceEvent, secondEventMs } from './events';
import { runAlone } from './jobs';
import { THINKING } from './phases';
import { tickFromMs } from './readings';
import { drawFactor, drawsLeft, nextDrawAt, skipDraws } from './streams';

/** Runs rounds of the clients of a group. The next one is always the next event. */
export function runRounds(source: i32, atMs: f64, beforeMs: f64, most: i32): i32 {
  return runSeries<Rounds>(source, atMs, beforeMs, most, 0);
}

/** Runs queries that arrive, the first of them with the next event. */
export function runArrivals(source: i32, atMs: f64, beforeMs: f64, most: i32, openingMs: f64): i32 {
  return runSeries<Arrivals>(source, atMs, beforeMs, most, openingMs);
}

// The two kinds of series, as types by which the compiler specializes the loop.
type Arrivals = f64;
type Rounds = i32;

/**
 * Runs queries of a source, from the one at `atMs` on, as long as each has the processors to itself and ends before
 * `beforeMs`, before the next event, and before a tick that may read. Returns how many it has run. The present is the end of
 * the last one then.
 *
 * @param most the most queries to run
 * @param openingMs the CPU time of Postgres before a query
 */
function runSeries<Kind>(source: i32, atMs: f64, beforeMs: f64, most: i32, openingMs: f64): i32 {
  const inRounds = isInteger<Kind>();
  const pages = cell(AT.PAGES + source);
  const missMs = cell(AT.MISS_MS);
  const comingAt = nextDrawAt(source, AT.COMING);
  const cpuAt = nextDrawAt(source, AT.CPU_TIMES);
  const waitAt = nextDrawAt(source, AT.WAITS_OF_QUERIES);
  const comingFactor = drawFactor(source, AT.COMING);
  const cpuFactor = drawFactor(source, AT.CPU_TIMES);
  const waitFactor = drawFactor(source, AT.WAITS_OF_QUERIES);
  const runStartedMs = cell(AT.RUN_STARTED_MS);
  const setsAlarm = cell(AT.KEEPS_IDLE_MS + source) < NEVER;
  const count = min(most, drawsLeft(source));

  let beganMs = atMs;
  let readingMs = cell(AT.READING_MS);
  const reads = readingMs < NEVER;
  let nowMs = cell(OFFSET.NOW_MS);
  let delaySum = cell(AT.QUERY_DELAYS_SUM);
  let largestDelay = cell(AT.QUERY_DELAYS_LARGEST);
  let done = 0;
  while (done < count) {
    const nextMs = inRounds ? secondEventMs() : cell(comingAt + done) * comingFactor - runStartedMs;
    if (reads && done > 0) readingMs = tickFromMs(beganMs);
    const freeMs = Math.min(Math.min(nextMs, beforeMs), readingMs);
    const queryCpuMs = cell(cpuAt + done) * cpuFactor;
    const waitMs = cell(waitAt + done) * waitFactor;
    const cpuMs = queryCpuMs > 0 ? queryCpuMs + openingMs : queryCpuMs;
    const missed = missesOf(pages);
    const fromMs = beganMs + Math.floor(waitMs + missed * missMs + 0.5);
    const endMs = cpuMs > 0 ? runAlone(cpuMs, fromMs, freeMs) : fromMs;
    if (endMs >= freeMs) break;
    const lateMs = positive(endMs - beganMs - (cpuMs + waitMs));
    add(AT.QUERY_DELAYS + binOf(lateMs), 1);
    delaySum += lateMs;
    if (lateMs > largestDelay) largestDelay = lateMs;
    if (pages > 0) readPages(pages, missed, beganMs);
    nowMs = endMs;
    done++;
    if (inRounds) {
      const pauseMs = Math.floor(cell(comingAt + done - 1) * comingFactor + 0.5);
      replaceEvent(nextEventOwner(), endMs + Math.max(1, pauseMs), AT.TIMEOUT_RANK);
      beganMs = nextEventMs();
      if (beganMs >= beforeMs || done === count || !isRound(source, beganMs)) break;
      if (setsAlarm) put(AT.IDLE_ALARM_ORDER + source, nextOrder());
    } else {
      beganMs = nextMs;
      if (beganMs >= beforeMs) break;
    }
  }
  if (done === 0) return 0;
  put(OFFSET.NOW_MS, nowMs);
  put(AT.QUERY_DELAYS_SUM, delaySum);
  put(AT.QUERY_DELAYS_LARGEST, largestDelay);
  add(AT.QUERY_DELAYS_WEIGHT, f64(done));
  add(AT.QUERIES_DONE, f64(done));
  skipDraws(source, done);
  return done;
}

/** Whether the next event is a client of a group that asks, and may. */
export function isRound(source: i32, atMs: f64): boolean {
  const visit = nextEventOwner();
  if (visit >= AT.MOST_VISITS || whole(AT.VISIT_SOURCE + visit) !== source) return false;
  if (cell(AT.PHASE_OF_VISIT + visit) !== THINKING) return false;
  if (atMs >= cell(AT.WORKING_UNTIL_MS + source) || atMs >= cell(AT.DEAD_UNTIL_MS + source)) return false;
  return cell(AT.VISIT_NUMBER + visit) < cell(AT.WORKING_SHARE + source) * cell(AT.CLIENTS + source);
}
