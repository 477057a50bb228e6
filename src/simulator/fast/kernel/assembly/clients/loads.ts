import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, addWhole, asWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { isCalm } from '../sizing';
import { touch } from './activity';
import { takeFlow } from './cache';
import { memoryChanged, noteAll } from './connections';
import { removeEvent, replaceEvent } from './events';
import { armCpu, takeLoad } from './jobs';
import { canHoldLoads, holdLoads, isAwake } from './life';
import { tellPassed } from './passing';
import { nonReclaimableBytes, wantTick } from './readings';

// The loads, as in `LoadFeed` and `ComputeLoad`.

/** A load changes. Returns `REACHED` when that is done. */
export function changeLoad(load: i32, atMs: f64): i32 {
  const place = whole(AT.CHANGE_PLACE + load);
  if (place === whole(AT.CHANGE_COUNT + load)) {
    putWhole(AT.EMPTY_STREAM, AT.STREAMS_OF_LOADS + load);
    return OFFSET.DRAWS;
  }
  const changed = load * AT.MOST_CHANGES + place;
  const vcpu = cell(AT.CHANGED_VCPU + changed);
  const bytes = cell(AT.CHANGED_BYTES + changed);
  const vcpuBefore = cell(AT.VCPU_OF_LOAD + load);
  const bytesBefore = cell(AT.BYTES_OF_LOAD + load);
  const isOther = vcpu !== vcpuBefore || bytes !== bytesBefore;
  put(AT.VCPU_OF_LOAD + load, vcpu);
  put(AT.BYTES_OF_LOAD + load, bytes);
  if (isOther && !(isAwake() ? isRoomForLoads() : canHoldLoads())) {
    put(AT.VCPU_OF_LOAD + load, vcpuBefore);
    put(AT.BYTES_OF_LOAD + load, bytesBefore);
    return OFFSET.LEFT;
  }
  takeChange(load, atMs);
  if (!isOther) {
    if (isAwake()) wantTick(atMs);
  } else if (isAwake()) {
    if (askedVcpu() > 0 && cell(OFFSET.LOAD_VCPU) === 0) add(AT.OPENED, 1);
    serveLoads(atMs);
  } else {
    holdLoads(atMs);
  }
  return OFFSET.REACHED;
}

/** The compute serves what all loads ask for. */
export function serveLoads(atMs: f64): void {
  const wasBusy = cell(OFFSET.LOAD_VCPU) > 0;
  let pages: f64 = 0;
  for (let one = 0; one < whole(AT.LOADS); one++) pages += queriesOf(one) * cell(AT.PAGES_OF_LOAD + one);
  takeLoads(atMs);
  wantTick(atMs);
  takeFlow(pages, atMs);
  if (cell(OFFSET.LOAD_VCPU) > 0 || wasBusy) touch(atMs);
  const connections = askedConnections();
  put(AT.CONNECTION_LIMIT, cell(AT.CONNECTION_LIMIT) + cell(AT.LOAD_CONNECTIONS) - connections);
  put(AT.LOAD_CONNECTIONS, connections);
  put(OFFSET.MEMORY_BYTES, askedBytes());
  noteAll();
  memoryChanged(atMs);
}

/** The processors take what all loads ask for. It becomes a backlog while there are none. */
export function takeLoads(atMs: f64): void {
  const vcpu = askedVcpu();
  let queries: f64 = 0;
  for (let one = 0; one < whole(AT.LOADS); one++) queries += queriesOf(one);
  takeLoad(vcpu, vcpu > 0 ? vcpu / queries : 1, atMs);
  armCpu();
}

/** The processors, connections and memory that all loads ask for. */
export function askedVcpu(): f64 {
  let vcpu: f64 = 0;
  for (let one = 0; one < whole(AT.LOADS); one++) vcpu += cell(AT.VCPU_OF_LOAD + one);
  return vcpu;
}

export function askedConnections(): f64 {
  let connections: f64 = 0;
  for (let one = 0; one < whole(AT.LOADS); one++)
    if (cell(AT.VCPU_OF_LOAD + one) > 0) connections += cell(AT.CONNECTIONS_OF_LOAD + one);
  return connections;
}

export function askedBytes(): f64 {
  let bytes: f64 = 0;
  for (let one = 0; one < whole(AT.LOADS); one++) bytes += cell(AT.BYTES_OF_LOAD + one);
  return bytes;
}

function queriesOf(load: i32): f64 {
  return cell(AT.VCPU_OF_LOAD + load) / cell(AT.QUERY_CPU_MS_OF_LOAD + load);
}

/** Whether there is room for the connections and the memory of all loads. */
function isRoomForLoads(): boolean {
  const connections = askedConnections() - cell(AT.LOAD_CONNECTIONS);
  if (cell(AT.DIRECT) + cell(AT.SERVER_BUSY) + connections > cell(AT.CONNECTION_LIMIT)) return false;
  const more = askedBytes() - cell(OFFSET.MEMORY_BYTES) + connections * cell(AT.EACH_CONNECTION_BYTES);
  return isCalm(nonReclaimableBytes() + more, asWhole(cell(OFFSET.SIZE)));
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
