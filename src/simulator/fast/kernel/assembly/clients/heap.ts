import * as AT from '../../client-layout';
import { addWhole, cell, put, putWhole, whole } from '../memory';

// A heap in the memory, as in `Agenda` and `MarkHeap`: keys in ascending order, and ties between equal keys. `heap` is the
// offset of its length. The first entry is at the root.

const KEY: i32 = 1;
const TIE: i32 = KEY + AT.HEAP_ENTRIES;
const OWNER: i32 = TIE + AT.HEAP_ENTRIES;

export function lengthOf(heap: i32): i32 {
  return whole(heap);
}

export function keyAt(heap: i32, place: i32): f64 {
  return cell(heap + KEY + place);
}

export function rootTie(heap: i32): f64 {
  return cell(heap + TIE);
}

export function rootOwner(heap: i32): i32 {
  return whole(heap + OWNER);
}

export function push(heap: i32, owner: i32, key: f64, tie: f64): void {
  let place = whole(heap);
  addWhole(heap, 1);
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!comesBefore(heap, key, tie, parent)) break;
    move(heap, parent, place);
    place = parent;
  }
  stand(heap, place, owner, key, tie);
}

export function removeRoot(heap: i32): void {
  addWhole(heap, -1);
  const last = whole(heap);
  if (last > 0) sinkAgain(heap, 0, last);
}

export function replaceRoot(heap: i32, owner: i32, key: f64, tie: f64): void {
  sink(heap, 0, owner, key, tie);
}

/** Makes a heap of entries in any order. */
export function heapify(heap: i32): void {
  for (let place = (whole(heap) >> 1) - 1; place >= 0; place--) sinkAgain(heap, place, place);
}

/** Puts the entry of one place into another, and moves it from there to its own. */
function sinkAgain(heap: i32, place: i32, from: i32): void {
  sink(heap, place, whole(heap + OWNER + from), keyAt(heap, from), cell(heap + TIE + from));
}

function sink(heap: i32, at: i32, owner: i32, key: f64, tie: f64): void {
  const length = whole(heap);
  let place = at;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= length) break;
    if (child + 1 < length) child += laterComesFirst(heap, child);
    if (comesBefore(heap, key, tie, child)) break;
    move(heap, child, place);
    place = child;
  }
  stand(heap, place, owner, key, tie);
}

/** Returns 1 if the entry after this one comes before it, and else 0. A branch on that could not be foreseen. */
function laterComesFirst(heap: i32, place: i32): i32 {
  const key = keyAt(heap, place);
  const later = keyAt(heap, place + 1);
  return later === key ? i32(cell(heap + TIE + place + 1) < cell(heap + TIE + place)) : i32(later < key);
}

function comesBefore(heap: i32, key: f64, tie: f64, place: i32): boolean {
  const other = keyAt(heap, place);
  return key < other || (key === other && tie < cell(heap + TIE + place));
}

function move(heap: i32, from: i32, to: i32): void {
  stand(heap, to, whole(heap + OWNER + from), keyAt(heap, from), cell(heap + TIE + from));
}

function stand(heap: i32, place: i32, owner: i32, key: f64, tie: f64): void {
  put(heap + KEY + place, key);
  put(heap + TIE + place, tie);
  putWhole(heap + OWNER + place, owner);
}
