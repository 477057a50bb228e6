import { CpuQuota } from './cpu-quota.ts';
import { High } from './high.ts';
import type { Histogram } from './histogram.ts';
import { MarkHeap } from './mark-heap.ts';
import { addRampDelays } from './ramp-delays.ts';
import { queuedAtRandom } from './random-arrivals.ts';

/** The processors and the work on them, as plain data. */
export interface SavedCpu {
  /** The time of the last change. All later values follow from it. */
  readonly sinceMs: number;
  readonly vcpu: number;
  readonly flowVcpu: number;
  readonly flowCpuMsPerQuery: number;
  /** Null if there is no limit. */
  readonly concurrency: number | null;
  readonly backlogMs: number;
  /** The work in milliseconds that a job has done if it has run since there was no job. 0 while there is none. */
  readonly service: number;
  /** The work that jobs had left when they ended, because ends are rounded. Negative if they did too much. */
  readonly carriedMs: number;
  /** The processor time that jobs have used in the present period of the quota. 0 if there is no quota. */
  readonly quotaUsedMs: number;
  /** The time at which the machine started, and the first period of its quota with it. */
  readonly startedMs: number;
  /**
   * In the order of arrival. A job is done when `service` reaches its mark. Null: it runs until it is
   * removed.
   */
  readonly jobs: readonly { readonly job: number; readonly mark: number | null }[];
}

export const NO_JOB = -1;

/** Assumptions about processors for which the service states nothing. */
export interface CpuAssumptions {
  /** The period of the quota that makes a processor out of fractions. */
  readonly quotaPeriodMs: number;
  /** How much more CPU a query needs if many more run than there are processors. 0.1 is 10% more at most. */
  readonly contention: number;
  /** Whether the queries of a load come at random, so that some of them find all processors busy. */
  readonly randomArrivals: boolean;
}

/** The progress of a load that has the processors to itself, and its use of them. */
interface LoadProgress {
  readonly sinceMs: number;
  readonly vcpu: number;
  readonly flowVcpu: number;
  readonly flowCpuMsPerQuery: number;
  readonly flowServed: number;
  readonly backlogMs: number;
  readonly throttledMs: number;
  readonly usedCpuMs: number;
  readonly queuedCpuMsMs: number;
}

/** The use of the processors by jobs. */
interface JobProgress {
  readonly service: number;
  readonly carriedMs: number;
  readonly quotaUsedMs: number;
  /** The start of the machine, and of the first period of its quota. */
  readonly startedMs: number;
  readonly share: number;
  readonly speed: number;
}

/**
 * The processors of one compute, which all runnable processes share equally: each gets one processor, or its
 * fraction of those there are. Two kinds of work share them: jobs with CPU times of their own, and a load,
 * which is many small queries known only by their rate.
 *
 * A size that is not whole has a quota on the next higher number of processors. Jobs alone run at full speed until
 * the quota of a period is used. A load is known by its mean, so jobs beside one share the mean too.
 *
 * Between two changes all values are linear in time. `close` adds up the interval since the last change, and
 * every value in between is computed from the start of the interval. Reading more often changes no bit.
 *
 * Every running job gets the same service. A job is done when the service since there was no job passes the
 * job's mark. Ends are rounded to the milliseconds of the clock, and the next jobs make up for the difference. So
 * many short queries together use the processor time that they need.
 */
