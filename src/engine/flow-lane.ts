import { leastLoads } from '../compute/index.ts';
import { type QuarterCu, quarterCu } from '../facts/index.ts';
import type { Agenda, Slot } from './agenda.ts';
import type { Assumptions } from './assumptions.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { type GivenColumns, givenColumns } from './limits.ts';
import * as CELL from './load/kernel/cells.ts';
import { layGivens } from './load/kernel/givens.ts';
import { type Guest, kernelOfThread } from './load/kernel/kernel.ts';
import type { LoadAhead } from './load/load-ahead.ts';
import {
  cpuIn,
  cpuOut,
  delaysIn,
  delaysOut,
  meterIn,
  meterOut,
  scalingIn,
  scalingOut,
} from './load/stay-cells.ts';
import type { ComputePlan, Simulation } from './simulation.ts';
import type { LoadSource } from './sources.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The lane of a compute, where its demand is such that it has one. */
export function flowLane(
  compute: ComputeRun,
  simulation: Simulation,
  agenda: Agenda,
  slots: LaneSlots,
  aloneUntilMs: () => number,
): FlowLane | null {
  const { stepping, assumptions } = simulation;
  const [load, ...others] = compute.sources;
  if (stepping || load?.kind !== 'load' || others.length > 0 || load.demand.pagesPerQuery > 0) return null;
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  if (cpuStableZoneRatio > 0 || cpuMixedZoneRatio > 0) return null;
  return new FlowLane(compute, load, agenda, slots, assumptions, givenColumns(simulation), aloneUntilMs);
}

export interface LaneSlots {
  readonly cpu: Slot;
  readonly tick: Slot;
  readonly look: Slot;
  readonly tally: Slot;
}

/**
 * The fast lane of a load that is all of a compute's demand, and reads no pages: while it wants something, and nothing
 * else is due, it is followed by the kernel, without the agenda. Whatever else a change may bring is left to the general
 * way. A run that steps does without this lane: skipping must be stepping, and so holds it to the general way, to the
 * bit.
 */
export class FlowLane implements Guest {
  readonly changes: LoadAhead;
  readonly vcpuOf: Float64Array;
  readonly leastLoadOf: readonly number[];
  private readonly usableBytesOf: Float64Array;
  private readonly compute: ComputeRun;
  private readonly load: LoadSource;
  private readonly agenda: Agenda;
  private readonly slots: LaneSlots;
  private readonly assumptions: Assumptions;
  private readonly aloneUntilMs: () => number;

  constructor(
    compute: ComputeRun,
    load: LoadSource,
    agenda: Agenda,
    slots: LaneSlots,
    assumptions: Assumptions,
    given: GivenColumns,
    aloneUntilMs: () => number,
  ) {
    this.changes = load.ahead;
    this.vcpuOf = given.vcpu;
    this.leastLoadOf = leastLoads(assumptions.autoscaler, mostOf(compute.plan));
    this.usableBytesOf = given.usableBytes;
    this.compute = compute;
    this.load = load;
    this.agenda = agenda;
    this.slots = slots;
    this.assumptions = assumptions;
    this.aloneUntilMs = aloneUntilMs;
  }

  /**
   * Does what is due before anything else is that this compute will meet, where nothing can come of it but what the lane
   * knows. Others may be behind then.
   */
  follow(): void {
    if (this.isNext() && this.isOpen()) this.run();
  }

  enter(cells: Float64Array): void {
    cells.fill(0, 0, CELL.OF_A_RUN);
    layGivens(cells, this.load.demand, this.assumptions);
    cells[CELL.CHANGES] = this.changes.vcpu.length;
    cells[CELL.STOPS_AT_SIZES] = this.compute.hearMetered === null ? 0 : 1;
    cells[CELL.SLEEP_MS] = NEVER;
    cells.set(this.usableBytesOf, CELL.USABLE_BYTES_OF);
  }

  /** What can be otherwise is laid in whenever it is run. */
  leave(): void {}

