import type { Agenda, Slot } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { LiveLoad } from './load/live-load.ts';
import { Stay } from './load/stay.ts';
import type { ScalingSlots } from './scaling.ts';
import type { Simulation } from './simulation.ts';
import type { LoadSource } from './sources.ts';

/** The lane of a compute, where its demand is such that it has one. */
export function flowLane(
  compute: ComputeRun,
  simulation: Simulation,
  agenda: Agenda,
  slots: LaneSlots,
): FlowLane | null {
  const { stepping, assumptions } = simulation;
  const [load, ...others] = compute.sources;
  if (stepping || load?.kind !== 'load' || others.length > 0 || load.demand.pagesPerQuery > 0) return null;
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  if (cpuStableZoneRatio > 0 || cpuMixedZoneRatio > 0) return null;
  return new FlowLane(compute, load, agenda, slots, simulation);
}

export type LaneSlots = ScalingSlots & { readonly cpu: Slot };

/**
 * The fast lane of a load that is all of a compute's demand, and reads no pages: while it wants something, and nothing
 * else is due, it is followed without the agenda. Whatever else a change may bring is left to the general way. A run
 * that steps does without this lane: skipping must be stepping, and so holds it to the general way, to the bit.
 */
export class FlowLane {
  private readonly compute: ComputeRun;
  private readonly load: LoadSource;
  private readonly agenda: Agenda;
  private readonly slots: LaneSlots;
  private readonly stay: Stay;

  constructor(
    compute: ComputeRun,
    load: LoadSource,
    agenda: Agenda,
    slots: LaneSlots,
    { startMs, assumptions }: Simulation,
  ) {
    this.compute = compute;
    this.load = load;
    this.agenda = agenda;
    this.slots = slots;
    const { cpu, sizing, meter, scaling, settings } = compute;
    const { cpuMsPerQuery, connections, concurrency } = load.demand;
    this.stay = new Stay(
      {
        cpu,
        sizing,
        meter,
        given: scaling.given,
        config: assumptions.autoscaler,
        costs: {
          cpuMsPerQuery,
          concurrency: concurrency ?? Number.POSITIVE_INFINITY,
          baseBytes: assumptions.baseMemoryBytes,
          connectionBytes: connections * assumptions.connectionMemoryBytes,
        },
        metered: compute.life.metered === null ? null : (atMs) => this.metered(atMs),
      },
      new LiveLoad(load, startMs),
      settings.bounds,
    );
  }

  /** Does what is due before anything else is, where nothing can come of it but what the lane knows. */
  follow(): void {
    const { agenda, slots, load } = this;
    const next = agenda.next();
    if (next !== load.slot && next !== slots.tick && next !== slots.look && next !== slots.cpu) return;
    if (this.isOpen()) this.run();
  }

  private isOpen(): boolean {
    const { compute, load } = this;
    const { cpu, flow, journal, nonReclaimableBytes } = compute;
    return (
      !journal.isRead &&
      compute.accepts &&
      compute.life.resizesInPlace &&
      cpu.flow > 0 &&
      cpu.flow === load.vcpuNow &&
      load.backAtMs === Number.POSITIVE_INFINITY &&
      flow.connections === load.demand.connections &&
      compute.memory.isCalm(nonReclaimableBytes) &&
      compute.cachedBytes === 0
    );
  }

  private taken(slot: Slot): number {
    const atMs = this.agenda.timeOf(slot);
    this.agenda.clear(slot);
    return atMs;
  }

  private run(): void {
    const { agenda, slots, load, compute, stay } = this;
    const { memory, journal, life } = compute;
    stay.bounds = compute.settings.bounds;
    stay.size = compute.size;
    stay.peakSize = compute.peakSize;
    stay.memoryBytes = load.memoryNow;
    stay.goneMs = this.taken(slots.cpu);
    stay.changeMs = this.taken(load.slot);
    stay.tickMs = this.taken(slots.tick);
    stay.lookMs = this.taken(slots.look);
    stay.nowMs = agenda.nowMs;
    stay.activeMs = Number.NEGATIVE_INFINITY;
    stay.resizes = 0;
    stay.denials = 0;
    stay.mostBytes = 0;
    stay.follow(Math.min(agenda.nextMs(), agenda.untilMs));

    agenda.nowMs = stay.nowMs;
    load.vcpuNow = compute.cpu.flow;
    load.memoryNow = stay.memoryBytes;
    memory.carryFlow(stay.memoryBytes, stay.mostBytes);
    if (stay.resizes > 0) {
      compute.peakSize = stay.peakSize;
      compute.scaling.stand(stay.size);
      journal.add(EVENT.resized, stay.resizes);
      journal.timeline.omitted += stay.resizes;
    }
    journal.add(EVENT.downscaleDenied, stay.denials);
    if (stay.activeMs > Number.NEGATIVE_INFINITY) life.touch(stay.activeMs);
    agenda.set(slots.cpu, stay.goneMs);
    agenda.set(load.slot, stay.changeMs);
    agenda.set(slots.tick, stay.tickMs);
    agenda.set(slots.look, stay.lookMs);
  }

  private metered(atMs: number): number {
    this.agenda.nowMs = atMs;
    this.compute.life.metered?.();
    return this.agenda.nextMs();
  }
}
