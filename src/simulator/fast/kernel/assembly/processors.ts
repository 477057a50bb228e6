import * as OFFSET from '../memory-layout';
import { addNone, addRamp } from './delays';
import { add, cell, NEVER, put } from './memory';

/** How long each processor works on after the quota of a period is used. */
export const QUOTA_OVERRUN_MS: f64 = 3;

/** Sets the processors. 0 while the compute sleeps. */
export function setVcpu(vcpu: f64, atMs: f64): void {
  if (vcpu === cell(OFFSET.VCPU)) return;
  close(atMs);
  put(OFFSET.VCPU, vcpu);
  serve();
}

/** Sets the rate at which the load asks for CPU. */
export function setLoad(vcpu: f64, atMs: f64): void {
  close(atMs);
  put(OFFSET.LOAD_VCPU, vcpu);
  put(OFFSET.LOAD_CPU_MS_PER_QUERY, perQueryOf(vcpu, cell(OFFSET.CPU_MS_PER_QUERY)));
  serve();
}

/**
 * Returns the CPU time of a query as the rate of CPU divided by the rate of queries, with the rounding of
 * `ComputeLoad`. Returns 1 without demand.
 */
export function perQueryOf(vcpu: f64, cpuMsPerQuery: f64): f64 {
  return vcpu > 0 ? vcpu / (vcpu / cpuMsPerQuery) : 1;
}

/** Returns the time at which the backlog is gone, if nothing changes. */
export function goneMs(): f64 {
  const backlogMs = cell(OFFSET.BACKLOG_MS);
  const rate = cell(OFFSET.LOAD_SERVED) - cell(OFFSET.LOAD_VCPU);
  if (backlogMs === 0 || rate <= 0) return NEVER;
  return cell(OFFSET.SINCE_MS) + Math.max(1, Math.ceil(backlogMs / rate));
}

/** Adds up the interval since the last change, over which all values are linear. */
function close(atMs: f64): void {
  const dt = atMs - cell(OFFSET.SINCE_MS);
  if (dt === 0) return;
  const vcpu = cell(OFFSET.LOAD_VCPU);
  const served = cell(OFFSET.LOAD_SERVED);
  const fromMs = cell(OFFSET.BACKLOG_MS);
  const moves = cell(OFFSET.MOVES) !== 0;
  const toMs = moves ? Math.max(0, fromMs + (vcpu - served) * dt) : 0;
  if (moves && cell(OFFSET.VCPU) > 0) add(OFFSET.THROTTLED_MS, dt);
  add(OFFSET.USED_CPU_MS, served * dt);
  if (vcpu > 0) {
    const queries = (vcpu * dt) / cell(OFFSET.LOAD_CPU_MS_PER_QUERY);
    if (fromMs === 0 && toMs === 0) addNone(queries);
    else addRamp(queries, fromMs, toMs, served);
  }
  put(OFFSET.BACKLOG_MS, toMs);
  put(OFFSET.SINCE_MS, atMs);
}

/** Computes the rate at which the load is served. */
function serve(): void {
  const wanted = cell(OFFSET.LOAD_VCPU);
  const most = Math.min(cell(OFFSET.VCPU), cell(OFFSET.CONCURRENCY));
  const waits = cell(OFFSET.BACKLOG_MS) > 0;
  const served = waits ? most : Math.min(wanted, most);
  put(OFFSET.LOAD_SERVED, served);
  put(OFFSET.MOVES, waits || wanted > served ? 1 : 0);
}