  /** Those that have a quota together go in step. */
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
    const { tallies } = compute.borders;
    const kernel = kernelOfThread();
    this.layIn(kernel.cellsOf(this));
    // Rows are closed on the way: nothing that happens in the lane depends on it.
    let tallyMs = this.taken(slots.tally);
    let untilMs = this.aloneUntilMs();
    for (;;) {
      if (changes.place === changes.count && changes.endMs < untilMs) changes.read(agenda.untilMs);
      const cells = kernel.cellsOf(this);
      cells[CELL.PLACE] = changes.place;
      const end = kernel.stayLed(this, Math.min(untilMs, tallyMs, changes.endMs));
      changes.place = cells[CELL.PLACE] as number;
      if (end === CELL.RESIZED) {
        meterOut(cells, compute.meter);
        this.at(cells[CELL.NOW_MS] as number, () => compute.hearMetered?.());
        untilMs = Math.min(untilMs, this.aloneUntilMs());
      } else if (end === CELL.LEFT || Math.min(tallyMs, changes.endMs) >= untilMs) {
        this.at(cells[CELL.NOW_MS] as number, () => this.takeOut(cells));
        agenda.set(slots.tally, tallyMs);
        return;
      } else if (tallyMs <= changes.endMs) {
        // What is tallied is looked up there; all else goes on in the kernel, delays too.
        cpuOut(cells, compute.cpu);
        meterOut(cells, compute.meter);
        tallies.close(tallyMs);
        tallyMs = tallies.nextMs(tallyMs);
      }
    }
  }

  private layIn(cells: Float64Array): void {
    const { agenda, slots, load, compute } = this;
    const { settings, scaling, cpu, meter } = compute;
    cells[CELL.LEAST_SIZE] = settings.bounds.minQuarterCu;
    cells[CELL.MOST_SIZE] = settings.bounds.maxQuarterCu;
    cells[CELL.MEMORY_BYTES] = load.memoryNow;
    cells[CELL.GONE_MS] = this.taken(slots.cpu);
    cells[CELL.CHANGE_MS] = this.taken(load.slot);
    agenda.clear(slots.tick);
    agenda.clear(slots.look);
    cells[CELL.NOW_MS] = agenda.nowMs;
    cells[CELL.ACTIVE_MS] = Number.NEGATIVE_INFINITY;
    cells[CELL.RESIZES] = 0;
    cells[CELL.DENIALS] = 0;
    cells[CELL.MOST_BYTES] = 0;
    cpuIn(cells, cpu);
    delaysIn(cells, cpu.flowDelays);
    scalingIn(cells, scaling);
    meterIn(cells, meter);
  }

  private takeOut(cells: Float64Array): void {
    const { agenda, slots, load, compute } = this;
    const { memory, journal, scaling, cpu, meter } = compute;
    const at = (cell: number) => cells[cell] as number;
    cpuOut(cells, cpu);
    delaysOut(cells, cpu.flowDelays);
    scalingOut(cells, scaling);
    meterOut(cells, meter);
    load.vcpuNow = cpu.flow;
    load.memoryNow = at(CELL.MEMORY_BYTES);
    compute.load.memoryBytes = load.memoryNow;
    memory.noteHighest(at(CELL.MOST_BYTES));
    const resizes = at(CELL.RESIZES);
    if (resizes > 0) {
      compute.machine.fit(scaling.size);
      journal.add(EVENT.resized, resizes);
      journal.timeline.omitted += resizes;
    }
    journal.add(EVENT.downscaleDenied, at(CELL.DENIALS));
    if (at(CELL.ACTIVE_MS) > Number.NEGATIVE_INFINITY) compute.core.life.touch(at(CELL.ACTIVE_MS));
    agenda.set(slots.cpu, at(CELL.GONE_MS));
    agenda.set(load.slot, at(CELL.CHANGE_MS));
  }

  private taken(slot: Slot): number {
    const atMs = this.agenda.timeOf(slot);
    this.agenda.clear(slot);
    return atMs;
  }

  /** Does something at an instant of this compute, and comes back to the present of all. */
  private at(atMs: number, act: () => void): void {
    const { nowMs } = this.agenda;
    this.agenda.nowMs = atMs;
    act();
    this.agenda.nowMs = nowMs;
  }
}

/** The largest size that any of its settings allows, as far as these are planned. */
function mostOf({ size, changes }: ComputePlan): QuarterCu {
  const sizes = [size, ...changes.flatMap(({ change }) => (change.kind === 'size' ? [change.size] : []))];
  return quarterCu(Math.max(...sizes.map(({ maxCu }) => maxCu)));
}
