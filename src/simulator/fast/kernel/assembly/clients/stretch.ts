import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, addWhole, asWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { staysActive, touch } from './activity';
import { isServed } from './connections';
import {
  closeHole,
  nextEventMs,
  nextEventOwner,
  nextEventTie,
  otherMs,
  removeEvent,
  replaceEvent,
} from './events';
import { beginRound, findIdleAlarm, idleSocketsDue } from './groups';
import { heapify, rootOwner } from './heap';
import { armCpu, isJobDone, isLoadBusy, removeJob, settleJobs } from './jobs';
import { canHold, hold, isAwake, suspend, workDue } from './life';
import { runLoadAlone } from './load-alone';
import { changeLoad } from './loads';
import { hasRoomForRamps, takeParts } from './needs';
import { passInOneGo, tellPassed } from './passing';
import { THINKING, WAITING } from './phases';
import { connect, finishQuery, openVisit, runQuery, use } from './queries';
import { lookBetween, tick, wantTick } from './readings';
import { hasDraw, hasDraws, lastDraw, takeDraw } from './streams';

/**
 * Handles the events of a compute with clients before `untilMs`, as long as none needs the general way. Returns how
 * the stretch ended.
 */
export function clientStretch(untilMs: f64): i32 {
  put(AT.UNTIL_MS, Math.min(untilMs, cell(AT.RAMP_DUE_MS)));
  findIdleAlarm();
  heapify(AT.EVENTS_HEAP);
  while (true) {
    closeHole();
    if (!beginSessions(cell(OFFSET.NOW_MS))) return OFFSET.DRAWS;
    const cpuMs = cell(AT.CPU_DUE_MS);
    const eventMs = nextEventMs();
    const laterMs = otherMs();
    const atMs = Math.min(Math.min(cpuMs, eventMs), laterMs);
    const workMs = cell(OFFSET.WORK_MS);
    const rampMs = cell(AT.RAMP_DUE_MS);
    // Of the endings at one instant, the one that was set first comes first.
    const isRampNext =
      rampMs < atMs || (rampMs === atMs && (cpuMs > atMs || cell(AT.RAMP_ORDER) < cell(AT.CPU_ORDER)));
    if (Math.min(Math.min(atMs, workMs), rampMs) >= untilMs) return ended(OFFSET.REACHED);
    if (isAwake() && runLoadAlone()) continue;
    let end: i32;
    if (workMs <= Math.min(atMs, rampMs)) {
      end = workDue(workMs) ? OFFSET.REACHED : OFFSET.LEFT;
    } else if (isRampNext) {
      tellPassed();
      // A query in one go may have changed what an earlier tick reads.
      if (otherMs() < rampMs) continue;
      end = rampDue(rampMs, untilMs);
    } else if (atMs === cpuMs) {
      tellPassed();
      put(OFFSET.NOW_MS, atMs);
      put(AT.TICK_IS_PAST, 0);
      end = cpuDue(atMs);
    } else if (
      atMs === cell(AT.IDLE_SOCKETS_MS) &&
      (eventMs > atMs || nextEventTie() > cell(AT.IDLE_SOCKETS_TIE))
    ) {
      tellPassed();
      put(AT.TICK_IS_PAST, 0);
      end = idleSocketsDue(atMs);
    } else if (atMs === eventMs) {
      if (atMs >= cell(AT.READING_MS)) {
        tellPassed();
        if (otherMs() < atMs) continue;
      }
      put(AT.TICK_IS_PAST, 0);
      const owner = nextEventOwner();
      if (owner < AT.MOST_VISITS) end = visitDue(owner, atMs);
      else if (owner < AT.LOAD_OWNERS) end = arrive(owner - AT.MOST_VISITS, atMs);
      else end = changeLoad(owner - AT.LOAD_OWNERS, atMs);
    } else {
      tellPassed();
      // A query in one go may have changed what an earlier tick reads.
      if (otherMs() < atMs) continue;
      end = laterDue(atMs);
    }
    if (end !== OFFSET.REACHED) return end === OFFSET.DRAWS ? end : ended(end);
  }
}

function ended(end: i32): i32 {
  tellPassed();
  return end;
}

function laterDue(atMs: f64): i32 {
  put(AT.TICK_IS_PAST, 1);
  if (atMs === cell(OFFSET.TICK_MS)) {
    put(OFFSET.NOW_MS, atMs);
    return tick(atMs) ? OFFSET.REACHED : OFFSET.DECIDES;
  }
  if (atMs === cell(OFFSET.LOOK_MS)) {
    put(OFFSET.NOW_MS, atMs);
    return lookBetween(atMs) ? OFFSET.REACHED : OFFSET.DECIDES;
  }
  if (!staysActive(atMs)) return suspend(atMs) ? OFFSET.REACHED : OFFSET.LEFT;
  put(OFFSET.NOW_MS, atMs);
  return OFFSET.REACHED;
}

/** Lets queries take the next parts of their memory. */
function rampDue(atMs: f64, untilMs: f64): i32 {
  put(AT.TICK_IS_PAST, 0);
  if (!takeParts(atMs)) return OFFSET.LEFT;
  put(OFFSET.NOW_MS, atMs);
  put(AT.UNTIL_MS, Math.min(untilMs, cell(AT.RAMP_DUE_MS)));
  return OFFSET.REACHED;
}

