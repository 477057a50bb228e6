import { cuOf, type QuarterCu, quarterCu } from '../facts/index.ts';
import type { Agenda, Slot } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { type GivenColumns, givenColumns } from './limits.ts';
import type { Simulation } from './simulation.ts';

export interface ScalingSlots {
  readonly tick: Slot;
  readonly look: Slot;
}

/** The size of one compute over time: the ticks that read its metrics, the looks that move it, and what it then has. */
export class Scaling {
  /** Of this instant's events, the one that reads the metrics lies behind. */
  tickIsPast = false;
  private readonly compute: ComputeRun;
  private readonly agenda: Agenda;
  private readonly simulation: Simulation;
  private readonly slots: ScalingSlots;
  /** What a size gives, looked up once. */
  readonly given: GivenColumns;

  constructor(compute: ComputeRun, agenda: Agenda, simulation: Simulation, slots: ScalingSlots) {
    this.compute = compute;
    this.agenda = agenda;
    this.simulation = simulation;
    this.slots = slots;
    this.given = givenColumns(simulation);
  }

  /** A machine starts at its smallest size. */
  begin(): void {
    const { compute } = this;
    compute.size = quarterCu(compute.settings.size.minCu);
    compute.sizing.begin(this.agenda.nowMs);
    this.fitToSize();
    compute.armCpu();
  }

  /** The machine is gone. */
  end(): void {
    this.compute.sizing.end(this.agenda.nowMs);
    this.agenda.clear(this.slots.tick);
    this.agenda.clear(this.slots.look);
  }

  /** What changes now will be read at a tick that is set already, or never. */
  get isTickForeseen(): boolean {
    return !this.isRead || this.agenda.isSet(this.slots.tick);
  }

  /** Of a fixed size only what a flow does to the load averages is read: the last of it is that it has ended. */
  private get isRead(): boolean {
    const { settings, cpu, sizing } = this.compute;
    return settings.autoscales || cpu.flow > 0 || sizing.isLoaded;
  }

  /** Something has changed that the next reading of the metrics will show. */
  wantTick(): void {
    const { compute, agenda } = this;
    const { sizing } = compute;
    if (!compute.accepts || !this.isRead) return;
    const nextMs = this.tickIsPast ? sizing.nextTickMs(agenda.nowMs) : sizing.tickFromMs(agenda.nowMs);
    if (nextMs < agenda.timeOf(this.slots.tick)) agenda.set(this.slots.tick, nextMs);
  }

  tick(): void {
    const { compute } = this;
    if (!compute.accepts) return;
    const { cpu, pages } = compute;
    if (cpu.moves && cpu.runningJobs > 0) {
      cpu.settle(this.agenda.nowMs);
      compute.cpuChanged();
    }
    pages.settle();
    compute.sizing.read(this.agenda.nowMs, compute);
    this.look();
    if (this.simulation.stepping || !pages.cache.isSettled || (cpu.moves && !compute.settings.autoscales))
      this.wantTick();
  }

  look(): void {
    const { compute, agenda } = this;
    const { settings, sizing, size } = compute;
    if (!compute.accepts || !settings.autoscales) return;
    const next = sizing.look(agenda.nowMs, size, settings.bounds, compute);
    if (sizing.denied) compute.journal.count(EVENT.downscaleDenied, { cu: cuOf(size) });
    if (next !== size) {
      const { cachedBytes } = compute;
      this.resize(next);
      compute.armCpu();
      // Of what the metrics show, another size changes the cached bytes at most: processes run or wait all the same.
      if (compute.cachedBytes !== cachedBytes) this.wantTick();
    }
    const nextLookMs = sizing.nextLookMs(agenda.nowMs, compute.size, settings.bounds, compute);
    if (nextLookMs === Number.POSITIVE_INFINITY) return;
    const nextTickMs = sizing.nextTickMs(agenda.nowMs);
    if (nextLookMs < nextTickMs) {
      agenda.set(this.slots.look, nextLookMs);
      this.wantTick();
    } else if (nextLookMs < agenda.timeOf(this.slots.tick)) {
      agenda.set(this.slots.tick, nextLookMs);
    }
  }

  private resize(size: QuarterCu): void {
    const { compute, agenda } = this;
    const { journal, settings } = compute;
    const { nowMs } = agenda;
    const told = journal.isRead;
    const reason = told ? compute.sizing.reason(nowMs, compute.size, settings.bounds, compute) : '';
    compute.size = size;
    compute.life.resized();
    this.fitToSize();
    if (told) journal.count(EVENT.resized, { cu: cuOf(size), reason });
    else journal.count(EVENT.resized);
    if (journal.timeline.hasRoom) {
      journal.timeline.add({ atMs: nowMs, state: 'active', pending: null, cu: cuOf(size), reason });
    } else {
      journal.timeline.omitted++;
    }
  }

  private fitToSize(): void {
    const { cpu, size } = this.compute;
    this.stand(size);
    cpu.setVcpu(this.given.vcpu[size] as number, this.agenda.nowMs);
  }

  /** The compute stands at a size: all but its processors follow. */
  stand(size: QuarterCu): void {
    const { compute, given } = this;
    compute.size = size;
    if (size > compute.peakSize) compute.peakSize = size;
    compute.memory.fit(given.usableBytes[size] as number);
    compute.cache.setCapacity(given.cacheBytes[size] as number, this.agenda.nowMs);
  }
}
