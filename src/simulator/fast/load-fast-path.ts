import {
  type Bounds,
  type Cpu,
  leastLoads,
  type ResourcesBySize,
  resourcesBySize,
  type Scaling,
} from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import type { LoadAhead } from '../../workload/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { Assumptions } from '../assumptions.ts';
import type { DemandSource, LoadSource } from '../demand/sources.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import type { Journal } from '../recorder/journal.ts';
import type { Meter } from '../recorder/meter.ts';
import type { ComputePlan, Simulation } from '../simulation.ts';
import { writeInputs } from './kernel/inputs.ts';
import { type KernelUser, kernelOfThread } from './kernel/kernel.ts';
import * as OFFSET from './kernel/memory-layout.ts';
import {
  lastReading,
  readCpu,
  readDelays,
  readMeter,
  readScaling,
  writeCpu,
  writeDelays,
  writeMeter,
  writeScaling,
} from './kernel-state.ts';
import { mostSizeOf } from './most-size.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The parts of a compute that the fast path reads, and updates when it ends. */
interface FastPathCompute {
  readonly accepts: boolean;
  readonly plan: ComputePlan;
  readonly sources: readonly DemandSource[];
  readonly core: {
    readonly resizesInPlace: boolean;
    readonly life: { touch(atMs: number): void };
    readonly machine: { fit(size: QuarterCu): void };
  };
  readonly settings: { readonly bounds: Bounds };
  readonly cpu: Cpu;
  readonly scaling: Scaling;
  readonly meter: Meter;
  readonly load: { readonly returnsAtMs: number; readonly connections: number; memoryBytes: number };
  readonly memory: {
    readonly nonReclaimableBytes: number;
    isCalm(bytes: number): boolean;
    noteHighest(bytes: number): void;
  };
  readonly cache: { readonly resident: number };
  readonly journal: Journal;
  readonly periodBoundaries: {
    readonly hourlyTotals: { close(nowMs: number): void; nextMs(nowMs: number): number };
  };
  readonly hearMetered: (() => void) | null;
}

/**
 * Returns the fast path for the load of a compute. Null if the compute has other demand, or its load reads
 * pages.
 */
export function loadFastPath(
  compute: FastPathCompute,
  simulation: Simulation,
  agenda: Agenda,
  slots: FastPathSlots,
  aloneUntilMs: () => number,
): LoadFastPath | null {
  const { stepping, assumptions } = simulation;
  const [load, ...others] = compute.sources;
  if (stepping || load?.kind !== 'load' || others.length > 0 || load.demand.pagesPerQuery > 0) return null;
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  if (cpuStableZoneRatio > 0 || cpuMixedZoneRatio > 0) return null;
  return new LoadFastPath(
    compute,
    load,
    agenda,
    slots,
    assumptions,
    resourcesBySize(simulation),
    aloneUntilMs,
  );
}

interface FastPathSlots {
  readonly cpu: Slot;
  readonly tick: Slot;
  readonly look: Slot;
  readonly hourlyTotals: Slot;
}

/**
 * The fast path of a load that reads no pages and is the only demand of its compute. The kernel runs the load
 * without the agenda while the load asks for CPU and no other event is due. The general way handles all other
 * changes. A run with `stepping` does not take this path, and properties compare the two to the bit.
 */
class LoadFastPath implements KernelUser {
  readonly changes: LoadAhead;
  readonly vcpuOf: Float64Array;
  readonly leastLoadOf: readonly number[];
  private readonly usableBytesOf: Float64Array;
  private readonly compute: FastPathCompute;
  private readonly load: LoadSource;
  private readonly agenda: Agenda;
  private readonly slots: FastPathSlots;
  private readonly assumptions: Assumptions;
  private readonly aloneUntilMs: () => number;

  constructor(
    compute: FastPathCompute,
    load: LoadSource,
    agenda: Agenda,
    slots: FastPathSlots,
    assumptions: Assumptions,
    given: ResourcesBySize,
    aloneUntilMs: () => number,
  ) {
    this.changes = load.ahead;
    this.vcpuOf = given.vcpu;
    this.leastLoadOf = leastLoads(assumptions.autoscaler, mostSizeOf(compute.plan));
    this.usableBytesOf = given.usableBytes;
    this.compute = compute;
    this.load = load;
    this.agenda = agenda;
    this.slots = slots;
    this.assumptions = assumptions;
    this.aloneUntilMs = aloneUntilMs;
  }

  /**
   * Handles all events of the load before the next other event of this compute. Other computes may then be
   * behind.
   */
  follow(): void {
    if (this.isNext() && this.isOpen()) this.run();
  }

  enter(cells: Float64Array): void {
    cells.fill(0, 0, OFFSET.RUN_STATE_LENGTH);
    writeInputs(cells, this.load.demand, this.assumptions);
    cells[OFFSET.CHANGES] = this.changes.vcpu.length;
    cells[OFFSET.STOPS_AT_RESIZE] = this.compute.hearMetered === null ? 0 : 1;
    cells[OFFSET.SLEEP_MS] = NEVER;
    cells.set(this.usableBytesOf, OFFSET.USABLE_BYTES_OF);
  }

  /** Saves nothing, because `run` writes and reads the state each time. */
  leave(): void {}

