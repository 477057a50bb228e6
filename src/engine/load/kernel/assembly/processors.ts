import * as CELL from '../cells';
import { addNone, addRamp } from './delays';
import { add, cell, NEVER, put } from './memory';

/** So many processors from now on; 0 while the compute sleeps. */
export function setVcpu(vcpu: f64, atMs: f64): void {
  if (vcpu === cell(CELL.VCPU)) return;
  close(atMs);
  put(CELL.VCPU, vcpu);
  serve();
}

/** The load wants so much from now on. */
export function setFlow(vcpu: f64, atMs: f64): void {
  close(atMs);
  put(CELL.FLOW_VCPU, vcpu);
  put(CELL.FLOW_CPU_MS_PER_QUERY, perQueryOf(vcpu, cell(CELL.CPU_MS_PER_QUERY)));
  serve();
}

/** A rate by that of its queries; 1 where nothing is wanted. */
export function perQueryOf(vcpu: f64, cpuMsPerQuery: f64): f64 {
  return vcpu > 0 ? vcpu / (vcpu / cpuMsPerQuery) : 1;
}

/** When the backlog is gone if nothing changes. */
export function goneMs(): f64 {
  const backlogMs = cell(CELL.BACKLOG_MS);
  const rate = cell(CELL.FLOW_SERVED) - cell(CELL.FLOW_VCPU);
  if (backlogMs === 0 || rate <= 0) return NEVER;
  return cell(CELL.SINCE_MS) + Math.max(1, Math.ceil(backlogMs / rate));
}

/** Closes a stretch in which all was linear. */
function close(atMs: f64): void {
  const dt = atMs - cell(CELL.SINCE_MS);
  if (dt === 0) return;
  const vcpu = cell(CELL.FLOW_VCPU);
  const served = cell(CELL.FLOW_SERVED);
  const fromMs = cell(CELL.BACKLOG_MS);
  const moves = cell(CELL.MOVES) !== 0;
  const toMs = moves ? Math.max(0, fromMs + (vcpu - served) * dt) : 0;
  if (moves && cell(CELL.VCPU) > 0) add(CELL.THROTTLED_MS, dt);
  add(CELL.USED_CPU_MS, served * dt);
  if (vcpu > 0) {
    const queries = (vcpu * dt) / cell(CELL.FLOW_CPU_MS_PER_QUERY);
    if (fromMs === 0 && toMs === 0) addNone(queries);
    else addRamp(queries, fromMs, toMs, served);
  }
  put(CELL.BACKLOG_MS, toMs);
  put(CELL.SINCE_MS, atMs);
}

/** What is served from now on of what is wanted. */
function serve(): void {
  const wanted = cell(CELL.FLOW_VCPU);
  const most = Math.min(cell(CELL.VCPU), cell(CELL.CONCURRENCY));
  const waits = cell(CELL.BACKLOG_MS) > 0;
  const served = waits ? most : Math.min(wanted, most);
  put(CELL.FLOW_SERVED, served);
  put(CELL.MOVES, waits || wanted > served ? 1 : 0);
}
