import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, addWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { closeConnection, isServed } from './connections';
import { nextOrder, removeEvent } from './events';
import { passInOneGo, tellPassed } from './passing';
import { THINKING, WANTS_SOCKET } from './phases';
import { connect, use } from './queries';
import { isRound } from './series';
import { hasDraws, takeDraw } from './streams';

// The closed groups of clients with the pools of their applications, as in `ClosedGroups`.

/** A client has thought, and asks. Returns `REACHED` when that is done. */
export function beginRound(visit: i32, source: i32, atMs: f64): i32 {
  if (!isRound(source, atMs)) return OFFSET.LEFT;
  if (!hasDraws(source)) return OFFSET.DRAWS;
  const old = tooOld(source, atMs);
  const isOpen = whole(AT.IDLE + source) > old;
  if (!isOpen && cell(AT.DEAD + source) > 0) return OFFSET.LEFT;
  const opens = !isOpen && cell(AT.SOCKETS + source) - f64(old) < cell(AT.SOCKETS_LIMIT + source);
  if ((isOpen || opens) && !isServed(source, isOpen, 1)) return OFFSET.LEFT;
  closeIdle(source, old, atMs);
  if (isOpen && passInOneGo(source, true, true, atMs)) {
    // Each client has taken the connection that was put back last.
    put(idleSince(source, whole(AT.IDLE + source) - 1), cell(OFFSET.NOW_MS));
    findIdleAlarm();
    return OFFSET.REACHED;
  }
  tellPassed();
  put(OFFSET.NOW_MS, atMs);
  removeEvent();
  put(AT.VISIT_BORN_MS + visit, atMs);
  put(AT.VISIT_TRIES + visit, 0);
  put(AT.VISIT_CPU_MS + visit, takeDraw(source, AT.CPU_TIMES));
  put(AT.VISIT_WAIT_MS + visit, takeDraw(source, AT.WAITS_OF_QUERIES));
  if (isOpen) {
    addWhole(AT.IDLE + source, -1);
    use(visit, source, atMs);
  } else if (opens) {
    add(AT.SOCKETS + source, 1);
    connect(visit, source, atMs);
  } else {
    put(AT.PHASE_OF_VISIT + visit, WANTS_SOCKET);
    putWhole(wanting(source, whole(AT.WANTING + source)), visit);
    addWhole(AT.WANTING + source, 1);
  }
  return OFFSET.REACHED;
}

/** A client begins to think. Returns the end. */
export function think(visit: i32, source: i32, atMs: f64): f64 {
  put(AT.PHASE_OF_VISIT + visit, THINKING);
  return atMs + Math.max(1, Math.floor(takeDraw(source, AT.COMING) + 0.5));
}

/** A connection goes to the next client that wants one, or idles. */
export function putBack(source: i32, atMs: f64): void {
  if (whole(AT.WANTING + source) > 0) {
    const next = whole(wanting(source, 0));
    putWhole(AT.FIRST_WANTING + source, (whole(AT.FIRST_WANTING + source) + 1) % AT.MOST_CLIENTS);
    addWhole(AT.WANTING + source, -1);
    use(next, source, atMs);
    return;
  }
  put(idleSince(source, whole(AT.IDLE + source)), atMs);
  addWhole(AT.IDLE + source, 1);
  if (cell(AT.KEEPS_IDLE_MS + source) < NEVER && cell(AT.IDLE_ALARM_MS + source) === NEVER)
    setIdleAlarm(source);
}

/** Handles the alarm for idle connections. */
export function idleSocketsDue(atMs: f64): i32 {
  const source = whole(AT.IDLE_SOCKETS_OF);
  if (atMs >= cell(AT.DEAD_UNTIL_MS + source)) return OFFSET.LEFT;
  put(OFFSET.NOW_MS, atMs);
  closeIdle(source, tooOld(source, atMs), atMs);
  return OFFSET.REACHED;
}

/** Closes the idle connections that are too old. */
function closeIdle(source: i32, old: i32, atMs: f64): void {
  if (cell(AT.KEEPS_IDLE_MS + source) === NEVER) return;
  for (let one = 0; one < old; one++) {
    putWhole(AT.FIRST_IDLE + source, (whole(AT.FIRST_IDLE + source) + 1) % AT.MOST_SOCKETS);
    addWhole(AT.IDLE + source, -1);
    add(AT.SOCKETS + source, -1);
    closeConnection(source, atMs);
  }
  setIdleAlarm(source);
}

/** Returns the number of idle connections that are too old. */
function tooOld(source: i32, atMs: f64): i32 {
  const keepsMs = cell(AT.KEEPS_IDLE_MS + source);
  const idle = whole(AT.IDLE + source);
  let old = 0;
  while (old < idle && cell(idleSince(source, old)) + keepsMs <= atMs) old++;
  return old;
}

function setIdleAlarm(source: i32): void {
  const keepsMs = cell(AT.KEEPS_IDLE_MS + source);
  const atMs = whole(AT.IDLE + source) > 0 ? cell(idleSince(source, 0)) + keepsMs : NEVER;
  put(AT.IDLE_ALARM_MS + source, atMs);
  put(AT.IDLE_ALARM_ORDER + source, nextOrder());
  findIdleAlarm();
}

/** Finds the next alarm for idle connections. */
export function findIdleAlarm(): void {
  put(AT.IDLE_SOCKETS_MS, NEVER);
  put(AT.IDLE_SOCKETS_TIE, NEVER);
  for (let one = 0; one < whole(AT.SOURCES); one++) {
    const atMs = cell(AT.IDLE_ALARM_MS + one);
    const tie = AT.TIMEOUT_RANK * f64(AT.ORDERS) + cell(AT.IDLE_ALARM_ORDER + one);
    const firstMs = cell(AT.IDLE_SOCKETS_MS);
    if (atMs > firstMs || (atMs === firstMs && tie > cell(AT.IDLE_SOCKETS_TIE))) continue;
    put(AT.IDLE_SOCKETS_MS, atMs);
    put(AT.IDLE_SOCKETS_TIE, tie);
    putWhole(AT.IDLE_SOCKETS_OF, one);
  }
}

function idleSince(source: i32, number: i32): i32 {
  const place = (whole(AT.FIRST_IDLE + source) + number) % AT.MOST_SOCKETS;
  return AT.IDLE_SINCE_MS + source * AT.MOST_SOCKETS + place;
}

function wanting(source: i32, number: i32): i32 {
  const place = (whole(AT.FIRST_WANTING + source) + number) % AT.MOST_CLIENTS;
  return AT.WANTING_VISIT + source * AT.MOST_CLIENTS + place;
}
