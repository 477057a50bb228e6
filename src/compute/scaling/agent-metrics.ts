import { MINUTE_MS } from '../../facts/index.ts';
import { High } from '../resources/high.ts';
import type { AutoscalerConfig } from './config.ts';
import { lfcPart } from './goal.ts';
import { LOAD_TICK_MS, LoadAverage, type SavedLoadAverage } from './load-average.ts';
import { KERNEL_BYTES } from './memory-guard.ts';
import { memoryUnits } from './memory-part.ts';
import type { Metrics } from './metrics.ts';

/** The values that the agent of the autoscaler reads from a compute. */
export interface Readings {
  runnableAt(nowMs: number): number;
  /** Whether the number of runnable processes changes by itself. */
  readonly moves: boolean;
  /** Whether it may change with the size. */
  readonly runnableFollowsSize: boolean;
  readonly nonReclaimableBytes: number;
  readonly cachedBytes: number;
  readonly workingSetBytes: number;
  /** The time at which pages were last read. */
  readonly lastReadMs: number;
}

export interface SavedMetrics {
  readonly startedMs: number;
  readonly memory: number;
  readonly cached: number;
  readonly lfcBytes: number;
  readonly restUnits: number;
  readonly load: SavedLoadAverage;
}

/**
 * The metrics of one machine in the agent of the autoscaler. The agent reads them every five seconds from the start of
 * the machine on. The load averages between two ticks follow from these readings.
 */
export class AgentMetrics {
  /** The maximum of the one-minute average. The average is monotone between two changes, so the ends are enough. */
  readonly high = new High();
  readonly load = new LoadAverage();
  /** The units that memory and the working set ask for at the last reading. */
  restUnits = 0;
  /** The start of the machine. NaN before the first start. */
  startedMs = Number.NaN;
  private runs = false;
  private memory = 0;
  private cached = 0;
  private lfcBytes = 0;
  /** All calls of `at` share one object, because the simulator makes millions of them. */
  private readonly seen = new Seen();
  private readonly config: AutoscalerConfig;
  private readonly lfcEveryTicks: number;
  private readonly windowMs: number;

  constructor(config: AutoscalerConfig) {
    this.config = config;
    this.windowMs = (config.lfcMinWaitBeforeDownscaleMinutes + config.lfcWindowSizeMinutes) * MINUTE_MS;
    this.lfcEveryTicks = Math.max(1, Math.round(config.lfcMetricsEveryMs / LOAD_TICK_MS));
  }

  /** A compute has started on a new machine without a past. */
  begin(nowMs: number): void {
    this.startedMs = nowMs;
    this.runs = true;
    this.load.reset(0);
    this.memory = 0;
    this.lfcBytes = 0;
    this.restUnits = 0;
  }

  /** The machine is gone. */
  end(nowMs: number): void {
    if (this.runs) this.noteLoad(this.tickAt(nowMs));
    this.runs = false;
  }

  /** Null while there is no machine. */
  saved(): SavedMetrics | null {
    if (!this.runs) return null;
    const { startedMs, memory, cached, lfcBytes, restUnits } = this;
    return { startedMs, memory, cached, lfcBytes, restUnits, load: this.load.saved() };
  }

  restore({ startedMs, memory, cached, lfcBytes, restUnits, load }: SavedMetrics): void {
    this.startedMs = startedMs;
    this.runs = true;
    this.memory = memory;
    this.cached = cached;
    this.lfcBytes = lfcBytes;
    this.restUnits = restUnits;
    this.load.restore(load);
  }

  /** Returns the load of the last tick, and memory and working set of the last reading. Valid until the next call. */
  at(nowMs: number): Metrics {
    const { load, seen } = this;
    const tick = this.tickAt(nowMs);
    seen.load1 = load.load1(tick);
    seen.load5 = load.load5(tick);
    seen.memoryUsageBytes = this.memory;
    seen.memoryCachedBytes = this.cached;
    seen.lfc.workingSetBytes = this.lfcBytes;
    return seen;
  }

