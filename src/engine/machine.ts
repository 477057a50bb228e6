import type { Bounds, ScalingAlarm, ScalingPorts } from '../compute/index.ts';
import { cuOf, type QuarterCu } from '../facts/index.ts';
import type { Agenda, Slot } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { type GivenColumns, givenColumns } from './limits.ts';
import type { Simulation } from './simulation.ts';

export type ScalingSlots = { readonly [Alarm in ScalingAlarm]: Slot };

/** The machine of one compute within a run: it has what its size gives, and shows the autoscaler its metrics. */
export class Machine implements ScalingPorts {
  private readonly compute: ComputeRun;
  private readonly agenda: Agenda;
  private readonly slots: ScalingSlots;
  /** What a size gives, looked up once. */
  private readonly given: GivenColumns;

  constructor(compute: ComputeRun, agenda: Agenda, simulation: Simulation, slots: ScalingSlots) {
    this.compute = compute;
    this.agenda = agenda;
    this.slots = slots;
    this.given = givenColumns(simulation);
  }

  schedule(alarm: ScalingAlarm, atMs: number): void {
    this.agenda.set(this.slots[alarm], atMs);
  }

  cancel(alarm: ScalingAlarm): void {
    this.agenda.clear(this.slots[alarm]);
  }

  get bounds(): Bounds {
    return this.compute.settings.bounds;
  }

  get accepts(): boolean {
    return this.compute.accepts;
  }

  get flows(): boolean {
    return this.compute.cpu.flow > 0;
  }

  get moves(): boolean {
    return this.compute.cpu.moves;
  }

  get cacheMoves(): boolean {
    return !this.compute.cache.isSettled;
  }

  get nonReclaimableBytes(): number {
    return this.compute.memory.nonReclaimableBytes;
  }

  get cachedBytes(): number {
    return this.compute.cache.resident;
  }

  get workingSetBytes(): number {
    return this.compute.cache.workingSetBytes;
  }

  get flowChangesMs(): number {
    return this.compute.feed.changesMs;
  }

  get lastReadMs(): number {
    return this.compute.pages.lastReadMs;
  }

  runnableAt(nowMs: number): number {
    return this.compute.cpu.runnableAt(nowMs);
  }

  settle(): void {
    const { compute, agenda } = this;
    if (compute.cpu.reweigh(agenda.nowMs)) compute.cpuChanged();
    compute.pages.settle();
  }

  fit(size: QuarterCu): void {
    const { compute, given, agenda } = this;
    this.fitMemory(size);
    compute.cpu.setVcpu(given.vcpu[size] as number, agenda.nowMs);
    compute.armCpu();
  }

  /** All but the processors follow a size. */
  fitMemory(size: QuarterCu): void {
    const { compute, given, agenda } = this;
    compute.memory.fit(given.usableBytes[size] as number);
    compute.cache.setCapacity(given.cacheBytes[size] as number, agenda.nowMs);
  }

  resized(size: QuarterCu): void {
    const { compute, agenda } = this;
    const { journal, life, scaling } = compute;
    const reason = journal.isRead ? scaling.reason : '';
    life.resized();
    this.fit(size);
    if (journal.isRead) journal.count(EVENT.resized, { cu: cuOf(size), reason });
    else journal.count(EVENT.resized);
    if (journal.timeline.hasRoom) {
      journal.timeline.add({ atMs: agenda.nowMs, state: 'active', pending: null, cu: cuOf(size), reason });
    } else {
      journal.timeline.omitted++;
    }
  }

  downscaleDenied(size: QuarterCu): void {
    this.compute.journal.count(EVENT.downscaleDenied, { cu: cuOf(size) });
  }
}
