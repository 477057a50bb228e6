import { type AutoscalerConfig, unitsOfLoad } from '../autoscaler/index.ts';
import type { Agenda, Slot } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { averageAt, FIVE_MINUTES, LOAD_TICK_MS, ONE_MINUTE, tickOutside } from './load-average.ts';
import { addRampDelays } from './ramp-delays.ts';
import type { ScalingSlots } from './scaling.ts';
import type { Simulation } from './simulation.ts';
import { TICKS_TO_SETTLE } from './sizing.ts';
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
 * The fast lane of a load that is all of a compute's demand, and reads no pages. While it goes on, all that happens is
 * that it changes, that the metrics are read and looked at, and that a backlog ends. These follow one another without
 * the agenda until something else is due, in one loop over plain numbers: the same arithmetic in the same order as that
 * of `Flow`, `Cpu`, `Scaling` and `Sizing`, with what cannot be in a lane left out. Whatever else a change may bring is
 * left to the general way. A run that steps does without this lane: skipping must be stepping, and so holds it to the
 * general way, to the bit.
 */
export class FlowLane {
  private readonly compute: ComputeRun;
  private readonly load: LoadSource;
  private readonly agenda: Agenda;
  private readonly slots: LaneSlots;
  private readonly startMs: number;
  private readonly config: AutoscalerConfig;

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
    this.startMs = startMs;
    this.config = assumptions.autoscaler;
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
    const { agenda, slots, load, compute, startMs } = this;
    const { cpu, sizing, scaling, settings, memory, meter, journal } = compute;
    const { autoscales, bounds } = settings;
    const { metered } = compute.life;
    const { config } = this;
    const { mover, bands, startedMs } = sizing;
    const { cpuMsPerQuery } = load.demand;
    const concurrency = load.demand.concurrency ?? Number.POSITIVE_INFINITY;

    // What is due when. Of one instant, in this order.
    let goneMs = this.taken(slots.cpu);
    let changeMs = this.taken(load.slot);
    let tickMs = this.taken(slots.tick);
    let lookMs = this.taken(slots.look);
    let untilMs = Math.min(agenda.nextMs(), agenda.untilMs);
    let { nowMs } = agenda;
    let { nonReclaimableBytes } = compute;
    let readBytes = Number.NaN;
    let touchedMs = Number.NEGATIVE_INFINITY;

    let { sinceMs, vcpu, flowVcpu, flowCpuMsPerQuery, flowServed, backlogMs, service, share, moves } = cpu;
    let { throttledMs, usedCpuMs, queuedCpuMsMs } = cpu;
    let highestBacklogMs = 0;
    let { runnable, changedAtTick, one, five } = sizing.load;
    let highestLoad1 = 0;
    let { size } = compute;
    let { peakSize } = compute;
    let resizes = 0;
    bands.find(sizing.restUnits, bounds);
    const { low, high } = bands;
    const { given } = scaling;

