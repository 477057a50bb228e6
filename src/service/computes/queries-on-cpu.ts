import type { Cpu } from '../../compute/index.ts';
import type { Query, SavedQuery } from '../records/live-state.ts';

/** The queries that have or want processors, by the session that asked. Processors know jobs by number only. */
export class QueriesOnCpu {
  private readonly byJob = new Map<number, SavedQuery>();
  private readonly jobs = new Map<string, number>();
  private readonly free: number[] = [];
  private readonly cpu: Cpu;
  private next = 0;

  constructor(cpu: Cpu) {
    this.cpu = cpu;
  }

  has(id: string): boolean {
    return this.jobs.has(id);
  }

  start(id: string, { cpuMs, waitMs, memoryBytes }: Query, nowMs: number): void {
    const job = this.free.pop() ?? this.next++;
    this.keep({ job, sessionId: id, waitMs, memoryBytes });
    this.cpu.start(job, cpuMs, nowMs);
  }

  /** Those that have had all they wanted by now, with the time that they still need beside. */
  finished(nowMs: number): SavedQuery[] {
    const done = [];
    for (let job = this.cpu.takeFinished(nowMs); job >= 0; job = this.cpu.takeFinished(nowMs)) {
      const query = this.byJob.get(job);
      this.forget(job);
      if (query !== undefined) done.push(query);
    }
    return done;
  }

  remove(id: string, nowMs: number): void {
    const job = this.jobs.get(id);
    if (job === undefined) return;
    this.cpu.remove(job, nowMs);
    this.forget(job);
  }

  clear(nowMs: number): void {
    for (const id of [...this.jobs.keys()]) this.remove(id, nowMs);
  }

  /** The queries of all sessions that `belongs` accepts. */
  saved(belongs: (sessionId: string) => boolean): SavedQuery[] {
    return [...this.byJob.values()].filter(({ sessionId }) => belongs(sessionId));
  }

  /** Takes up saved queries. The processors' other jobs end now: the sockets that asked for them are gone. */
  resume(queries: readonly SavedQuery[], nowMs: number): void {
    for (const query of queries) this.keep(query);
    const jobs = this.cpu.saved().jobs.map(({ job }) => job);
    this.next = Math.max(-1, ...jobs) + 1;
    for (let job = 0; job < this.next; job++) if (!this.byJob.has(job)) this.free.push(job);
    for (const job of jobs) if (!this.byJob.has(job)) this.cpu.remove(job, nowMs);
  }

  private keep(query: SavedQuery): void {
    this.byJob.set(query.job, query);
    this.jobs.set(query.sessionId, query.job);
  }

  private forget(job: number): void {
    const query = this.byJob.get(job);
    if (query === undefined) return;
    this.byJob.delete(job);
    this.jobs.delete(query.sessionId);
    this.free.push(job);
  }
}
