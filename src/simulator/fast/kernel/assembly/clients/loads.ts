import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { addWhole, asWhole, cell, NEVER, put, whole } from '../memory';
import { isCalm } from '../sizing';
import { touch } from './activity';
import { takeFlow } from './cache';
import { memoryChanged } from './connections';
import { removeEvent, replaceEvent } from './events';
import { armCpu, takeLoad } from './jobs';
import { tellPassed } from './passing';
import { nonReclaimableBytes, wantTick } from './readings';

// The loads, as in `LoadFeed` and `ComputeLoad`.

/**
 * A load changes. Returns `REACHED` when that is done. The general way handles the beginning and the end of all load, and
 * changes of its connections.
 */
export function changeLoad(load: i32, atMs: f64): i32 {
  const place = whole(AT.CHANGE_PLACE + load);
  if (place === whole(AT.CHANGE_COUNT + load)) return OFFSET.LEFT;
  const changed = load * AT.MOST_CHANGES + place;
  const vcpu = cell(AT.CHANGED_VCPU + changed);
  const bytes = cell(AT.CHANGED_BYTES + changed);
  const isOther = vcpu !== cell(AT.VCPU_OF_LOAD + load) || bytes !== cell(AT.BYTES_OF_LOAD + load);
  if (isOther) return changeTotal(load, vcpu, bytes, atMs) ? OFFSET.REACHED : OFFSET.LEFT;
  takeChange(load, atMs);
  wantTick(atMs);
  return OFFSET.REACHED;
}

/** Changes the sum of all loads with one of them. Returns false, and changes nothing, if that needs the general way. */
function changeTotal(load: i32, vcpu: f64, bytes: f64, atMs: f64): boolean {
  let asked: f64 = 0;
  let queries: f64 = 0;
  let pages: f64 = 0;
  let connections: f64 = 0;
  let held: f64 = 0;
  for (let one = 0; one < whole(AT.LOADS); one++) {
    const own = one === load ? vcpu : cell(AT.VCPU_OF_LOAD + one);
    const ownQueries = own / cell(AT.QUERY_CPU_MS_OF_LOAD + one);
    asked += own;
    queries += ownQueries;
    pages += ownQueries * cell(AT.PAGES_OF_LOAD + one);
    connections += own > 0 ? cell(AT.CONNECTIONS_OF_LOAD + one) : 0;
    held += one === load ? bytes : cell(AT.BYTES_OF_LOAD + one);
  }
  if (asked > 0 !== cell(OFFSET.LOAD_VCPU) > 0 || connections !== cell(AT.LOAD_CONNECTIONS)) return false;
  if (cell(AT.DIRECT) + cell(AT.SERVER_BUSY) > cell(AT.CONNECTION_LIMIT)) return false;
  const more = held - cell(OFFSET.MEMORY_BYTES);
  if (!isCalm(nonReclaimableBytes() + more, asWhole(cell(OFFSET.SIZE)))) return false;
  takeChange(load, atMs);
  put(AT.VCPU_OF_LOAD + load, vcpu);
  put(AT.BYTES_OF_LOAD + load, bytes);
  takeLoad(asked, asked > 0 ? asked / queries : 1, atMs);
  armCpu();
  takeFlow(pages, atMs);
  if (asked > 0) touch(atMs);
  put(OFFSET.MEMORY_BYTES, held);
  memoryChanged(atMs);
  return true;
}

/** Goes on to the next change of a load. */
function takeChange(load: i32, atMs: f64): void {
  tellPassed();
  put(OFFSET.NOW_MS, atMs);
  addWhole(AT.CHANGE_PLACE + load, 1);
  const nextMs = nextChangeMs(load);
  if (nextMs === NEVER) removeEvent();
  else replaceEvent(AT.LOAD_OWNERS + load, nextMs, AT.DEMAND_RANK);
  let firstMs = NEVER;
  for (let one = 0; one < whole(AT.LOADS); one++) firstMs = Math.min(firstMs, nextChangeMs(one));
  put(AT.LOAD_CHANGES_MS, firstMs);
}

function nextChangeMs(load: i32): f64 {
  return cell(AT.CHANGES_AT_MS + load * (AT.MOST_CHANGES + 1) + whole(AT.CHANGE_PLACE + load));
}
