import {
  type Bounds,
  bound,
  cpuUnits,
  describeReason,
  goalOf,
  Mover,
  memoryUnits,
  reasonsOf,
  UNIT_MEMORY_BYTES,
  underMemoryPressure,
  unitsOfLoad,
  type Waits,
} from '../autoscaler/index.ts';
import { MIB, MINUTE_MS, type QuarterCu } from '../facts/index.ts';
import type { Assumptions } from './assumptions.ts';
import { High } from './high.ts';
import { LOAD_TICK_MS, LoadAverage, type SavedLoadAverage, tickOutside } from './load-average.ts';
import { LoadBand } from './load-band.ts';

/** What the autoscaler's agent reads off the compute at a look. */
export interface Readings {
  runnableAt(nowMs: number): number;
  /** The number of runnable processes changes by itself. */
  readonly moves: boolean;
  readonly nonReclaimableBytes: number;
  readonly cachedBytes: number;
  readonly workingSetBytes: number;
  /** When the flow changes next, as far as that is known. */
  readonly flowChangesMs: number;
  /** When pages were last read. */
  readonly lastReadMs: number;
}

export interface SavedSizing {
  readonly startedMs: number;
  readonly memory: number;
  readonly cached: number;
  readonly lfcBytes: number;
  readonly restUnits: number;
  readonly load: SavedLoadAverage;
  readonly waits: Waits;
}

/** The kernel's part of the memory that counts as used. */
const SYSTEM_BYTES = 100 * MIB;

/**
 * The autoscaler of one compute, between the metrics and `decide`. Metrics are read at ticks of five seconds from the
 * start; ticks at which nothing can come of it are passed over.
 */
export class Sizing {
  readonly load = new LoadAverage();
  /** Not a number before the first start. */
  startedMs = Number.NaN;
  private runs = false;
  /** Of the one-minute average. Between two changes it does not turn, so its ends are enough. */
  readonly high = new High();
  private memory = 0;
  private cached = 0;
  private lfcBytes = 0;
  /** What memory and the working set ask for, as read last. */
  restUnits = 0;
  /** What the last look found to be asked for. */
  private goal = 0 as QuarterCu;
  mover: Mover;
  private readonly config: Assumptions['autoscaler'];
  /** The load averages are blended: the goal may turn between two readings. */
  private readonly blends: boolean;
  private readonly lfcEveryTicks: number;
  private readonly windowMs: number;
  private readonly band: LoadBand;

  constructor({ autoscaler }: Pick<Assumptions, 'autoscaler'>, saved: SavedSizing | null = null) {
    this.config = autoscaler;
    this.blends = autoscaler.cpuStableZoneRatio > 0 || autoscaler.cpuMixedZoneRatio > 0;
    this.mover = new Mover(autoscaler, saved?.waits);
    this.band = new LoadBand(autoscaler);
    if (saved !== null) {
      this.startedMs = saved.startedMs;
      this.runs = true;
      this.memory = saved.memory;
      this.cached = saved.cached;
      this.lfcBytes = saved.lfcBytes;
      this.restUnits = saved.restUnits;
      this.load.restore(saved.load);
    }
    this.windowMs =
      (autoscaler.lfcMinWaitBeforeDownscaleMinutes + autoscaler.lfcWindowSizeMinutes) * MINUTE_MS;
    this.lfcEveryTicks = Math.max(1, Math.round(autoscaler.lfcMetricsEveryMs / LOAD_TICK_MS));
  }

  /** A compute has started: a new machine, without a past. */
  begin(nowMs: number): void {
    this.startedMs = nowMs;
    this.runs = true;
    this.load.reset(0);
    this.memory = 0;
    this.lfcBytes = 0;
    this.restUnits = 0;
    this.mover = new Mover(this.config);
  }

  /** What a sizing goes on from as if nothing had been; null while there is no machine. */
  saved(): SavedSizing | null {
    if (!this.runs) return null;
    const { startedMs, memory, cached, lfcBytes, restUnits, mover } = this;
    const { stepDownUntilMs, denialUntilMs, pressureUntilMs } = mover;
    return {
      startedMs,
      memory,
      cached,
      lfcBytes,
      restUnits,
      load: this.load.saved(),
      waits: { stepDownUntilMs, denialUntilMs, pressureUntilMs },
    };
  }

  /** The first tick after an instant. */
  nextTickMs(nowMs: number): number {
    return this.startedMs + (this.tickAt(nowMs) + 1) * LOAD_TICK_MS;
  }

  /** The first tick at an instant or after it; the start itself is none. */
  tickFromMs(nowMs: number): number {
    return this.startedMs + Math.max(1, Math.ceil((nowMs - this.startedMs) / LOAD_TICK_MS)) * LOAD_TICK_MS;
  }

  /** Reads the metrics of a tick. */
  read(nowMs: number, readings: Readings): void {
    const tick = this.tickAt(nowMs);
    const runnable = readings.runnableAt(nowMs);
    if (runnable !== this.load.runnable) {
      this.noteLoad(tick - 1);
      this.load.count(tick, runnable);
    }
    const sees = this.config.lfcMetrics && tick % this.lfcEveryTicks === 0;
    const lfcBytes = sees ? this.workingSetSeen(nowMs, readings) : this.lfcBytes;
    this.readMemory(readings.nonReclaimableBytes, readings.cachedBytes, lfcBytes);
  }

  /** Of the metrics, those that do not move by themselves. */
  readMemory(nonReclaimableBytes: number, cached: number, lfcBytes: number): void {
    const memory = nonReclaimableBytes + SYSTEM_BYTES;
    if (memory === this.memory && cached === this.cached && lfcBytes === this.lfcBytes) return;
    this.memory = memory;
    this.cached = cached;
    this.lfcBytes = lfcBytes;
    const { lfcMetrics, lfcToMemoryRatio } = this.config;
    const units = memoryUnits(memory, lfcMetrics ? lfcBytes : null, cached, this.config);
    this.restUnits = lfcMetrics ? Math.max(units, lfcBytes / lfcToMemoryRatio / UNIT_MEMORY_BYTES) : units;
  }

