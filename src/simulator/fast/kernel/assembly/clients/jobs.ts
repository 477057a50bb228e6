import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { addNone, addRamp } from '../delays';
import { add, cell, NEVER, put, whole } from '../memory';
import { goneMs } from '../processors';
import { queuedAtRandom } from '../random-arrivals';
import { nextOrder } from './events';
import { keyAt, push, removeRoot } from './heap';
import {
  goneInPeriodMs,
  isLimited,
  leftInPeriodMs,
  quotaMs,
  reachedAfterMs,
  runningMs,
  unusedMs,
  usedAtEnd,
} from './quota';

// The processors with jobs and a load on them, as in `Cpu`.

const HALF_STEP: f64 = 0.5;

/** Starts a job that needs this CPU time. */
export function startJob(job: i32, cpuMs: f64, atMs: f64): void {
  close(atMs);
  const takenMs = takenOverMs();
  add(AT.CARRIED_MS, -takenMs);
  push(AT.JOBS, job, cell(AT.SERVICE) + cpuMs + takenMs, cell(AT.NEXT_JOB));
  add(AT.NEXT_JOB, 1);
  reshare();
}

/** Whether the job with the lowest mark is done. */
export function isJobDone(atMs: f64): boolean {
  if (whole(AT.JOBS) === 0) return false;
  const service = cell(AT.SERVICE) + cell(AT.SPEED) * runningSinceMs(atMs);
  return keyAt(AT.JOBS, 0) <= service + HALF_STEP * cell(AT.SPEED);
}

/** Removes the job with the lowest mark, which is done. */
export function removeJob(atMs: f64): void {
  close(atMs);
  add(AT.CARRIED_MS, keyAt(AT.JOBS, 0) - cell(AT.SERVICE));
  removeRoot(AT.JOBS);
  if (whole(AT.JOBS) === 0) put(AT.SERVICE, 0);
  reshare();
}

/**
 * Runs a job from `fromMs` to its end, if it has the processors to itself and ends before `beforeMs`. Returns the end, or
 * Infinity.
 */
export function runAlone(cpuMs: f64, fromMs: f64, beforeMs: f64): f64 {
  if (whole(AT.JOBS) > 0 || !isLoadless() || cell(OFFSET.VCPU) === 0) return NEVER;
  const takenMs = takenOverMs();
  const mark = cpuMs + takenMs;
  const needsMs = mark - HALF_STEP;
  let dt = wholeWaitMs(needsMs);
  let runs = dt;
  let stoodMs: f64 = 0;
  let usedMs: f64 = 0;
  const hasLimit = isLimited();
  if (hasLimit) {
    const sinceMs = cell(OFFSET.SINCE_MS);
    const gone = goneInPeriodMs(fromMs);
    const left = leftInPeriodMs(gone);
    usedMs = usedAtEnd(cell(AT.QUOTA_USED_MS), 0, sinceMs, gone, fromMs - sinceMs);
    if (dt > left || dt > quotaMs() - usedMs) {
      dt = wholeWaitMs(reachedAfterMs(usedMs, 1, left, needsMs));
      runs = runningMs(usedMs, 1, left, dt);
      stoodMs = dt - unusedMs(usedMs, 1, left, dt);
    }
  }
  const endMs = fromMs + dt;
  if (endMs >= beforeMs || mark > runs + HALF_STEP) return NEVER;
  add(OFFSET.THROTTLED_MS, stoodMs);
  add(OFFSET.USED_CPU_MS, runs);
  put(AT.CARRIED_MS, cell(AT.CARRIED_MS) - takenMs + (mark - runs));
  if (hasLimit) put(AT.QUOTA_USED_MS, usedAtEnd(usedMs, 1, fromMs, goneInPeriodMs(endMs), dt));
  put(OFFSET.SINCE_MS, endMs);
  return endMs;
}

/** The work that the next job takes over from earlier ones. */
function takenOverMs(): f64 {
  return Math.max(-HALF_STEP, Math.min(HALF_STEP, cell(AT.CARRIED_MS)));
}

/** Adds up the interval since the last change, and divides the processors again. */
export function settleJobs(atMs: f64): void {
  close(atMs);
  reshare();
}

/** Divides the processors again, after the load was alone on them. */
export function settleAfterLoad(): void {
  put(AT.PROCESSORS, Math.ceil(cell(OFFSET.VCPU)));
  put(AT.IS_QUEUE_KNOWN, 0);
  reshare();
}