/** Finishes the queries whose CPU time is complete. */
function cpuDue(atMs: f64): i32 {
  const order = cell(AT.CPU_ORDER);
  while (isJobDone(atMs)) {
    const job = rootOwner(AT.JOBS);
    const source = job < 0 ? 0 : whole(AT.VISIT_SOURCE + job);
    const end = job < 0 ? OFFSET.REACHED : canFinish(source);
    if (end !== OFFSET.REACHED) {
      put(AT.CPU_DUE_MS, atMs);
      put(AT.CPU_ORDER, order);
      return end;
    }
    removeJob(atMs);
    if (job >= 0) finishQuery(job, source, atMs);
  }
  settleJobs(atMs);
  armCpu();
  wantTick(atMs);
  if (!isLoadBusy(atMs)) touch(atMs);
  return OFFSET.REACHED;
}

/** Returns `REACHED` if a query of a source can finish here. */
function canFinish(source: i32): i32 {
  const kind = whole(AT.SOURCE_KIND + source);
  if (kind === AT.OTHER_SOURCE || whole(AT.JOBS) >= AT.MOST_JOBS - 2) return OFFSET.LEFT;
  // Another client of its group may take the connection, and begin its query.
  if (kind === AT.GROUP_SOURCE && !hasRoomForRamps(source, 1)) return OFFSET.LEFT;
  return kind === AT.GROUP_SOURCE && !hasDraw(source, AT.COMING) ? OFFSET.DRAWS : OFFSET.REACHED;
}

function visitDue(visit: i32, atMs: f64): i32 {
  const phase = cell(AT.PHASE_OF_VISIT + visit);
  const source = whole(AT.VISIT_SOURCE + visit);
  if (phase === THINKING && whole(AT.SOURCE_KIND + source) === AT.GROUP_SOURCE)
    return beginRound(visit, source, atMs);
  tellPassed();
  if (phase !== WAITING) return OFFSET.LEFT;
  if (cell(AT.VISIT_CPU_MS + visit) > 0) {
    if (whole(AT.JOBS) >= AT.MOST_JOBS - 2) return OFFSET.LEFT;
    put(OFFSET.NOW_MS, atMs);
    removeEvent();
    runQuery(visit, atMs);
    return OFFSET.REACHED;
  }
  const end = canFinish(source);
  if (end !== OFFSET.REACHED) return end;
  put(OFFSET.NOW_MS, atMs);
  removeEvent();
  finishQuery(visit, source, atMs);
  return OFFSET.REACHED;
}

/** Begins the job that arrives at a source. */
function arrive(source: i32, atMs: f64): i32 {
  if (whole(AT.SOURCE_KIND + source) !== AT.JOB_SOURCE) return OFFSET.LEFT;
  if (!hasDraws(source)) return OFFSET.DRAWS;
  const keeps = cell(AT.KEEPS_CONNECTION + source) !== 0;
  const isOpen = keeps && cell(AT.KEPT_OPEN + source) > 0;
  if (cell(AT.DEAD + source) > 0 && cell(AT.KEPT_OPEN + source) < cell(AT.SESSIONS + source))
    return OFFSET.LEFT;
  const sessions = asWhole(cell(AT.SESSIONS + source));
  const isServable = isAwake()
    ? isServed(source, isOpen && sessions === 1, f64(sessions))
    : canHold(source, sessions, atMs);
  if (!isServable) return OFFSET.LEFT;
  if (whole(AT.VISITS) - whole(AT.FREE_VISITS) + sessions > AT.MOST_VISITS) return OFFSET.LEFT;
  if (whole(AT.JOBS) + 2 * sessions > AT.MOST_JOBS) return OFFSET.LEFT;
  if (sessions === 1 && (!keeps || isOpen) && isAwake() && passInOneGo(source, isOpen, false, atMs)) {
    setArrival(source, lastDraw(source, AT.COMING) - cell(AT.RUN_STARTED_MS));
    return OFFSET.REACHED;
  }
  tellPassed();
  put(OFFSET.NOW_MS, atMs);
  setArrival(source, takeDraw(source, AT.COMING) - cell(AT.RUN_STARTED_MS));
  putWhole(AT.SESSIONS_LEFT, sessions);
  putWhole(AT.SESSIONS_OF, source);
  return OFFSET.REACHED;
}

/** Begins the sessions of the present arrival. Returns false if a stream is empty. */
function beginSessions(atMs: f64): boolean {
  while (whole(AT.SESSIONS_LEFT) > 0) {
    const source = whole(AT.SESSIONS_OF);
    if (!hasDraw(source, AT.CPU_TIMES) || !hasDraw(source, AT.WAITS_OF_QUERIES)) return false;
    addWhole(AT.SESSIONS_LEFT, -1);
    const visit = openVisit(source, atMs);
    put(AT.VISIT_CPU_MS + visit, takeDraw(source, AT.CPU_TIMES));
    put(AT.VISIT_WAIT_MS + visit, takeDraw(source, AT.WAITS_OF_QUERIES));
    if (cell(AT.KEEPS_CONNECTION + source) !== 0 && cell(AT.KEPT_OPEN + source) > 0) {
      add(AT.KEPT_OPEN + source, -1);
      use(visit, source, atMs);
    } else if (isAwake()) {
      connect(visit, source, atMs);
    } else {
      hold(visit, source, atMs);
    }
  }
  return true;
}

function setArrival(source: i32, nextMs: f64): void {
  if (nextMs === NEVER) removeEvent();
  else replaceEvent(AT.MOST_VISITS + source, nextMs, AT.DEMAND_RANK);
}
