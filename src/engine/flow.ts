import type { RefusalKey } from '../compute/index.ts';
import { MINUTE_MS } from '../facts/index.ts';
import type { Agenda } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { totalOf } from './loads.ts';
import type { LoadSource, Source } from './sources.ts';

/** The flow of all loads of one compute together: it knocks, connects, takes its memory, and comes back. */
export class Flow {
  /** It stands at the door of a compute that does not run yet. */
  waits = false;
  connections = 0;
  private readonly loads: readonly LoadSource[];
  private readonly compute: ComputeRun;
  private readonly agenda: Agenda;

  constructor(compute: ComputeRun, sources: readonly Source[], agenda: Agenda) {
    this.compute = compute;
    this.loads = sources.filter((source) => source.kind === 'load');
    this.agenda = agenda;
  }

  /** vCPU that all loads together ask for. */
  get vcpuNow(): number {
    let sum = 0;
    for (const { vcpuNow } of this.loads) sum += vcpuNow;
    return sum;
  }

  /** When a load changes next. */
  get changesMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { slot } of this.loads) nextMs = Math.min(nextMs, this.agenda.timeOf(slot));
    return nextMs;
  }

  /** A load may have changed, or comes back. What stays as it was is nobody's doing. */
  due(load: LoadSource): void {
    const { nowMs, untilMs } = this.agenda;
    const { ahead } = load;
    let isOther = nowMs >= load.backAtMs;
    if (ahead.nextMs <= nowMs) {
      const place = ahead.take(untilMs);
      const vcpu = ahead.vcpu[place] as number;
      const memoryBytes = ahead.memoryBytes[place] as number;
      if (vcpu !== load.vcpuNow || memoryBytes !== load.memoryNow) isOther = true;
      load.vcpuNow = vcpu;
      load.memoryNow = memoryBytes;
    }
    if (!isOther) {
      this.agenda.set(load.slot, Math.min(ahead.nextMs, load.backAtMs));
      // Ticks are foreseen up to here.
      this.compute.scaling.wantTick(nowMs);
      return;
    }
    load.backAtMs = Number.POSITIVE_INFINITY;
    this.agenda.set(load.slot, ahead.nextMs);
    this.apply();
  }

  /** Rates of all loads add up, and so do their limits. */
  apply(): void {
    const { loads, compute } = this;
    if (loads.length === 0) return;
    const { cpu, clients } = compute;
    const total = this.vcpuNow;
    if (total > 0 && !compute.accepts && !this.waits) {
      compute.life.knockOfFlow();
      if (!this.waits && !compute.accepts) {
        this.giveUp();
        return;
      }
    }
    const { queries, concurrency, pages, connections: wanted, memoryBytes } = totalOf(loads);
    const wasBusy = cpu.flow > 0;
    cpu.setFlow(total, total > 0 ? total / queries : 1, concurrency, this.agenda.nowMs);
    compute.cpuChanged();
    if (!compute.accepts) return;
    this.isBack();
    if (total > 0 && !wasBusy) compute.journal.count(EVENT.connectionOpened, { flow: true });
    compute.pages.setFlow(pages);
    if (total > 0 || wasBusy) compute.touch();
    this.connect(wanted);
    clients.connections.noteAll();
    compute.memory.setFlow(memoryBytes);
  }

  /** It is refused: what it wanted is not asked for again, and it comes back a minute later, if ever. */
  giveUp(): void {
    const { compute, agenda } = this;
    compute.cpu.setFlow(0, 1, Number.POSITIVE_INFINITY, agenda.nowMs);
    compute.cpu.forgetBacklog(agenda.nowMs);
    compute.cpuChanged();
    if (compute.view.currentState !== null) this.reconnect(MINUTE_MS);
  }

  reconnect(afterMs: number): void {
    const atMs = this.agenda.nowMs + afterMs;
    for (const load of this.loads) {
      if (load.vcpuNow === 0 || atMs >= load.backAtMs) continue;
      load.backAtMs = atMs;
      if (atMs < this.agenda.timeOf(load.slot)) this.agenda.set(load.slot, atMs);
    }
  }

  /** All loads ask to come in now. One that was cut off must not come back, and be refused, a second time. */
  private isBack(): void {
    for (const load of this.loads) {
      if (load.backAtMs === Number.POSITIVE_INFINITY) continue;
      load.backAtMs = Number.POSITIVE_INFINITY;
      this.agenda.set(load.slot, load.ahead.nextMs);
    }
  }

  /** Its connections are cut; how many there were. */
  drop(key: RefusalKey): number {
    const { connections } = this;
    this.connections = 0;
    if (connections > 0) this.compute.journal.refuse(key, connections);
    return connections;
  }

  private connect(wanted: number): void {
    const { compute } = this;
    const most = compute.clientRoom + this.connections - compute.clients.connections.count;
    if (wanted > most && wanted > this.connections) {
      compute.journal.count(EVENT.connectionRefused, { clients: wanted - most }, wanted - most);
      compute.journal.refuse('connections', wanted - most);
    }
    this.connections = Math.min(wanted, Math.max(0, most));
  }
}