  /**
   * Whether the fast path may run now. Computes that share a quota keep in step, so the next event must be
   * one of this load.
   */
  private isNext(): boolean {
    const { agenda, slots, load, compute } = this;
    if (compute.hearMetered === null) return true;
    const next = agenda.next();
    return next === load.slot || next === slots.tick || next === slots.look || next === slots.cpu;
  }

  private isOpen(): boolean {
    const { compute, load } = this;
    const { cpu, journal, memory, cache } = compute;
    return (
      !journal.isRead &&
      compute.accepts &&
      compute.core.resizesInPlace &&
      cpu.flow > 0 &&
      cpu.flow === load.vcpuNow &&
      compute.load.returnsAtMs === NEVER &&
      compute.load.connections === load.demand.connections &&
      memory.isCalm(memory.nonReclaimableBytes) &&
      cache.resident === 0
    );
  }

  private run(): void {
    const { agenda, changes, compute, slots } = this;
    const { hourlyTotals } = compute.periodBoundaries;
    const kernel = kernelOfThread();
    this.importState(kernel.memoryOf(this));
    // Hourly totals are closed on the way, because nothing here depends on them.
    let hourEndMs = this.taken(slots.hourlyTotals);
    let untilMs = this.aloneUntilMs();
    for (;;) {
      changes.read(agenda.untilMs);
      const cells = kernel.memoryOf(this);
      cells[OFFSET.PLACE] = changes.place;
      const end = kernel.fullRunAwakePeriod(this, Math.min(untilMs, hourEndMs, changes.endMs));
      changes.place = cells[OFFSET.PLACE] as number;
      if (end === OFFSET.RESIZED) {
        readMeter(cells, compute.meter);
        this.at(cells[OFFSET.NOW_MS] as number, () => compute.hearMetered?.());
        untilMs = Math.min(untilMs, this.aloneUntilMs());
      } else if (end === OFFSET.LEFT || Math.min(hourEndMs, changes.endMs) >= untilMs) {
        this.at(cells[OFFSET.NOW_MS] as number, () => this.exportState(cells));
        agenda.set(slots.hourlyTotals, hourEndMs);
        return;
      } else if (hourEndMs <= changes.endMs) {
        // The hourly totals read the processors and the meter. All other state stays in the kernel, delays
        // included.
        readCpu(cells, compute.cpu);
        readMeter(cells, compute.meter);
        hourlyTotals.close(hourEndMs);
        hourEndMs = hourlyTotals.nextMs(hourEndMs);
      }
    }
  }

  private importState(cells: Float64Array): void {
    const { agenda, slots, load, compute } = this;
    const { settings, scaling, cpu, meter } = compute;
    cells[OFFSET.LEAST_SIZE] = settings.bounds.minQuarterCu;
    cells[OFFSET.MOST_SIZE] = settings.bounds.maxQuarterCu;
    cells[OFFSET.MEMORY_BYTES] = load.memoryNow;
    cells[OFFSET.GONE_MS] = this.taken(slots.cpu);
    cells[OFFSET.CHANGE_MS] = this.taken(load.slot);
    agenda.clear(slots.tick);
    agenda.clear(slots.look);
    cells[OFFSET.NOW_MS] = agenda.nowMs;
    cells[OFFSET.ACTIVE_MS] = Number.NEGATIVE_INFINITY;
    cells[OFFSET.RESIZES] = 0;
    cells[OFFSET.DENIALS] = 0;
    cells[OFFSET.MOST_BYTES] = 0;
    writeCpu(cells, cpu);
    writeDelays(cells, cpu.flowDelays);
    writeScaling(cells, scaling);
    writeMeter(cells, meter);
  }

  private exportState(cells: Float64Array): void {
    const { agenda, slots, load, compute } = this;
    const { memory, journal, scaling, cpu, meter } = compute;
    const at = (cell: number) => cells[cell] as number;
    readCpu(cells, cpu);
    readDelays(cells, cpu.flowDelays);
    readScaling(cells, scaling, lastReading(cells, scaling));
    readMeter(cells, meter);
    load.vcpuNow = cpu.flow;
    load.memoryNow = at(OFFSET.MEMORY_BYTES);
    compute.load.memoryBytes = load.memoryNow;
    memory.noteHighest(at(OFFSET.MOST_BYTES));
    const resizes = at(OFFSET.RESIZES);
    if (resizes > 0) {
      compute.core.machine.fit(scaling.size);
      journal.add(EVENT.resized, resizes);
      journal.timeline.omitted += resizes;
    }
    journal.add(EVENT.downscaleDenied, at(OFFSET.DENIALS));
    if (at(OFFSET.ACTIVE_MS) > Number.NEGATIVE_INFINITY) compute.core.life.touch(at(OFFSET.ACTIVE_MS));
    agenda.set(slots.cpu, at(OFFSET.GONE_MS));
    agenda.set(load.slot, at(OFFSET.CHANGE_MS));
  }

  private taken(slot: Slot): number {
    const atMs = this.agenda.timeOf(slot);
    this.agenda.clear(slot);
    return atMs;
  }

  /** Acts at a time of this compute, and then restores the present of the run. */
  private at(atMs: number, act: () => void): void {
    const { nowMs } = this.agenda;
    this.agenda.nowMs = atMs;
    act();
    this.agenda.nowMs = nowMs;
  }
}