  highestLoad1At(nowMs: number): number {
    return Math.max(this.high.ever, this.load1At(nowMs));
  }

  load1At(nowMs: number): number {
    return this.runs ? this.load.load1(this.tickAt(nowMs)) : 0;
  }

  /** When the metrics were read last, something ran. */
  get isLoaded(): boolean {
    return this.load.runnable > 0;
  }

  /** The machine is gone. */
  end(nowMs: number): void {
    if (this.runs) this.noteLoad(this.tickAt(nowMs));
    this.runs = false;
  }

  /** Whether the last look asked for a step down and was denied it. */
  get denied(): boolean {
    return this.mover.down === 'denied';
  }

  /** The size from now on. */
  look(nowMs: number, size: QuarterCu, bounds: Bounds, readings: Readings): QuarterCu {
    const memoryBytes = readings.nonReclaimableBytes;
    this.goal = this.goalAt(this.tickAt(nowMs));
    this.mover.down = 'none wanted';
    if (this.isMet(size, bounds, memoryBytes)) return size;
    return this.mover.move(size, bounds, this.goal, false, memoryBytes, nowMs);
  }

  /** When to look again after a look; Infinity where nothing can come of it before something changes. */
  nextLookMs(nowMs: number, size: QuarterCu, bounds: Bounds, readings: Readings): number {
    return this.isMet(size, bounds, readings.nonReclaimableBytes)
      ? this.nextChangeMs(nowMs, size, bounds, readings)
      : this.mover.nextLookMs(size, nowMs, this.nextTickMs(nowMs));
  }

  /** Why the last look gave what it gave, for a compute that stood at `size` before. */
  reason(nowMs: number, size: QuarterCu, bounds: Bounds, readings: Readings): string {
    const { cpu, memory, lfc } = this.partsAt(this.tickAt(nowMs));
    const goal = goalOf(cpu, memory, lfc, this.config);
    return reasonsOf(this.mover, goal, { ...bounds, size }, readings.nonReclaimableBytes)
      .map(describeReason)
      .join('; ');
  }

  /** The last look found the size that it wants. */
  private isMet(size: QuarterCu, bounds: Bounds, memoryBytes: number): boolean {
    return bound(this.goal, bounds) === size && !underMemoryPressure(size, memoryBytes);
  }

  private noteLoad(tick: number): void {
    this.high.note(this.load.load1(tick));
  }

  private tickAt(nowMs: number): number {
    return Math.floor((nowMs - this.startedMs) / LOAD_TICK_MS);
  }

  private partsAt(tick: number) {
    const { load, config } = this;
    const lfcBytes = config.lfcMetrics ? this.lfcBytes : null;
    return {
      cpu: cpuUnits(load.load1(tick), load.load5(tick), config),
      memory: memoryUnits(this.memory, lfcBytes, this.cached, config),
      lfc: lfcBytes === null ? null : lfcBytes / config.lfcToMemoryRatio / UNIT_MEMORY_BYTES,
    };
  }

  /** The goal of a tick. Memory and working set were read then; only the load average moves between readings. */
  private goalAt(tick: number): QuarterCu {
    const { load, config } = this;
    const load1 = load.load1(tick);
    // Where no zone is stable the five-minute average has no say.
    return this.goalOf(this.blends ? cpuUnits(load1, load.load5(tick), config) : unitsOfLoad(load1, config));
  }

  /** The goal where the load asks for so many units. */
  private goalOf(units: number): QuarterCu {
    return Math.ceil(Math.max(Math.round(units), this.restUnits)) as QuarterCu;
  }

  /**
   * The tick at which the goal, as it stands, will first ask for another size, if the number of runnable processes
   * stays as it is. The averages move towards that number and never turn, so a search finds it. What comes after the
   * next change of the flow is not looked for: that change will be looked at by itself.
   */
  private nextChangeMs(nowMs: number, wanted: QuarterCu, bounds: Bounds, readings: Readings): number {
    const now = this.tickAt(nowMs);
    const seen = this.config.lfcMetrics ? this.workingSetSeen(nowMs, readings) : 0;
    if (readings.moves || this.blends || seen !== this.lfcBytes) return this.nextTickMs(nowMs);
    const unseenMs =
      this.lfcBytes > 0 ? this.nextTickMs(readings.lastReadMs + this.windowMs) : Number.POSITIVE_INFINITY;
    let far = now + TICKS_TO_SETTLE;
    const changeMs = readings.flowChangesMs;
    if (changeMs < this.startedMs + far * LOAD_TICK_MS) far = Math.max(now + 1, this.tickAt(changeMs) + 1);
    this.band.find(wanted, this.restUnits, bounds);
    const { low, high } = this.band;
    const { runnable, one, changedAtTick } = this.load;
    const tick = tickOutside(runnable, one, changedAtTick, now, far, low, high);
    return tick === Number.POSITIVE_INFINITY
      ? unseenMs
      : Math.min(unseenMs, this.startedMs + tick * LOAD_TICK_MS);
  }

  /** Pages fall out of the windows that count once nothing has been read for as long as those are. */
  private workingSetSeen(nowMs: number, { workingSetBytes, lastReadMs }: Readings): number {
    return nowMs - lastReadMs <= this.windowMs ? workingSetBytes : 0;
  }
}

/** After 1,440 ticks, two hours, the five-minute average is within 4e-11 of where it goes. */
const TICKS_TO_SETTLE = 1440;