/** Sets the alarm for the next end of a job or of a backlog. */
export function armCpu(): void {
  put(AT.CPU_DUE_MS, Math.ceil(Math.min(nextFinishMs(), goneMs())));
  put(AT.CPU_ORDER, nextOrder());
}

/** The processes that run or wait for CPU. */
export function runnableAt(atMs: f64): f64 {
  return f64(whole(AT.JOBS)) + loadRunnable(backlogAt(atMs), queued());
}

/** Whether the load asks for CPU, or has a backlog. */
export function isLoadBusy(atMs: f64): boolean {
  return cell(OFFSET.LOAD_VCPU) > 0 || backlogAt(atMs) > 0;
}

/** Whether the number of runnable queries changes by itself. */
export function moves(): boolean {
  return cell(OFFSET.BACKLOG_MS) > 0 || cell(OFFSET.LOAD_VCPU) > cell(OFFSET.LOAD_SERVED);
}

export function throttledMsAt(atMs: f64): f64 {
  return cell(OFFSET.THROTTLED_MS) + throttledSinceMs(atMs);
}

/** Sets the processors. */
export function takeVcpu(vcpu: f64, atMs: f64): void {
  if (vcpu === cell(OFFSET.VCPU)) return;
  close(atMs);
  put(OFFSET.VCPU, vcpu);
  put(AT.PROCESSORS, Math.ceil(vcpu));
  put(AT.QUOTA_USED_MS, 0);
  put(AT.IS_QUEUE_KNOWN, 0);
  reshare();
}

/** The processors of a new machine have a quota from now on. */
export function startPeriods(atMs: f64): void {
  put(AT.PERIODS_FROM_MS, atMs);
  put(AT.QUOTA_USED_MS, 0);
}

/** Sets the demand of all loads. */
export function takeLoad(vcpu: f64, cpuMsPerQuery: f64, atMs: f64): void {
  close(atMs);
  put(OFFSET.LOAD_VCPU, vcpu);
  put(OFFSET.LOAD_CPU_MS_PER_QUERY, cpuMsPerQuery);
  put(AT.IS_QUEUE_KNOWN, 0);
  reshare();
}

function nextFinishMs(): f64 {
  if (whole(AT.JOBS) === 0 || cell(AT.SPEED) === 0) return NEVER;
  const runs = (keyAt(AT.JOBS, 0) - cell(AT.SERVICE)) / cell(AT.SPEED) - HALF_STEP;
  const sinceMs = cell(OFFSET.SINCE_MS);
  if (!hasQuota()) return sinceMs + wholeWaitMs(runs);
  const left = leftInPeriodMs(goneInPeriodMs(sinceMs));
  return sinceMs + wholeWaitMs(reachedAfterMs(cell(AT.QUOTA_USED_MS), jobRate(), left, runs));
}

function close(atMs: f64): void {
  const dt = atMs - cell(OFFSET.SINCE_MS);
  if (dt === 0) return;
  const runs = runningSinceMs(atMs);
  add(OFFSET.THROTTLED_MS, throttledSinceMs(atMs));
  add(OFFSET.USED_CPU_MS, (cell(AT.SHARE) * f64(whole(AT.JOBS)) + cell(OFFSET.LOAD_SERVED)) * runs);
  if (whole(AT.JOBS) > 0) add(AT.SERVICE, cell(AT.SPEED) * runs);
  if (isLimited()) {
    const usedMs = cell(AT.QUOTA_USED_MS);
    put(AT.QUOTA_USED_MS, usedAtEnd(usedMs, jobRate(), cell(OFFSET.SINCE_MS), goneInPeriodMs(atMs), dt));
  }
  if (!isLoadless()) closeLoad(dt, atMs);
  put(OFFSET.SINCE_MS, atMs);
}

function closeLoad(dt: f64, atMs: f64): void {
  const fromMs = cell(OFFSET.BACKLOG_MS);
  const toMs = moves() ? backlogAt(atMs) : 0;
  const vcpu = cell(OFFSET.LOAD_VCPU);
  if (vcpu > 0) {
    const queries = (vcpu * dt) / cell(OFFSET.LOAD_CPU_MS_PER_QUERY);
    if (fromMs === 0 && toMs === 0) addNone(queries);
    else addRamp(queries, fromMs, toMs, cell(OFFSET.LOAD_SERVED));
  }
  add(OFFSET.QUEUED_CPU_MS_MS, ((fromMs + toMs) / 2) * dt);
  put(OFFSET.BACKLOG_MS, toMs);
  if (toMs > cell(OFFSET.MOST_BACKLOG_MS)) put(OFFSET.MOST_BACKLOG_MS, toMs);
}

