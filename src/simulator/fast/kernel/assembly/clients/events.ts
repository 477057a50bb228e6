import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { cell, NEVER, put, putWhole, whole } from '../memory';
import { keyAt, lengthOf, push, removeRoot, replaceRoot, rootOwner, rootTie } from './heap';

// The timers of visits and the next events of sources, in a heap.

/** The time of the next event. Infinity if there is none. */
export function nextEventMs(): f64 {
  return lengthOf(AT.EVENTS_HEAP) > 0 ? keyAt(AT.EVENTS_HEAP, 0) : NEVER;
}

/** The order of the next event within its instant. There is one. */
export function nextEventTie(): f64 {
  return rootTie(AT.EVENTS_HEAP);
}

/** The visit or source of the next event. */
export function nextEventOwner(): i32 {
  return rootOwner(AT.EVENTS_HEAP);
}

/** The time of the event after the next one. Infinity if there is none. */
export function secondEventMs(): f64 {
  const events = lengthOf(AT.EVENTS_HEAP);
  if (events < 2) return NEVER;
  const one = keyAt(AT.EVENTS_HEAP, 1);
  return events < 3 ? one : Math.min(one, keyAt(AT.EVENTS_HEAP, 2));
}

/** The time of the next tick, look, or check for activity, or of the alarm for idle connections. */
export function otherMs(): f64 {
  const readsMs = Math.min(cell(OFFSET.TICK_MS), cell(OFFSET.LOOK_MS));
  return Math.min(Math.min(readsMs, Math.ceil(cell(AT.INACTIVE_MS))), cell(AT.IDLE_SOCKETS_MS));
}

export function addEvent(owner: i32, ms: f64, rank: f64): void {
  const tie = rank * f64(AT.ORDERS) + nextOrder();
  if (whole(AT.HAS_HOLE) === 0) {
    push(AT.EVENTS_HEAP, owner, ms, tie);
  } else {
    putWhole(AT.HAS_HOLE, 0);
    replaceRoot(AT.EVENTS_HEAP, owner, ms, tie);
  }
}

/** Replaces the next event. */
export function replaceEvent(owner: i32, ms: f64, rank: f64): void {
  replaceRoot(AT.EVENTS_HEAP, owner, ms, rank * f64(AT.ORDERS) + nextOrder());
}

/** Removes the next event. The next one that is added fills its hole, else `closeHole` has to. */
export function removeEvent(): void {
  putWhole(AT.HAS_HOLE, 1);
}

export function closeHole(): void {
  if (whole(AT.HAS_HOLE) === 0) return;
  putWhole(AT.HAS_HOLE, 0);
  removeRoot(AT.EVENTS_HEAP);
}

/** Returns the next number in the order of setting. */
export function nextOrder(): f64 {
  const order = cell(AT.NEXT_ORDER);
  put(AT.NEXT_ORDER, order + 1);
  return order;
}
