import * as AT from '../../client-layout';
import { addWhole, cell, NEVER, put, putWhole, whole } from '../memory';

// A heap of the timers of visits and of the next events of sources, as in `Agenda`.

/** The time of the next event. Infinity if there is none. */
export function nextEventMs(): f64 {
  return whole(AT.EVENT_COUNT) > 0 ? cell(AT.EVENT_MS) : NEVER;
}

/** The order of the next event within its instant. There is one. */
export function nextEventTie(): f64 {
  return cell(AT.EVENT_TIE);
}

/** The visit or source of the next event. */
export function nextEventOwner(): i32 {
  return whole(AT.EVENT_OWNER);
}

/** The time of the event after the next one. Infinity if there is none. */
export function secondEventMs(): f64 {
  const events = whole(AT.EVENT_COUNT);
  if (events < 2) return NEVER;
  const one = cell(AT.EVENT_MS + 1);
  if (events < 3) return one;
  return Math.min(one, cell(AT.EVENT_MS + 2));
}

export function addEvent(owner: i32, ms: f64, rank: f64): void {
  const tie = rank * f64(AT.ORDERS) + nextOrder();
  let place = whole(AT.EVENT_COUNT);
  addWhole(AT.EVENT_COUNT, 1);
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!comesBefore(ms, tie, parent)) break;
    move(parent, place);
    place = parent;
  }
  stand(place, owner, ms, tie);
}

/** Replaces the next event. */
export function replaceEvent(owner: i32, ms: f64, rank: f64): void {
  sink(0, owner, ms, rank * f64(AT.ORDERS) + nextOrder());
}

export function removeEvent(): void {
  addWhole(AT.EVENT_COUNT, -1);
  const last = whole(AT.EVENT_COUNT);
  if (last > 0) sinkAgain(0, last);
}

/** Makes a heap of events in any order. */
export function heapEvents(): void {
  for (let place = (whole(AT.EVENT_COUNT) >> 1) - 1; place >= 0; place--) sinkAgain(place, place);
}

/** Returns the next number in the order of setting. */
export function nextOrder(): f64 {
  const order = cell(AT.NEXT_ORDER);
  put(AT.NEXT_ORDER, order + 1);
  return order;
}

/** Puts the event of one place into another, and moves it from there to its own. */
function sinkAgain(place: i32, from: i32): void {
  sink(place, whole(AT.EVENT_OWNER + from), cell(AT.EVENT_MS + from), cell(AT.EVENT_TIE + from));
}

function sink(at: i32, owner: i32, ms: f64, tie: f64): void {
  const events = whole(AT.EVENT_COUNT);
  let place = at;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= events) break;
    const right = child + 1;
    if (right < events && comesBefore(cell(AT.EVENT_MS + right), cell(AT.EVENT_TIE + right), child))
      child = right;
    if (comesBefore(ms, tie, child)) break;
    move(child, place);
    place = child;
  }
  stand(place, owner, ms, tie);
}

function comesBefore(ms: f64, tie: f64, place: i32): boolean {
  const otherMs = cell(AT.EVENT_MS + place);
  return ms < otherMs || (ms === otherMs && tie < cell(AT.EVENT_TIE + place));
}

function move(from: i32, to: i32): void {
  put(AT.EVENT_MS + to, cell(AT.EVENT_MS + from));
  put(AT.EVENT_TIE + to, cell(AT.EVENT_TIE + from));
  putWhole(AT.EVENT_OWNER + to, whole(AT.EVENT_OWNER + from));
}

function stand(place: i32, owner: i32, ms: f64, tie: f64): void {
  put(AT.EVENT_MS + place, ms);
  put(AT.EVENT_TIE + place, tie);
  putWhole(AT.EVENT_OWNER + place, owner);
}
