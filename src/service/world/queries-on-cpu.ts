import type { Cpu } from '../../engine/index.ts';
import type { Query } from '../records/live-state.ts';

interface QueryAfterCpu {
  readonly id: string;
  readonly waitMs: number;
  readonly memoryBytes: number;
}

/** The queries that have or want processors, by the session that asked. Processors know jobs by number only. */
export class QueriesOnCpu {
  private readonly byJob = new Map<number, QueryAfterCpu>();
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
    this.jobs.set(id, job);
    this.byJob.set(job, { id, waitMs, memoryBytes });
    this.cpu.start(job, cpuMs, nowMs);
  }

  /** Those that have had all they wanted by now, with the time that they still need beside. */
  finished(nowMs: number): QueryAfterCpu[] {
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

  private forget(job: number): void {
    const query = this.byJob.get(job);
    if (query === undefined) return;
    this.byJob.delete(job);
    this.jobs.delete(query.id);
    this.free.push(job);
  }
}