export class Cpu {
  /** Begins as NaN, as the times of an agenda do. */
  private sinceMs = Number.NaN;
  private startedMs = Number.NaN;
  private vcpu = 0;
  private flowVcpu = 0;
  private flowCpuMsPerQuery = 1;
  private flowConcurrency = Number.POSITIVE_INFINITY;
  private flowServed = 0;
  /** The queries of the load that wait only because they come at random, once somebody has asked for them. */
  private flowQueued = 0;
  private isQueueKnown = true;
  /** The backlog of the load at the last change: CPU milliseconds requested and not yet done. */
  private backlogMs = 0;
  private service = 0;
  private carriedMs = 0;
  /** The processors that each job gets while it runs, and the work that it does with them. */
  private share = 0;
  private speed = 0;
  private processors = 0;
  private quota: CpuQuota;
  private quotaUsedMs = 0;
  private readonly assumptions: CpuAssumptions;
  private throttledMs = 0;
  private usedCpuMs = 0;
  private queuedCpuMsMs = 0;
  /** The maximum of the backlog, in CPU milliseconds. */
  readonly backlog = new High();
  readonly jobs = new MarkHeap();
  readonly flowDelays: Histogram;

  constructor(flowDelays: Histogram, assumptions: CpuAssumptions) {
    this.flowDelays = flowDelays;
    this.assumptions = assumptions;
    this.sinceMs = 0;
    this.startedMs = 0;
    this.quota = new CpuQuota(0, assumptions.quotaPeriodMs, 0);
  }

  /** Returns the state from which the processors resume without changing a bit. */
  saved(): SavedCpu {
    const { sinceMs, startedMs, vcpu, flowVcpu, flowCpuMsPerQuery, flowConcurrency } = this;
    const { backlogMs, service, carriedMs, quotaUsedMs } = this;
    return {
      sinceMs,
      startedMs,
      vcpu,
      flowVcpu,
      flowCpuMsPerQuery,
      concurrency: finiteOrNull(flowConcurrency),
      backlogMs,
      service,
      carriedMs,
      quotaUsedMs,
      jobs: this.jobs.inOrder().map(({ job, mark }) => ({ job, mark: finiteOrNull(mark) })),
    };
  }

  restore(saved: SavedCpu): void {
    this.sinceMs = saved.sinceMs;
    this.startedMs = saved.startedMs;
    this.takeVcpu(saved.vcpu);
    this.quotaUsedMs = saved.quotaUsedMs;
    this.flowVcpu = saved.flowVcpu;
    this.flowCpuMsPerQuery = saved.flowCpuMsPerQuery;
    this.flowConcurrency = saved.concurrency ?? Number.POSITIVE_INFINITY;
    this.backlogMs = saved.backlogMs;
    this.isQueueKnown = false;
    this.service = saved.service;
    this.carriedMs = saved.carriedMs;
    for (const { job, mark } of saved.jobs) this.jobs.push(job, mark ?? Number.POSITIVE_INFINITY);
    this.reshare();
  }

  loadProgress(): LoadProgress {
    const { sinceMs, vcpu, flowVcpu, flowCpuMsPerQuery, flowServed, backlogMs } = this;
    const { throttledMs, usedCpuMs, queuedCpuMsMs } = this;
    return {
      sinceMs,
      vcpu,
      flowVcpu,
      flowCpuMsPerQuery,
      flowServed,
      backlogMs,
      throttledMs,
      usedCpuMs,
      queuedCpuMsMs,
    };
  }

  /**
   * Takes over the progress that a fast path has made with the load. The fast path counts delays and the
   * highest backlog itself.
   */
  setLoadProgress(progress: Omit<LoadProgress, 'flowServed'>): void {
    this.sinceMs = progress.sinceMs;
    this.takeVcpu(progress.vcpu);
    this.flowVcpu = progress.flowVcpu;
    this.flowCpuMsPerQuery = progress.flowCpuMsPerQuery;
    this.backlogMs = progress.backlogMs;
    this.throttledMs = progress.throttledMs;
    this.usedCpuMs = progress.usedCpuMs;
    this.queuedCpuMsMs = progress.queuedCpuMsMs;
    this.isQueueKnown = false;
    this.reshare();
  }

  jobProgress(): JobProgress {
    const { service, carriedMs, quotaUsedMs, startedMs, share, speed } = this;
    return { service, carriedMs, quotaUsedMs, startedMs, share, speed };
  }