    for (;;) {
      const flowMs = goneMs <= changeMs ? goneMs : changeMs;
      const scalingMs = tickMs <= lookMs ? tickMs : lookMs;
      const atMs = flowMs <= scalingMs ? flowMs : scalingMs;
      if (atMs >= untilMs) break;
      let nextVcpu = flowVcpu;
      let nextSize = size;
      let closes = false;
      let looks = false;
      let isMet = false;
      const tick = Math.floor((atMs - startedMs) / LOAD_TICK_MS);
      const nextTickMs = startedMs + (tick + 1) * LOAD_TICK_MS;

      if (atMs === flowMs) {
        closes = atMs === goneMs;
        if (!closes) {
          const ofCpu = load.vcpu(startMs + atMs);
          const ofMemory = load.memory(startMs + atMs);
          nextVcpu = ofCpu.value;
          const nextBytes = memory.withFlow(ofMemory.value);
          if (nextVcpu === 0 || !memory.isCalm(nextBytes, given.usableBytes[size])) break;
          changeMs = Math.ceil(Math.min(ofCpu.untilMs, ofMemory.untilMs) - startMs);
          closes = nextVcpu !== flowVcpu || ofMemory.value !== load.memoryNow;
          if (closes) {
            touchedMs = atMs;
            load.memoryNow = ofMemory.value;
            memory.carryFlow(ofMemory.value);
            nonReclaimableBytes = nextBytes;
          }
        }
        const fromMs = tick > 0 && nextTickMs - LOAD_TICK_MS === atMs ? atMs : nextTickMs;
        if (fromMs < tickMs) tickMs = fromMs;
      } else {
        looks = autoscales;
        if (atMs === tickMs) {
          const queuedMs = Math.max(0, backlogMs + (flowVcpu - flowServed) * (atMs - sinceMs));
          const running = Math.min(concurrency, flowVcpu + queuedMs / flowCpuMsPerQuery);
          if (running !== runnable) {
            const ticks = tick - 1 - changedAtTick;
            one = averageAt(ONE_MINUTE, one, runnable, ticks);
            five = averageAt(FIVE_MINUTES, five, runnable, ticks);
            if (one > highestLoad1) highestLoad1 = one;
            runnable = running;
            changedAtTick = tick - 1;
          }
          if (nonReclaimableBytes !== readBytes) {
            readBytes = nonReclaimableBytes;
            sizing.readMemory(readBytes, 0, 0);
            bands.find(sizing.restUnits, bounds);
          }
          tickMs = moves && !autoscales ? nextTickMs : Number.POSITIVE_INFINITY;
        } else {
          lookMs = Number.POSITIVE_INFINITY;
        }
        if (looks) {
          const load1 = averageAt(ONE_MINUTE, one, runnable, tick - changedAtTick);
          isMet = load1 >= (low[size] as number) && load1 < (high[size] as number);
          if (!isMet) {
            const goal = sizing.goalOf(unitsOfLoad(load1, config));
            nextSize = mover.move(size, bounds, goal, false, nonReclaimableBytes, atMs);
            if (mover.down === 'denied') journal.count(EVENT.downscaleDenied);
            if (nextSize !== size) {
              isMet = load1 >= (low[nextSize] as number) && load1 < (high[nextSize] as number);
              closes = true;
            }
          }
        }
      }
      nowMs = atMs;

      if (closes) {
        const dt = atMs - sinceMs;
        if (dt > 0) {
          usedCpuMs += flowServed * dt;
          service += share * dt;
          if (moves) {
            const queuedMs = Math.max(0, backlogMs + (flowVcpu - flowServed) * dt);
            throttledMs += dt;
            queuedCpuMsMs += ((backlogMs + queuedMs) / 2) * dt;
            addRampDelays(
              cpu.flowDelays,
              (flowVcpu * dt) / flowCpuMsPerQuery,
              backlogMs,
              queuedMs,
              flowServed,
            );
            backlogMs = queuedMs;
            if (queuedMs > highestBacklogMs) highestBacklogMs = queuedMs;
          } else {
            cpu.flowDelays.addNone((flowVcpu * dt) / flowCpuMsPerQuery);
          }
          sinceMs = atMs;
        }
        if (nextVcpu !== flowVcpu) {
          flowVcpu = nextVcpu;
          flowCpuMsPerQuery = nextVcpu / (nextVcpu / cpuMsPerQuery);
        }
        if (nextSize !== size) {
          size = nextSize;
          vcpu = given.vcpu[size] as number;
          if (size > peakSize) peakSize = size;
          resizes++;
          meter.set(size, atMs);
          if (metered !== null) {
            agenda.nowMs = atMs;
            metered();
            untilMs = Math.min(untilMs, agenda.nextMs());
          }
        }
        const wanting = Math.min(concurrency, flowVcpu + backlogMs / flowCpuMsPerQuery);
        share = wanting <= vcpu ? 1 : vcpu / wanting;
        const most = Math.min(vcpu, concurrency);
        flowServed = backlogMs > 0 ? most : Math.min(flowVcpu, most);
        moves = backlogMs > 0 || flowVcpu > flowServed;
        goneMs =
          backlogMs === 0 || flowServed <= flowVcpu
            ? Number.POSITIVE_INFINITY
            : sinceMs + Math.max(1, Math.ceil(backlogMs / (flowServed - flowVcpu)));
      }

      if (!looks) continue;
      let nextMs = nextTickMs;
      if (!isMet) {
        nextMs = mover.nextLookMs(size, atMs, nextTickMs);
      } else if (!moves) {
        let far = tick + TICKS_TO_SETTLE;
        if (changeMs < startedMs + far * LOAD_TICK_MS)
          far = Math.max(tick + 1, Math.floor((changeMs - startedMs) / LOAD_TICK_MS) + 1);
        const outside = tickOutside(
          runnable,
          one,
          changedAtTick,
          tick,
          far,
          low[size] as number,
          high[size] as number,
        );
        if (outside === Number.POSITIVE_INFINITY) continue;
        nextMs = startedMs + outside * LOAD_TICK_MS;
      }
      if (nextMs < nextTickMs) {
        lookMs = nextMs;
        if (nextTickMs < tickMs) tickMs = nextTickMs;
      } else if (nextMs < tickMs) {
        tickMs = nextMs;
      }
    }

    cpu.sinceMs = sinceMs;
    cpu.vcpu = vcpu;
    cpu.flowVcpu = flowVcpu;
    cpu.flowCpuMsPerQuery = flowCpuMsPerQuery;
    cpu.flowServed = flowServed;
    cpu.backlogMs = backlogMs;
    cpu.service = service;
    cpu.share = share;
    cpu.throttledMs = throttledMs;
    cpu.usedCpuMs = usedCpuMs;
    cpu.queuedCpuMsMs = queuedCpuMsMs;
    cpu.backlog.note(highestBacklogMs);
    sizing.load.runnable = runnable;
    sizing.load.changedAtTick = changedAtTick;
    sizing.load.one = one;
    sizing.load.five = five;
    sizing.high.note(highestLoad1);
    load.vcpuNow = flowVcpu;
    agenda.nowMs = nowMs;
    if (resizes > 0) {
      compute.peakSize = peakSize;
      scaling.stand(size);
      journal.counts[EVENT.resized] = (journal.counts[EVENT.resized] as number) + resizes;
      journal.timeline.omitted += resizes;
    }
    if (touchedMs > Number.NEGATIVE_INFINITY) compute.life.touch(touchedMs);
    agenda.set(slots.cpu, goneMs);
    agenda.set(load.slot, changeMs);
    agenda.set(slots.tick, tickMs);
    agenda.set(slots.look, lookMs);
  }
}
