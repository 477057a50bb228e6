import { Histogram } from '../../compute/index.ts';
import { wholeMs } from '../../facts/index.ts';
import type { QueryNeeds } from '../../workload/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import type { Served } from '../served.ts';
import { PHASE, type Visits } from './visits.ts';

/** Queries under way: they take disk and memory, wait, run, and give back what they took. */
export class Queries {
  busy = 0;
  /** What queries took longer than they needed. */
  readonly delays = new Histogram();
  private readonly visits: Visits;
  private readonly compute: Served;
  private readonly agenda: Agenda;

  constructor(visits: Visits, compute: Served, agenda: Agenda) {
    this.visits = visits;
    this.compute = compute;
    this.agenda = agenda;
  }

  begin(visit: number, needs: QueryNeeds): void {
    const { visits, compute, agenda } = this;
    const timer = visits.timer[visit] as number;
    this.busy++;
    compute.touch();
    if (needs.temporaryBytes > 0 && !compute.disk.take(needs.temporaryBytes)) {
      compute.journal.count(EVENT.diskFull);
      compute.journal.refuse('diskFull');
      visits.phase[visit] = PHASE.failing;
      agenda.set(timer, agenda.nowMs);
      return;
    }
    visits.temporaryBytes[visit] = needs.temporaryBytes;
    visits.phase[visit] = PHASE.waiting;
    if (needs.memoryBytes > 0) compute.memory.take(visit, needs.memoryBytes, needs.memoryRampMs);
    // Memory may have run out at once, and ended the query with it.
    if (visits.phase[visit] !== PHASE.waiting) return;
    const waitMs = wholeMs((visits.waitMs[visit] as number) + compute.readPages(needs.pages));
    // What takes no time ends in an event of its own too: each end may begin the next, without end.
    if (waitMs > 0 || (visits.cpuMs[visit] as number) <= 0) agenda.set(timer, agenda.nowMs + waitMs);
    else this.run(visit);
  }

  /** The query goes from waiting to the CPU; false where it needs none, and is done. */
  run(visit: number): boolean {
    const cpuMs = this.visits.cpuMs[visit] as number;
    if (cpuMs <= 0) return false;
    this.visits.phase[visit] = PHASE.onCpu;
    this.compute.startCpu(visit, cpuMs);
    return true;
  }

  /** The query is done. */
  finish(visit: number): void {
    const { visits } = this;
    const tookMs = this.agenda.nowMs - (visits.bornMs[visit] as number);
    const neededMs = (visits.cpuMs[visit] as number) + (visits.waitMs[visit] as number);
    this.count(tookMs, neededMs);
    this.end(visit);
  }

  count(tookMs: number, neededMs: number): void {
    this.delays.add(Math.max(0, tookMs - neededMs));
    this.compute.journal.count(EVENT.queryDone);
  }

  /** The query is no more: what it held is free, and the compute may be inactive. */
  end(visit: number): void {
    const { visits, compute } = this;
    this.busy--;
    compute.touch();
    const memory = visits.memoryBytes[visit] as number;
    const disk = visits.temporaryBytes[visit] as number;
    visits.memoryBytes[visit] = 0;
    visits.temporaryBytes[visit] = 0;
    // Whatever still points to this query, a ramp of its memory for one, points to nothing from now on.
    visits.use[visit] = (visits.use[visit] as number) + 1;
    if (memory > 0) compute.memory.give(memory);
    if (disk > 0) compute.disk.give(disk);
    this.agenda.clear(visits.timer[visit] as number);
  }
}
