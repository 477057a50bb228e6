import { High } from './high.ts';
import type { Histogram } from './histogram.ts';
import { MarkHeap } from './mark-heap.ts';
import { addRampDelays } from './ramp-delays.ts';

/** Processors and what shares them, as plain data. */
export interface SavedCpu {
  /** When the last change was. Everything later follows from there. */
  readonly sinceMs: number;
  readonly vcpu: number;
  readonly flowVcpu: number;
  readonly flowCpuMsPerQuery: number;
  /** null: without a limit. */
  readonly concurrency: number | null;
  readonly backlogMs: number;
  /** The CPU milliseconds that each running job has had since the beginning. */
  readonly service: number;
  /** In the order in which they came. A job is done when `service` reaches its mark; null: it is removed before. */
  readonly jobs: readonly { readonly job: number; readonly mark: number | null }[];
}

/** Where a load that has the processors to itself stands, and what it has used of them. */
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

/**
 * The processors of one compute, shared equally by everything that can run: each process gets one processor, or its
 * part of those there are. Two kinds of work share them: jobs, each with its own CPU time, and a flow of small queries
 * known by its rate alone.
 *
 * Between two changes all is linear in time, so nothing is added up on the way: `settle` closes a stretch, and whatever
 * lies in between is read off the line. A stretch that is read more often gives the same bits.
 *
 * A job is done when the service that each running job has had since the beginning passes the job's mark.
 */
export class Cpu {
  private sinceMs = 0;
  private vcpu = 0;
  private flowVcpu = 0;
  private flowCpuMsPerQuery = 1;
  private flowConcurrency = Number.POSITIVE_INFINITY;
  private flowServed = 0;
  /** CPU milliseconds of the flow that were asked for and not done when the stretch began. */
  private backlogMs = 0;
  private service = 0;
  private share = 0;
  private throttledMs = 0;
  private usedCpuMs = 0;
  private queuedCpuMsMs = 0;
  /** Of CPU milliseconds of the flow that wait. */
  readonly backlog = new High();
  private readonly jobs = new MarkHeap();
  readonly flowDelays: Histogram;

  constructor(flowDelays: Histogram) {
    this.flowDelays = flowDelays;
  }

  /** The state that processors and jobs continue from, to the bit. */
  saved(): SavedCpu {
    const { sinceMs, vcpu, flowVcpu, flowCpuMsPerQuery, flowConcurrency, backlogMs, service } = this;
    return {
      sinceMs,
      vcpu,
      flowVcpu,
      flowCpuMsPerQuery,
      concurrency: finiteOrNull(flowConcurrency),
      backlogMs,
      service,
      jobs: this.jobs.inOrder().map(({ job, mark }) => ({ job, mark: finiteOrNull(mark) })),
    };
  }