  /** Takes over the progress that a fast path has made with jobs. It has already changed `jobs`. */
  setJobProgress({ service, carriedMs, quotaUsedMs, startedMs }: Omit<JobProgress, 'share' | 'speed'>): void {
    this.startedMs = startedMs;
    // The periods of the quota begin with the machine.
    this.takeVcpu(this.vcpu);
    this.service = service;
    this.carriedMs = carriedMs;
    this.quotaUsedMs = quotaUsedMs;
    this.reshare();
  }

  /** Sets the usable processors. 0 while the compute sleeps. */
  setVcpu(vcpu: number, nowMs: number): void {
    // Shared sizes may have the same vCPU.
    if (vcpu === this.vcpu) return;
    this.close(nowMs);
    if (this.vcpu === 0) this.beginPeriods(nowMs);
    this.takeVcpu(vcpu);
    this.quotaUsedMs = 0;
    this.isQueueKnown = false;
    this.reshare();
  }

  setFlow(vcpu: number, cpuMsPerQuery: number, concurrency: number, nowMs: number): void {
    this.close(nowMs);
    this.flowVcpu = vcpu;
    this.flowCpuMsPerQuery = cpuMsPerQuery;
    this.flowConcurrency = concurrency;
    this.isQueueKnown = false;
    this.reshare();
  }

  /** Starts a job that needs this CPU time. Infinity: it runs until it is removed. */
  start(job: number, cpuMs: number, nowMs: number): void {
    this.close(nowMs);
    const takenMs = Math.max(-HALF_STEP, Math.min(HALF_STEP, this.carriedMs));
    this.carriedMs -= takenMs;
    this.jobs.push(job, this.service + cpuMs + takenMs);
    this.reshare();
  }

  /** Removes and returns the next job that is done. Returns `NO_JOB` if there is none. */
  takeFinished(nowMs: number): number {
    if (this.jobs.size === 0) return NO_JOB;
    if (this.jobs.firstMark() > this.serviceAt(nowMs) + HALF_STEP * this.speed) return NO_JOB;
    this.close(nowMs);
    this.carriedMs += this.jobs.firstMark() - this.service;
    const job = this.jobs.pop();
    if (this.jobs.size === 0) this.service = 0;
    this.reshare();
    return job;
  }

  /** Removes all jobs with this number. */
  remove(job: number, nowMs: number): void {
    this.close(nowMs);
    while (this.jobs.remove(job));
    if (this.jobs.size === 0) this.service = 0;
    this.reshare();
  }

  /** Drops the backlog of the load, because nobody waits for it any more. */
  forgetBacklog(nowMs: number): void {
    this.close(nowMs);
    this.backlogMs = 0;
    this.reshare();
  }

  /** Returns the time at which the next job is done, if nothing changes. */
  nextFinishMs(): number {
    if (this.jobs.size === 0 || this.speed === 0) return Number.POSITIVE_INFINITY;
    const runningMs = (this.jobs.firstMark() - this.service) / this.speed - HALF_STEP;
    if (!this.hasQuota) return this.sinceMs + wholeWaitMs(runningMs);
    const { quota, quotaUsedMs, jobRate, sinceMs } = this;
    return sinceMs + wholeWaitMs(quota.reachedAfterMs(quotaUsedMs, jobRate, sinceMs, runningMs));
  }

  /** Returns the time at which the load's backlog is gone, if nothing changes. */
  backlogGoneMs(): number {
    const rate = this.flowServed - this.flowVcpu;
    return this.backlogMs === 0 || rate <= 0
      ? Number.POSITIVE_INFINITY
      : this.sinceMs + Math.max(1, Math.ceil(this.backlogMs / rate));
  }

  /** The processes that run or wait for CPU. A load counts with its mean, and with the queue of random arrivals. */
  runnableAt(nowMs: number): number {
    return this.jobs.size + this.flowRunnable(this.backlogAt(nowMs), this.queued);
  }