  tickAt(nowMs: number): number {
    return Math.floor((nowMs - this.startedMs) / LOAD_TICK_MS);
  }

  timeOfTick(tick: number): number {
    return this.startedMs + tick * LOAD_TICK_MS;
  }

  /** The first tick after an instant. */
  nextTickMs(nowMs: number): number {
    return this.timeOfTick(this.tickAt(nowMs) + 1);
  }

  /** The first tick at an instant or after it. The start itself is no tick. */
  tickFromMs(nowMs: number): number {
    return this.timeOfTick(Math.max(1, Math.ceil((nowMs - this.startedMs) / LOAD_TICK_MS)));
  }

  /** Reads the metrics of a tick. */
  read(nowMs: number, readings: Readings): void {
    const tick = this.tickAt(nowMs);
    const runnable = readings.runnableAt(nowMs);
    if (runnable !== this.load.runnable) {
      this.noteLoad(tick - 1);
      this.load.count(tick, runnable);
    }
    const readsLfc = this.config.lfcMetrics && tick % this.lfcEveryTicks === 0;
    const lfcBytes = readsLfc ? this.workingSetSeen(nowMs, readings) : this.lfcBytes;
    this.readMemory(readings.nonReclaimableBytes, readings.cachedBytes, lfcBytes);
  }

  load1At(nowMs: number): number {
    return this.runs ? this.load.load1(this.tickAt(nowMs)) : 0;
  }

  highestLoad1At(nowMs: number): number {
    return Math.max(this.high.ever, this.load1At(nowMs));
  }

  /** Whether something ran at the last reading. */
  get isLoaded(): boolean {
    return this.load.runnable > 0;
  }

  /** Whether the next reading may find another working set than the last one. */
  workingSetChanges(nowMs: number, readings: Readings): boolean {
    return this.config.lfcMetrics && this.workingSetSeen(nowMs, readings) !== this.lfcBytes;
  }

  /** The first tick whose windows contain no pages if no more are read. Infinity if they already contain none. */
  workingSetGoneMs({ lastReadMs }: Readings): number {
    return this.lfcBytes > 0 ? this.nextTickMs(lastReadMs + this.windowMs) : Number.POSITIVE_INFINITY;
  }

  private readMemory(nonReclaimableBytes: number, cached: number, lfcBytes: number): void {
    const memory = nonReclaimableBytes + KERNEL_BYTES;
    if (memory === this.memory && cached === this.cached && lfcBytes === this.lfcBytes) return;
    this.memory = memory;
    this.cached = cached;
    this.lfcBytes = lfcBytes;
    this.restUnits = restUnits(nonReclaimableBytes, cached, lfcBytes, this.config);
  }

  private noteLoad(tick: number): void {
    this.high.note(this.load.load1(tick));
  }

  /** The working set is zero once nothing has been read for the length of the windows. */
  private workingSetSeen(nowMs: number, { workingSetBytes, lastReadMs }: Readings): number {
    return nowMs - lastReadMs <= this.windowMs ? workingSetBytes : 0;
  }
}

class Seen implements Metrics {
  load1 = 0;
  load5 = 0;
  memoryUsageBytes = 0;
  memoryCachedBytes = 0;
  readonly lfc = { workingSetBytes: 0 };
}

/** Returns the units that memory and the working set ask for, without the load. */
export function restUnits(
  nonReclaimableBytes: number,
  cachedBytes: number,
  workingSetBytes: number,
  config: AutoscalerConfig,
): number {
  const memory = nonReclaimableBytes + KERNEL_BYTES;
  if (!config.lfcMetrics) return memoryUnits(memory, null, cachedBytes, config);
  return Math.max(
    memoryUnits(memory, workingSetBytes, cachedBytes, config),
    lfcPart({ workingSetBytes }, config),
  );
}