  restore(saved: SavedCpu): void {
    this.sinceMs = saved.sinceMs;
    this.vcpu = saved.vcpu;
    this.flowVcpu = saved.flowVcpu;
    this.flowCpuMsPerQuery = saved.flowCpuMsPerQuery;
    this.flowConcurrency = saved.concurrency ?? Number.POSITIVE_INFINITY;
    this.backlogMs = saved.backlogMs;
    this.service = saved.service;
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

  /** Continues where a fast path has taken such a load. Its delays and its highest backlog are counted apart. */
  setLoadProgress(progress: Omit<LoadProgress, 'flowServed'>): void {
    this.sinceMs = progress.sinceMs;
    this.vcpu = progress.vcpu;
    this.flowVcpu = progress.flowVcpu;
    this.flowCpuMsPerQuery = progress.flowCpuMsPerQuery;
    this.backlogMs = progress.backlogMs;
    this.throttledMs = progress.throttledMs;
    this.usedCpuMs = progress.usedCpuMs;
    this.queuedCpuMsMs = progress.queuedCpuMsMs;
    this.reshare();
  }

  /** Processors that can be used from now on; 0 while the compute sleeps. */
  setVcpu(vcpu: number, nowMs: number): void {
    // Sizes below one CU have the same, and processors that no job waits for are used as before.
    if (vcpu === this.vcpu) return;
    if (this.isFlowless && this.vcpu > 0 && this.jobs.size <= Math.min(vcpu, this.vcpu) && vcpu > 0) {
      this.vcpu = vcpu;
      return;
    }
    this.close(nowMs);
    this.vcpu = vcpu;
    this.reshare();
  }

  setFlow(vcpu: number, cpuMsPerQuery: number, concurrency: number, nowMs: number): void {
    this.close(nowMs);
    this.flowVcpu = vcpu;
    this.flowCpuMsPerQuery = cpuMsPerQuery;
    this.flowConcurrency = concurrency;
    this.reshare();
  }

  /** A job of so much CPU time; Infinity: it runs until it is removed. */
  start(job: number, cpuMs: number, nowMs: number): void {
    this.close(nowMs);
    this.jobs.push(job, this.service + cpuMs);
    this.reshare();
  }

  /**
   * Runs a job from an instant to its end, if it has the processors to itself and ends before another instant: as if it
   * had started and finished. When it has ended; Infinity if it has not run.
   */
  passAlone(cpuMs: number, fromMs: number, beforeMs: number): number {
    if (this.jobs.size > 0 || this.flowVcpu > 0 || this.backlogMs > 0 || this.vcpu === 0)
      return Number.POSITIVE_INFINITY;
    const share = Math.min(1, this.vcpu);
    const before = this.service + this.share * (fromMs - this.sinceMs);
    const mark = before + cpuMs;
    const dt = Math.max(0, Math.ceil((mark - before) / share - HALF_STEP));
    const after = before + share * dt;
    if (fromMs + dt >= beforeMs || mark > after + HALF_STEP * share) return Number.POSITIVE_INFINITY;
    if (share < 1) this.throttledMs += dt;
    this.usedCpuMs += share * dt;
    this.service = after;
    this.sinceMs = fromMs + dt;
    return fromMs + dt;
  }

  /** Takes out the next job that is done by now; -1 where none is. */
  takeFinished(nowMs: number): number {
    if (this.jobs.size === 0) return -1;
    if (this.jobs.firstMark() > this.serviceAt(nowMs) + HALF_STEP * this.share) return -1;
    this.close(nowMs);
    const job = this.jobs.pop();
    this.reshare();
    return job;
  }

  remove(job: number, nowMs: number): void {
    this.close(nowMs);
    this.jobs.remove(job);
    this.reshare();
  }

  /** Nobody waits any more for what the flow had asked for. */
  forgetBacklog(nowMs: number): void {
    this.close(nowMs);
    this.backlogMs = 0;
    this.reshare();
  }

  /** When the next job is done if nothing changes. */
  nextFinishMs(): number {
    if (this.jobs.size === 0 || this.share === 0) return Number.POSITIVE_INFINITY;
    const left = this.jobs.firstMark() - this.service;
    return this.sinceMs + Math.max(0, Math.ceil(left / this.share - HALF_STEP));
  }

  /** When the flow's backlog is gone if nothing changes. */
  backlogGoneMs(): number {
    const rate = this.flowServed - this.flowVcpu;
    return this.backlogMs === 0 || rate <= 0
      ? Number.POSITIVE_INFINITY
      : this.sinceMs + Math.max(1, Math.ceil(this.backlogMs / rate));
  }

  runnableAt(nowMs: number): number {
    return this.jobs.size + this.flowRunnable(this.backlogAt(nowMs));
  }

  backlogAt(nowMs: number): number {
    return Math.max(0, this.backlogMs + (this.flowVcpu - this.flowServed) * (nowMs - this.sinceMs));
  }

  throttledMsAt(nowMs: number): number {
    return this.throttledMs + (this.isThrottled ? nowMs - this.sinceMs : 0);
  }

  usedCpuMsAt(nowMs: number): number {
    return this.usedCpuMs + this.rate() * (nowMs - this.sinceMs);
  }

  queuedCpuMsMsAt(nowMs: number): number {
    return this.queuedCpuMsMs + ((this.backlogMs + this.backlogAt(nowMs)) / 2) * (nowMs - this.sinceMs);
  }

  highestBacklogMsAt(nowMs: number): number {
    return Math.max(this.backlog.ever, this.backlogAt(nowMs));
  }

  /** The delays so far, with those of the stretch that is still open. */
  flowDelaysAt(nowMs: number): Histogram {
    const delays = this.flowDelays.copy();
    if (nowMs > this.sinceMs) this.countFlowDelays(delays, nowMs - this.sinceMs, this.backlogAt(nowMs));
    return delays;
  }

  get flow(): number {
    return this.flowVcpu;
  }

  /** Whether the number of runnable queries changes by itself, as a backlog grows or shrinks. */
  get moves(): boolean {
    return this.backlogMs > 0 || this.flowVcpu > this.flowServed;
  }

  get isThrottled(): boolean {
    return this.vcpu > 0 && (this.share < 1 || this.moves);
  }

  /** Closes the stretch. Where jobs and a backlog share, their parts are weighed anew. */
  settle(nowMs: number): void {
    this.close(nowMs);
    this.reshare();
  }

  /** Jobs and a backlog beside them get other parts as the backlog moves. Whether there was anything to weigh anew. */
  reweigh(nowMs: number): boolean {
    if (!this.moves || this.jobs.size === 0) return false;
    this.settle(nowMs);
    return true;
  }

  /** Closes the stretch for somebody who changes what shares the processors, and then weighs its parts anew. */
  private close(nowMs: number): void {
    const dt = nowMs - this.sinceMs;
    if (dt === 0) return;
    if (this.isThrottled) this.throttledMs += dt;
    this.usedCpuMs += this.rate() * dt;
    this.service += this.share * dt;
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
    return this.service + this.share * (nowMs - this.sinceMs);
  }

  private rate(): number {
    return this.share * this.jobs.size + this.flowServed;
  }

  /** Queries of the flow that run or wait for CPU: its rate where all is served, and what is queued. */
  private flowRunnable(backlogMs: number): number {
    if (this.flowVcpu === 0 && backlogMs === 0) return 0;
    return Math.min(this.flowConcurrency, this.flowVcpu + backlogMs / this.flowCpuMsPerQuery);
  }

  /** What each gets from now on of the processors. */
  private reshare(): void {
    if (this.isFlowless) {
      const jobs = this.jobs.size;
      this.share = this.vcpu === 0 ? 0 : jobs <= this.vcpu ? 1 : this.vcpu / jobs;
      this.flowServed = 0;
      return;
    }
    const flow = this.flowRunnable(this.backlogMs);
    const runnable = this.jobs.size + flow;
    this.share = this.vcpu === 0 ? 0 : runnable <= this.vcpu ? 1 : this.vcpu / runnable;
    // Alone, a flow can use all processors up to its concurrency; beside jobs it gets what its queries get.
    const most = this.jobs.size === 0 ? Math.min(this.vcpu, this.flowConcurrency) : this.share * flow;
    this.flowServed = this.backlogMs > 0 ? most : Math.min(this.flowVcpu, most);
  }

  private countFlowDelays(delays: Histogram, dt: number, backlogMs: number): void {
    if (this.flowVcpu === 0) return;
    const queries = (this.flowVcpu * dt) / this.flowCpuMsPerQuery;
    if (this.backlogMs === 0 && backlogMs === 0) delays.addNone(queries);
    else addRampDelays(delays, queries, this.backlogMs, backlogMs, this.flowServed);
  }
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Half of the clock's own step: a job that is nearer to its end than this is done, so that ends are rounded. */
const HALF_STEP = 0.5;
