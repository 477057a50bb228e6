import { type Bounds, unitsOfLoad } from '../../autoscaler/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import { averageAt, FIVE_MINUTES, LOAD_TICK_MS, ONE_MINUTE, tickOutside } from '../load-average.ts';
import { cpuMsPerQueryOf } from '../loads.ts';
import { isCalm } from '../memory.ts';
import { addRampDelays } from '../ramp-delays.ts';
import { TICKS_TO_SETTLE } from '../sizing.ts';
import type { LiveLoad } from './live-load.ts';
import type { StayHost } from './stay-host.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * A compute that is awake, and whose only demand is a load that reads no pages. All that happens then is that the load
 * changes, that the metrics are read and looked at, and that a backlog ends. These follow one another without an agenda
 * in one loop over plain numbers: the same arithmetic in the same order as that of `Flow`, `Cpu`, `Scaling` and
 * `Sizing`, without what cannot come of such a load.
 */
export class Stay {
  bounds: Bounds;
  size: QuarterCu;
  peakSize: QuarterCu;
  /** What is due when: the end of a backlog, a change of the load, a reading of the metrics, a look at them. */
  goneMs = NEVER;
  changeMs = 0;
  tickMs = NEVER;
  lookMs = NEVER;
  /** Of the load. */
  memoryBytes = 0;
  /** The last activity. */
  activeMs = Number.NEGATIVE_INFINITY;
  /** The last of what was done. */
  nowMs = 0;
  /** Changes of the size, steps down that were denied, and the most memory at once: of all that was followed so far. */
  resizes = 0;
  denials = 0;
  mostBytes = 0;
  /**
   * What the load takes. These are no numbers at first so that they are floating-point ones in each run: where one run
   * has whole numbers and another has not, the code that is compiled for the first is thrown away.
   */
  readonly cpuMsPerQuery: number = Number.NaN;
  private readonly concurrency: number = Number.NaN;
  private readonly baseBytes: number = Number.NaN;
  private readonly connectionBytes: number = Number.NaN;
  private readonly host: StayHost;
  private readonly load: LiveLoad;

  constructor(host: StayHost, load: LiveLoad, bounds: Bounds) {
    this.host = host;
    this.load = load;
    this.bounds = bounds;
    const { costs } = host;
    this.cpuMsPerQuery = costs.cpuMsPerQuery;
    this.concurrency = costs.concurrency;
    this.baseBytes = costs.baseBytes;
    this.connectionBytes = costs.connectionBytes;
    this.size = bounds.minQuarterCu;
    this.peakSize = this.size;
  }

