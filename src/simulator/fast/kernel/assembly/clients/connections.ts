import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { add, asWhole, cell, put } from '../memory';
import { isCalm } from '../sizing';
import { touch } from './activity';
import { hasRoomForNeeds } from './needs';
import { nonReclaimableBytes, wantTick } from './readings';

// The connections of clients and the memory that they take, as in `Connections` and `Memory`.

const CLOSING_SHARE: f64 = 0.4;

/** Whether clients of a source would be served at once, by an open connection or by new ones. */
export function isServed(source: i32, isOpen: boolean, clients: f64): boolean {
  const hasRoom = cell(AT.DIRECT) + cell(AT.SERVER_BUSY) + clients <= cell(AT.CONNECTION_LIMIT);
  if (cell(AT.IS_POOLED + source) === 0) {
    if (!isOpen && !hasRoom) return false;
  } else {
    if (!isOpen && cell(AT.POOLED) + clients > cell(AT.POOLED_LIMIT)) return false;
    if (cell(AT.SERVER_BUSY) + clients > cell(AT.POOL_SIZE) || !hasRoom) return false;
  }
  if (!hasRoomForNeeds(source, clients)) return false;
  return isCalm(mostBytes(source, isOpen, clients), asWhole(cell(OFFSET.SIZE)));
}

/** Returns the non-reclaimable memory while queries of a source run. */
export function mostBytes(source: i32, isOpen: boolean, clients: f64): f64 {
  const open = cell(AT.DIRECT) + cell(AT.SERVER_BUSY) + cell(AT.LOAD_CONNECTIONS);
  const connections = open + clients * more(source, isOpen);
  const own = cell(AT.QUERY_BYTES) + clients * cell(AT.NEEDED_BYTES + source);
  return own + cell(OFFSET.MEMORY_BYTES) + connections * cell(AT.EACH_CONNECTION_BYTES);
}

/** The connections to Postgres that a query adds to the open ones. */
function more(source: i32, isOpen: boolean): f64 {
  return isOpen && cell(AT.IS_POOLED + source) === 0 ? 0 : 1;
}

/** Opens a connection of a client. */
export function openConnection(source: i32, atMs: f64): void {
  if (cell(AT.IS_POOLED + source) === 0) add(AT.DIRECT, 1);
  else add(AT.POOLED, 1);
  touch(atMs);
  countOpened(1, atMs);
  grown(atMs);
}

export function countOpened(clients: f64, atMs: f64): void {
  add(AT.OPENED, clients);
  if (atMs - cell(AT.RUNS_SINCE_MS) >= 1000) return;
  add(AT.IN_FIRST_SECOND, clients);
  if (cell(AT.IN_FIRST_SECOND) > cell(AT.MOST_IN_FIRST_SECOND))
    put(AT.MOST_IN_FIRST_SECOND, cell(AT.IN_FIRST_SECOND));
}

/** The pooler opens a connection to Postgres. */
export function openServer(atMs: f64): void {
  add(AT.SERVER_BUSY, 1);
  grown(atMs);
}

/** Closes an idle connection of a client. */
export function closeConnection(source: i32, atMs: f64): void {
  if (cell(AT.IS_POOLED + source) === 0) add(AT.DIRECT, -1);
  else add(AT.POOLED, -1);
  memoryChanged(atMs);
}

/** Updates the maxima with a client that has come and gone. */
export function notePassed(source: i32, isOpen: boolean): void {
  const connections = cell(AT.DIRECT) + cell(AT.SERVER_BUSY) + more(source, isOpen);
  noteMost(connections);
  if (!isOpen && cell(AT.IS_POOLED + source) !== 0 && cell(AT.POOLED) >= cell(AT.PEAK_POOLED))
    put(AT.PEAK_POOLED, cell(AT.POOLED) + 1);
}

export function memoryChanged(atMs: f64): void {
  noteBytes(nonReclaimableBytes());
  wantTick(atMs);
}

export function noteBytes(bytes: f64): void {
  if (bytes > cell(OFFSET.MOST_BYTES)) put(OFFSET.MOST_BYTES, bytes);
}

/** The CPU time of Postgres for the beginning of a connection. */
export function openingCpuMs(source: i32, queryCpuMs: f64): f64 {
  return (1 - CLOSING_SHARE) * cpuMs(source, queryCpuMs);
}

/** The CPU time of Postgres for the end of a connection. */
export function closingCpuMs(source: i32, queryCpuMs: f64): f64 {
  return CLOSING_SHARE * cpuMs(source, queryCpuMs);
}

function cpuMs(source: i32, queryCpuMs: f64): f64 {
  return cell(AT.IS_POOLED + source) === 0 && queryCpuMs > 0 ? cell(AT.CONNECTION_CPU_MS) : 0;
}

function grown(atMs: f64): void {
  noteAll();
  if (cell(AT.POOLED) > cell(AT.PEAK_POOLED)) put(AT.PEAK_POOLED, cell(AT.POOLED));
  memoryChanged(atMs);
}

/** Updates the maxima after the connections of loads have changed. */
export function noteAll(): void {
  noteMost(cell(AT.DIRECT) + cell(AT.SERVER_BUSY));
}

function noteMost(own: f64): void {
  const connections = own + cell(AT.LOAD_CONNECTIONS);
  if (connections > cell(AT.HIGHEST_CONNECTIONS)) put(AT.HIGHEST_CONNECTIONS, connections);
  if (own > cell(AT.PEAK_OWN)) put(AT.PEAK_OWN, own);
}
