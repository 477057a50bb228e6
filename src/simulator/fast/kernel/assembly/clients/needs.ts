import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, asWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { isCalm } from '../sizing';
import { memoryChanged } from './connections';
import { nextOrder } from './events';
import { nonReclaimableBytes, wantTick } from './readings';

// The memory that queries take, at once or gradually, and their temporary disk, as in `Memory`, `MemoryRamps` and
// `TemporaryDisk`.

const PART_MS: f64 = 1000;

/** Whether there is disk for queries of a source, and room for their ramps. */
export function hasRoomForNeeds(source: i32, queries: f64): boolean {
  const bytes = cell(AT.DISK_BYTES) + queries * cell(AT.TEMPORARY_BYTES + source);
  return bytes <= cell(AT.DISK_LIMIT_BYTES) && hasRoomForRamps(source, queries);
}

export function hasRoomForRamps(source: i32, queries: f64): boolean {
  return cell(AT.PARTS_TO_COME + source) === 0 || f64(whole(AT.RAMPS)) + queries <= f64(AT.MOST_RAMPS);
}

/** Whether queries of a source take all of their memory at once, and no disk. */
export function areNeedsSimple(source: i32): boolean {
  return cell(AT.PARTS_TO_COME + source) === 0 && cell(AT.TEMPORARY_BYTES + source) === 0;
}

export function takeNeeds(visit: i32, source: i32, atMs: f64): void {
  const onDisk = cell(AT.TEMPORARY_BYTES + source);
  if (onDisk > 0) {
    put(AT.VISIT_DISK_BYTES + visit, onDisk);
    add(AT.DISK_BYTES, onDisk);
    if (cell(AT.DISK_BYTES) > cell(AT.MOST_DISK_BYTES)) put(AT.MOST_DISK_BYTES, cell(AT.DISK_BYTES));
  }
  const bytes = cell(AT.NEEDED_BYTES + source);
  if (bytes === 0) return;
  put(AT.VISIT_BYTES + visit, bytes);
  add(AT.QUERY_BYTES, bytes);
  memoryChanged(atMs);
  if (cell(AT.PARTS_TO_COME + source) > 0) beginRamp(visit, source, atMs);
}

export function giveNeeds(visit: i32, atMs: f64): void {
  const bytes = cell(AT.VISIT_BYTES + visit);
  if (bytes > 0) {
    put(AT.VISIT_BYTES + visit, 0);
    add(AT.QUERY_BYTES, -bytes);
    wantTick(atMs);
  }
  const onDisk = cell(AT.VISIT_DISK_BYTES + visit);
  if (onDisk === 0) return;
  put(AT.VISIT_DISK_BYTES + visit, 0);
  add(AT.DISK_BYTES, -onDisk);
}

/** Takes the parts that are due. Returns false, and changes nothing, if they could have an effect beside that at a tick. */
export function takeParts(atMs: f64): boolean {
  const ramps = whole(AT.RAMPS);
  let bytes = nonReclaimableBytes();
  for (let ramp = 0; ramp < ramps; ramp++) if (isDue(ramp, atMs)) bytes += cell(AT.RAMP_PART_BYTES + ramp);
  if (!isCalm(bytes, asWhole(cell(OFFSET.SIZE)))) return false;
  let nextMs = NEVER;
  let left = 0;
  for (let ramp = 0; ramp < ramps; ramp++) {
    if (isDue(ramp, atMs) && !takePart(ramp, atMs)) continue;
    nextMs = Math.min(nextMs, cell(AT.RAMP_NEXT_MS + ramp));
    if (left < ramp) move(ramp, left);
    left++;
  }
  putWhole(AT.RAMPS, left);
  put(AT.RAMP_DUE_MS, nextMs);
  put(AT.RAMP_ORDER, nextOrder());
  return true;
}

function beginRamp(visit: i32, source: i32, atMs: f64): void {
  const ramp = whole(AT.RAMPS);
  putWhole(AT.RAMPS, ramp + 1);
  putWhole(AT.RAMP_VISIT + ramp, visit);
  put(AT.RAMP_USE + ramp, cell(AT.VISIT_USE + visit));
  put(AT.RAMP_PART_BYTES + ramp, cell(AT.NEEDED_BYTES + source));
  put(AT.RAMP_PARTS + ramp, cell(AT.PARTS_TO_COME + source));
  put(AT.RAMP_NEXT_MS + ramp, atMs + PART_MS);
  put(AT.RAMP_DUE_MS, Math.min(cell(AT.RAMP_DUE_MS), atMs + PART_MS));
  put(AT.RAMP_ORDER, nextOrder());
  put(AT.UNTIL_MS, Math.min(cell(AT.UNTIL_MS), cell(AT.RAMP_DUE_MS)));
}

function isDue(ramp: i32, atMs: f64): boolean {
  return cell(AT.RAMP_NEXT_MS + ramp) <= atMs;
}

/** Returns false if the query is over, or has all of its memory. */
function takePart(ramp: i32, atMs: f64): boolean {
  const visit = whole(AT.RAMP_VISIT + ramp);
  if (cell(AT.VISIT_USE + visit) !== cell(AT.RAMP_USE + ramp)) return false;
  const bytes = cell(AT.RAMP_PART_BYTES + ramp);
  add(AT.VISIT_BYTES + visit, bytes);
  add(AT.QUERY_BYTES, bytes);
  memoryChanged(atMs);
  add(AT.RAMP_PARTS + ramp, -1);
  add(AT.RAMP_NEXT_MS + ramp, PART_MS);
  return cell(AT.RAMP_PARTS + ramp) > 0;
}

function move(ramp: i32, to: i32): void {
  putWhole(AT.RAMP_VISIT + to, whole(AT.RAMP_VISIT + ramp));
  put(AT.RAMP_USE + to, cell(AT.RAMP_USE + ramp));
  put(AT.RAMP_PART_BYTES + to, cell(AT.RAMP_PART_BYTES + ramp));
  put(AT.RAMP_PARTS + to, cell(AT.RAMP_PARTS + ramp));
  put(AT.RAMP_NEXT_MS + to, cell(AT.RAMP_NEXT_MS + ramp));
}