  /** Whether another size has another number of runnable processes at once. */
  get runnableFollowsSize(): boolean {
    return this.assumptions.randomArrivals && this.flowVcpu > 0;
  }

  backlogAt(nowMs: number): number {
    return Math.max(0, this.backlogMs + (this.flowVcpu - this.flowServed) * (nowMs - this.sinceMs));
  }

  throttledMsAt(nowMs: number): number {
    return this.throttledMs + this.throttledSince(nowMs);
  }

  usedCpuMsAt(nowMs: number): number {
    return this.usedCpuMs + this.rate() * this.runningMs(nowMs);
  }

  queuedCpuMsMsAt(nowMs: number): number {
    return this.queuedCpuMsMs + ((this.backlogMs + this.backlogAt(nowMs)) / 2) * (nowMs - this.sinceMs);
  }

  highestBacklogMsAt(nowMs: number): number {
    return Math.max(this.backlog.ever, this.backlogAt(nowMs));
  }

  /** Returns the delays so far, with those since the last change. */
  flowDelaysAt(nowMs: number): Histogram {
    const delays = this.flowDelays.copy();
    if (nowMs > this.sinceMs) this.countFlowDelays(delays, nowMs - this.sinceMs, this.backlogAt(nowMs));
    return delays;
  }

  /** The number of queries of a load that run at once at most. */
  get concurrency(): number {
    return this.flowConcurrency;
  }

  get flow(): number {
    return this.flowVcpu;
  }

  /** Whether the number of runnable queries changes by itself, because a backlog grows or shrinks. */
  get moves(): boolean {
    return this.backlogMs > 0 || this.flowVcpu > this.flowServed;
  }

  get isThrottled(): boolean {
    return this.vcpu > 0 && (this.share < 1 || this.moves);
  }

  /**
   * Adds up the interval since the last change, and divides the processors between jobs and backlog again.
   */
  settle(nowMs: number): void {
    this.close(nowMs);
    this.reshare();
  }

  /**
   * Divides the processors again if jobs share them with a backlog that has changed. Returns whether it did.
   */
  reweigh(nowMs: number): boolean {
    if (!this.moves || this.jobs.size === 0) return false;
    this.settle(nowMs);
    return true;
  }

  /** Adds up the interval since the last change. The caller changes the work, and then calls `reshare`. */
  private close(nowMs: number): void {
    const dt = nowMs - this.sinceMs;
    if (dt === 0) return;
    const runningMs = this.runningMs(nowMs);
    this.throttledMs += this.throttledSince(nowMs);
    this.usedCpuMs += this.rate() * runningMs;
    if (this.jobs.size > 0) this.service += this.speed * runningMs;
    this.quotaUsedMs = this.quota.usedAt(this.quotaUsedMs, this.jobRate, this.sinceMs, nowMs);
    if (this.flowVcpu > 0 || this.backlogMs > 0) this.closeFlow(dt, nowMs);
    this.sinceMs = nowMs;
  }

  private closeFlow(dt: number, nowMs: number): void {
    const backlogMs = this.moves ? this.backlogAt(nowMs) : 0;
    this.countFlowDelays(this.flowDelays, dt, backlogMs);
    this.queuedCpuMsMs += ((this.backlogMs + backlogMs) / 2) * dt;
    this.backlogMs = backlogMs;
    this.backlog.note(backlogMs);
  }

  private get isFlowless(): boolean {
    return this.flowVcpu === 0 && this.backlogMs === 0;
  }

  private serviceAt(nowMs: number): number {
    return this.service + this.speed * this.runningMs(nowMs);
  }

  private beginPeriods(nowMs: number): void {
    this.startedMs = nowMs;
    this.quotaUsedMs = 0;
  }