function reshare(): void {
  const jobs = f64(whole(AT.JOBS));
  if (isLoadless()) {
    shareAmong(jobs, cell(AT.PROCESSORS));
    put(OFFSET.LOAD_SERVED, 0);
    return;
  }
  const vcpu = cell(OFFSET.VCPU);
  const backlogMs = cell(OFFSET.BACKLOG_MS);
  const load = loadRunnable(backlogMs, 0);
  shareAmong(jobs + load, vcpu);
  const most = jobs === 0 ? Math.min(vcpu, cell(OFFSET.CONCURRENCY)) : cell(AT.SHARE) * load;
  put(OFFSET.LOAD_SERVED, backlogMs > 0 ? most : Math.min(cell(OFFSET.LOAD_VCPU), most));
}

function shareAmong(runnable: f64, vcpu: f64): void {
  const share = vcpu === 0 ? 0 : runnable <= vcpu ? 1 : vcpu / runnable;
  put(AT.SHARE, share);
  put(AT.SPEED, share < 1 ? share / (1 + cell(AT.CONTENTION) * (1 - share)) : share);
}

function loadRunnable(backlogMs: f64, queuedNow: f64): f64 {
  const vcpu = cell(OFFSET.LOAD_VCPU);
  if (vcpu === 0 && backlogMs === 0) return 0;
  const waiting = Math.max(queuedNow, backlogMs / cell(OFFSET.LOAD_CPU_MS_PER_QUERY));
  return Math.min(cell(OFFSET.CONCURRENCY), vcpu + waiting);
}

function queued(): f64 {
  if (cell(AT.IS_QUEUE_KNOWN) !== 0) return cell(AT.LOAD_QUEUED);
  put(
    AT.LOAD_QUEUED,
    queuedAtRandom(cell(OFFSET.LOAD_VCPU), cell(OFFSET.VCPU), cell(OFFSET.LOAD_CPU_MS_PER_QUERY)),
  );
  put(AT.IS_QUEUE_KNOWN, 1);
  return cell(AT.LOAD_QUEUED);
}

function backlogAt(atMs: f64): f64 {
  const rate = cell(OFFSET.LOAD_VCPU) - cell(OFFSET.LOAD_SERVED);
  return Math.max(0, cell(OFFSET.BACKLOG_MS) + rate * (atMs - cell(OFFSET.SINCE_MS)));
}

function isThrottled(): boolean {
  return cell(OFFSET.VCPU) > 0 && (cell(AT.SHARE) < 1 || moves());
}

export function isLoadless(): boolean {
  return cell(OFFSET.LOAD_VCPU) === 0 && cell(OFFSET.BACKLOG_MS) === 0;
}

function hasQuota(): boolean {
  return isLimited() && isLoadless();
}

function jobRate(): f64 {
  return isLoadless() ? Math.min(f64(whole(AT.JOBS)), cell(AT.PROCESSORS)) : 0;
}

/** How long work was throttled since the last change. */
function throttledSinceMs(atMs: f64): f64 {
  const dt = atMs - cell(OFFSET.SINCE_MS);
  if (isThrottled()) return dt;
  if (!hasQuota()) return 0;
  const left = leftInPeriodMs(goneInPeriodMs(cell(OFFSET.SINCE_MS)));
  return dt - unusedMs(cell(AT.QUOTA_USED_MS), jobRate(), left, dt);
}

/** How long jobs have run since the last change. */
function runningSinceMs(atMs: f64): f64 {
  const sinceMs = cell(OFFSET.SINCE_MS);
  if (!hasQuota()) return atMs - sinceMs;
  const left = leftInPeriodMs(goneInPeriodMs(sinceMs));
  return runningMs(cell(AT.QUOTA_USED_MS), jobRate(), left, atMs - sinceMs);
}

/** Rounds a wait up to the milliseconds of the clock. */
function wholeWaitMs(ms: f64): f64 {
  return Math.max(0, Math.ceil(ms));
}
