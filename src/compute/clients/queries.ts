import { wholeMs } from '../../facts/index.ts';
import type { BesideNeeds, ClientOwner, ServingCompute } from './client-ports.ts';
import { VISIT_PHASE, type Visits } from './visits.ts';

/** Queries under way: they take disk and memory, wait, run, and give back what they took. */
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
    // Memory may have run out at once, and ended the query with it.
    if (visits.phase[visit] !== VISIT_PHASE.waiting) return;
    const waitMs = wholeMs((visits.waitMs[visit] as number) + this.readPages(needs.pages));
    // A query without any need ends in an event of its own too: each end may begin the next query, without end.
    if (waitMs > 0 || (visits.cpuMs[visit] as number) <= 0) owner.setTimer(visit, nowMs + waitMs);
    else this.run(visit);
  }

  /** The query goes from waiting to the CPU; false where it needs none, and is done. */
  run(visit: number): boolean {
    const { compute, visits } = this;
    const cpuMs = visits.cpuMs[visit] as number;
    if (cpuMs <= 0) return false;
    visits.phase[visit] = VISIT_PHASE.onCpu;
    compute.cpu.start(visit, cpuMs, compute.nowMs);
    compute.cpuChanged();
    return true;
  }

  /** The query is done. */
  finish(visit: number): void {
    const { visits, compute } = this;
    const tookMs = compute.nowMs - (visits.bornMs[visit] as number);
    const neededMs = (visits.cpuMs[visit] as number) + (visits.waitMs[visit] as number);
    compute.clientLog.queryDone(tookMs, neededMs);
    this.end(visit);
  }

  /** The query ends before it is done. */
  cutOff(visit: number): void {
    const { compute } = this;
    if (this.visits.phase[visit] === VISIT_PHASE.onCpu) {
      compute.cpu.remove(visit, compute.nowMs);
      compute.cpuChanged();
    }
    this.end(visit);
  }

  /** The query is no more: what it held is free, and the compute may be inactive. */
  end(visit: number): void {
    const { visits, compute } = this;
    const { memory, disk } = compute.machine;
    this.busy--;
    compute.touch();
    const memoryBytes = visits.memoryBytes[visit] as number;
    const temporaryBytes = visits.temporaryBytes[visit] as number;
    visits.memoryBytes[visit] = 0;
    visits.temporaryBytes[visit] = 0;
    // Whatever still points to this query, a ramp of its memory for one, points to nothing from now on.
    visits.use[visit] = (visits.use[visit] as number) + 1;
    if (memoryBytes > 0) memory.give(memoryBytes);
    if (temporaryBytes > 0) disk.give(temporaryBytes);
    this.owner.clearTimer(visit);
  }

  /** Reads pages through the cache; the time that misses cost. */
  private readPages(pages: number): number {
    if (pages === 0) return 0;
    const { scaling, machine, nowMs } = this.compute;
    scaling.wantTick(nowMs);
    return machine.pages.read(pages);
  }
}