  private takeVcpu(vcpu: number): void {
    this.vcpu = vcpu;
    this.processors = Math.ceil(vcpu);
    this.quota = new CpuQuota(vcpu, this.assumptions.quotaPeriodMs, this.startedMs);
  }

  /** Whether jobs run only until the quota of a period is used. */
  private get hasQuota(): boolean {
    return this.quota.isLimited && this.isFlowless;
  }

  /** The processors that jobs use while they run. */
  private get jobRate(): number {
    return this.isFlowless ? Math.min(this.jobs.size, this.processors) : 0;
  }

  /** How long jobs have run since the last change. */
  private runningMs(nowMs: number): number {
    return this.hasQuota
      ? this.quota.runningMs(this.quotaUsedMs, this.jobRate, this.sinceMs, nowMs)
      : nowMs - this.sinceMs;
  }

  /** How long work was throttled since the last change: while it shared processors, or had used its quota. */
  private throttledSince(nowMs: number): number {
    const dt = nowMs - this.sinceMs;
    if (this.isThrottled) return dt;
    return this.hasQuota ? dt - this.quota.unusedMs(this.quotaUsedMs, this.jobRate, this.sinceMs, nowMs) : 0;
  }

  private rate(): number {
    return this.share * this.jobs.size + this.flowServed;
  }

  /**
   * Returns the load's queries that run or wait for CPU: those for its rate, and those in the backlog. While there is no
   * backlog, or less than random arrivals leave waiting, `queued` wait instead.
   */
  private flowRunnable(backlogMs: number, queued: number): number {
    if (this.flowVcpu === 0 && backlogMs === 0) return 0;
    const waiting = Math.max(queued, backlogMs / this.flowCpuMsPerQuery);
    return Math.min(this.flowConcurrency, this.flowVcpu + waiting);
  }

  private get queued(): number {
    if (this.isQueueKnown) return this.flowQueued;
    const { randomArrivals, quotaPeriodMs } = this.assumptions;
    this.flowQueued = randomArrivals
      ? queuedAtRandom(this.flowVcpu, this.vcpu, this.flowCpuMsPerQuery, quotaPeriodMs)
      : 0;
    this.isQueueKnown = true;
    return this.flowQueued;
  }

  /** Computes the share of a processor that each job gets, and the rate at which the load is served. */
  private reshare(): void {
    if (this.isFlowless) {
      this.shareAmong(this.jobs.size, this.processors);
      this.flowServed = 0;
      return;
    }
    const flow = this.flowRunnable(this.backlogMs, 0);
    this.shareAmong(this.jobs.size + flow, this.vcpu);
    // A load alone can use all processors, up to its concurrency. Beside jobs it gets the shares of its
    // queries.
    const most = this.jobs.size === 0 ? Math.min(this.vcpu, this.flowConcurrency) : this.share * flow;
    this.flowServed = this.backlogMs > 0 ? most : Math.min(this.flowVcpu, most);
  }

  private shareAmong(runnable: number, vcpu: number): void {
    this.share = vcpu === 0 ? 0 : runnable <= vcpu ? 1 : vcpu / runnable;
    this.speed =
      this.share < 1 ? this.share / (1 + this.assumptions.contention * (1 - this.share)) : this.share;
  }

  private countFlowDelays(delays: Histogram, dt: number, backlogMs: number): void {
    if (this.flowVcpu === 0) return;
    const queries = (this.flowVcpu * dt) / this.flowCpuMsPerQuery;
    if (this.backlogMs === 0 && backlogMs === 0) delays.addNone(queries);
    else addRampDelays(delays, queries, this.backlogMs, backlogMs, this.flowServed);
  }
}

/** Rounds a wait up to the milliseconds of the clock. */
function wholeWaitMs(ms: number): number {
  return Math.max(0, Math.ceil(ms));
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Half of the clock's step of a millisecond. A job that is this close to its end is done, so that ends are
 * rounded.
 */
const HALF_STEP = 0.5;
