import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, asWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { isCalm } from '../sizing';
import { memoryChanged } from './connections';
import { nextOrder } from './events';
import { nonReclaimableBytes } from './readings';

// The queries that take their memory gradually, as in `MemoryRamps`.

const PART_MS: f64 = 1000;

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