  /** Goes on up to an instant, or to where something comes that is not for here. */
  follow(beforeMs: number): void {
    const { load, bounds, host, cpuMsPerQuery, concurrency, baseBytes, connectionBytes } = this;
    const { cpu, sizing, meter, given, config, metered } = host;
    const { mover, bands, startedMs } = sizing;
    const autoscales = bounds.minQuarterCu < bounds.maxQuarterCu;

    let { goneMs, changeMs, tickMs, lookMs, memoryBytes, activeMs, nowMs } = this;
    let { size, peakSize, resizes, denials, mostBytes } = this;
    let untilMs = beforeMs;
    let { sinceMs, vcpu, flowVcpu, flowCpuMsPerQuery, flowServed, backlogMs, service, share, moves } = cpu;
    let { throttledMs, usedCpuMs, queuedCpuMsMs } = cpu;
    let highestBacklogMs = 0;
    let { runnable, changedAtTick, one, five } = sizing.load;
    let highestLoad1 = 0;
    let bytes = baseBytes + memoryBytes + connectionBytes;
    let readBytes = Number.NaN;
    let tick = -1;
    let nextTickMs = startedMs;
    // Else a reading comes first, which finds them.
    if (lookMs < tickMs) bands.find(sizing.restUnits, bounds);

    for (;;) {
      const flowMs = goneMs <= changeMs ? goneMs : changeMs;
      const scalingMs = tickMs <= lookMs ? tickMs : lookMs;
      const atMs = flowMs <= scalingMs ? flowMs : scalingMs;
      if (atMs >= untilMs) break;
      let nextVcpu = flowVcpu;
      let nextPerQuery = flowCpuMsPerQuery;
      let nextSize = size;
      let closes = false;
      let looks = false;
      let isMet = false;
      if (atMs >= nextTickMs) {
        tick = atMs === nextTickMs ? tick + 1 : Math.floor((atMs - startedMs) / LOAD_TICK_MS);
        nextTickMs = startedMs + (tick + 1) * LOAD_TICK_MS;
      }

      if (atMs === flowMs) {
        if (atMs === goneMs) {
          closes = true;
        } else {
          load.read(atMs);
          nextVcpu = load.vcpu[0] as number;
          nextPerQuery = cpuMsPerQueryOf(nextVcpu, cpuMsPerQuery);
          const nextMemory = load.memoryBytes[0] as number;
          const nextBytes = baseBytes + nextMemory + connectionBytes;
          if (nextVcpu === 0) break;
          if (!isCalm(nextBytes, given.usableBytes[size] as number)) break;
          changeMs = load.untilMs[0] as number;
          closes = nextVcpu !== flowVcpu || nextMemory !== memoryBytes;
          if (closes) {
            activeMs = atMs;
            memoryBytes = nextMemory;
            bytes = nextBytes;
            if (bytes > mostBytes) mostBytes = bytes;
          }
        }
        const fromMs = tick > 0 && nextTickMs - LOAD_TICK_MS === atMs ? atMs : nextTickMs;
        if (fromMs < tickMs) tickMs = fromMs;
      } else {
        looks = autoscales;
        if (atMs === tickMs) {
          let running = flowVcpu;
          if (moves)
            running +=
              Math.max(0, backlogMs + (flowVcpu - flowServed) * (atMs - sinceMs)) / flowCpuMsPerQuery;
          if (running > concurrency) running = concurrency;
          if (running !== runnable) {
            const ticks = tick - 1 - changedAtTick;
            one = averageAt(ONE_MINUTE, one, runnable, ticks);
            five = averageAt(FIVE_MINUTES, five, runnable, ticks);
            if (one > highestLoad1) highestLoad1 = one;
            runnable = running;
            changedAtTick = tick - 1;
          }
          if (bytes !== readBytes) {
            readBytes = bytes;
            sizing.readMemory(readBytes, 0, 0);
            bands.find(sizing.restUnits, bounds);
          }
          tickMs = moves && !autoscales ? nextTickMs : NEVER;
        } else {
          lookMs = NEVER;
        }
        if (looks) {
          const load1 = averageAt(ONE_MINUTE, one, runnable, tick - changedAtTick);
          isMet = load1 >= (bands.low[size] as number) && load1 < (bands.high[size] as number);
          if (!isMet) {
            const goal = sizing.goalOf(unitsOfLoad(load1, config));
            nextSize = mover.move(size, bounds, goal, false, bytes, atMs);
            if (mover.down === 'denied') denials++;
            if (nextSize !== size) {
              isMet = load1 >= (bands.low[nextSize] as number) && load1 < (bands.high[nextSize] as number);
              closes = given.vcpu[nextSize] !== vcpu;
            }
          }
        }
      }
      nowMs = atMs;

      if (nextSize !== size) {
        size = nextSize;
        vcpu = given.vcpu[size] as number;
        if (size > peakSize) peakSize = size;
        resizes++;
        meter.set(size, atMs);
        if (metered !== null) untilMs = Math.min(untilMs, metered(atMs));
      }
      if (closes) {
        const dt = atMs - sinceMs;
        if (dt > 0) {
          usedCpuMs += flowServed * dt;
          service += share * dt;
          const queries = (flowVcpu * dt) / flowCpuMsPerQuery;
          if (moves) {
            const queuedMs = Math.max(0, backlogMs + (flowVcpu - flowServed) * dt);
            throttledMs += dt;
            queuedCpuMsMs += ((backlogMs + queuedMs) / 2) * dt;
            addRampDelays(cpu.flowDelays, queries, backlogMs, queuedMs, flowServed);
            backlogMs = queuedMs;
            if (queuedMs > highestBacklogMs) highestBacklogMs = queuedMs;
          } else {
            cpu.flowDelays.addNone(queries);
          }
          sinceMs = atMs;
        }
        flowVcpu = nextVcpu;
        flowCpuMsPerQuery = nextPerQuery;
        const most = vcpu < concurrency ? vcpu : concurrency;
        goneMs = NEVER;
        if (backlogMs === 0 && flowVcpu <= most) {
          share = 1;
          flowServed = flowVcpu;
          moves = false;
        } else {
          const wanting = Math.min(concurrency, flowVcpu + backlogMs / flowCpuMsPerQuery);
          share = wanting <= vcpu ? 1 : vcpu / wanting;
          flowServed = most;
          moves = true;
          if (backlogMs > 0 && flowServed > flowVcpu)
            goneMs = sinceMs + Math.max(1, Math.ceil(backlogMs / (flowServed - flowVcpu)));
        }
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
          bands.low[size] as number,
          bands.high[size] as number,
        );
        if (outside === NEVER) continue;
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
    this.goneMs = goneMs;
    this.changeMs = changeMs;
    this.tickMs = tickMs;
    this.lookMs = lookMs;
    this.memoryBytes = memoryBytes;
    this.activeMs = activeMs;
    this.nowMs = nowMs;
    this.size = size;
    this.peakSize = peakSize;
    this.resizes = resizes;
    this.denials = denials;
    this.mostBytes = mostBytes;
  }
}
