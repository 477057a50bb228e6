import { wholeMs } from '../../facts/index.ts';
import type { BesideNeeds, ClientOwner, ServingCompute } from './client-ports.ts';
import { VISIT_PHASE, type Visits } from './visits.ts';

/** The queries under way. A query takes disk and memory, waits, runs, and gives back what it took. */
export class Queries {
  busy = 0;
  private readonly visits: Visits;
  private readonly compute: ServingCompute;
  private readonly owner: ClientOwner;

  constructor(visits: Visits, compute: ServingCompute, owner: ClientOwner) {
    this.visits = visits;
    this.compute = compute;
    this.owner = owner;
  }

  begin(visit: number, needs: BesideNeeds): void {
    const { visits, compute, owner } = this;
    const { memory, disk } = compute.machine;
    const { nowMs } = compute;
    this.busy++;
    compute.touch();
    if (needs.temporaryBytes > 0 && !disk.take(needs.temporaryBytes)) {
      compute.clientLog.diskFull();
      visits.phase[visit] = VISIT_PHASE.failing;
      owner.setTimer(visit, nowMs);
      return;
    }
    visits.temporaryBytes[visit] = needs.temporaryBytes;
    visits.phase[visit] = VISIT_PHASE.waiting;
    if (needs.memoryBytes > 0) memory.take(visit, needs.memoryBytes, needs.memoryRampMs);
    // The memory may have exceeded the RAM, which ends the query at once.
    if (visits.phase[visit] !== VISIT_PHASE.waiting) return;
    const waitMs = wholeMs((visits.waitMs[visit] as number) + this.readPages(needs.pages));
    // A query without any need also ends in its own event. Otherwise each end could begin the next query in
    // an endless recursion.
    if (waitMs > 0 || (visits.cpuMs[visit] as number) <= 0) owner.setTimer(visit, nowMs + waitMs);
    else this.run(visit);
  }

  /** Moves the query from its wait to the CPU. Returns false if it needs no CPU, and so is done. */
  run(visit: number): boolean {
    const { compute, visits } = this;
    const cpuMs = visits.cpuMs[visit] as number;
    if (cpuMs <= 0) return false;
    visits.phase[visit] = VISIT_PHASE.onCpu;
    compute.cpu.start(visit, cpuMs, compute.nowMs);
    compute.cpuChanged();
    return true;
  }

  finish(visit: number): void {
    const { visits, compute } = this;
    const tookMs = compute.nowMs - (visits.bornMs[visit] as number);
    const neededMs = (visits.cpuMs[visit] as number) + (visits.waitMs[visit] as number);
    compute.clientLog.queryDone(tookMs, neededMs);
    this.end(visit);
  }

  /** Ends a query that is not done. */
  cutOff(visit: number): void {
    const { compute } = this;
    if (this.visits.phase[visit] === VISIT_PHASE.onCpu) {
      compute.cpu.remove(visit, compute.nowMs);
      compute.cpuChanged();
    }
    this.end(visit);
  }

  /** Frees the resources of the query. The compute may be inactive from now on. */
  end(visit: number): void {
    const { visits, compute } = this;
    const { memory, disk } = compute.machine;
    this.busy--;
    compute.touch();
    const memoryBytes = visits.memoryBytes[visit] as number;
    const temporaryBytes = visits.temporaryBytes[visit] as number;
    visits.memoryBytes[visit] = 0;
    visits.temporaryBytes[visit] = 0;
    // References to this query, such as the ramp of its memory, are void from now on.
    visits.use[visit] = (visits.use[visit] as number) + 1;
    if (memoryBytes > 0) memory.give(memoryBytes);
    if (temporaryBytes > 0) disk.give(temporaryBytes);
    this.owner.clearTimer(visit);
  }

  /** Reads pages through the cache. Returns the time for the misses. */
  private readPages(pages: number): number {
    if (pages === 0) return 0;
    const { scaling, machine, nowMs } = this.compute;
    scaling.wantTick(nowMs);
    return machine.pages.read(pages);
  }
}
