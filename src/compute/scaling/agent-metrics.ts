import { MINUTE_MS } from '../../facts/index.ts';
import { High } from '../resources/high.ts';
import type { AutoscalerConfig } from './config.ts';
import { lfcPart } from './goal.ts';
import { LOAD_TICK_MS, LoadAverage, type SavedLoadAverage } from './load-average.ts';
import { KERNEL_BYTES } from './memory-guard.ts';
import { memoryUnits } from './memory-part.ts';
import type { Metrics } from './metrics.ts';

/** What the autoscaler's agent reads off the compute. */
export interface Readings {
  runnableAt(nowMs: number): number;
  /** The number of runnable processes changes by itself. */
  readonly moves: boolean;
  readonly nonReclaimableBytes: number;
  readonly cachedBytes: number;
  readonly workingSetBytes: number;
  /** When pages were last read. */
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
 * The metrics of one machine as the autoscaler's agent has them. It reads them at ticks of five seconds from the start of
 * the machine; the load averages between two ticks follow from the readings.
 */
export class AgentMetrics {
  /** Of the one-minute average. Between two changes it does not turn, so its ends are enough. */
  readonly high = new High();
  readonly load = new LoadAverage();
  /** Units that memory and the working set ask for, as read last. */
  restUnits = 0;
  /** Not a number before the first start. */
  startedMs = Number.NaN;
  private runs = false;
  private memory = 0;
  private cached = 0;
  private lfcBytes = 0;
  /** One object for all looks: the engine looks millions of times. */
  private readonly seen = new Seen();
  private readonly config: AutoscalerConfig;
  private readonly lfcEveryTicks: number;
  private readonly windowMs: number;

  constructor(config: AutoscalerConfig) {
    this.config = config;
    this.windowMs = (config.lfcMinWaitBeforeDownscaleMinutes + config.lfcWindowSizeMinutes) * MINUTE_MS;
    this.lfcEveryTicks = Math.max(1, Math.round(config.lfcMetricsEveryMs / LOAD_TICK_MS));
  }

  /** A compute has started: a new machine, without a past. */
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

  /** null while there is no machine. */
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

  /** The metrics at a time, until the next call: memory and working set as read last, the load averages of the last tick. */
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

  /** The first tick at an instant or after it; the start itself is none. */
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

  /**
   * What a tick would read asks for the same size as what the last one has read: all is as it was, but for cached pages
   * that are too few to make a difference of one unit.
   */
  asksForTheSame(nowMs: number, readings: Readings): boolean {
    const { nonReclaimableBytes, cachedBytes } = readings;
    if (readings.runnableAt(nowMs) !== this.load.runnable) return false;
    if (nonReclaimableBytes + KERNEL_BYTES !== this.memory) return false;
    if (this.workingSetChanges(nowMs, readings)) return false;
    if (cachedBytes === this.cached) return true;
    const units = restUnits(nonReclaimableBytes, cachedBytes, this.lfcBytes, this.config);
    return Math.ceil(units) === Math.ceil(this.restUnits);
  }

  load1At(nowMs: number): number {
    return this.runs ? this.load.load1(this.tickAt(nowMs)) : 0;
  }

  highestLoad1At(nowMs: number): number {
    return Math.max(this.high.ever, this.load1At(nowMs));
  }

  /** When the metrics were read last, something ran. */
  get isLoaded(): boolean {
    return this.load.runnable > 0;
  }

  /** The next reading of the working set may find another one than the last reading did. */
  workingSetChanges(nowMs: number, readings: Readings): boolean {
    return this.config.lfcMetrics && this.workingSetSeen(nowMs, readings) !== this.lfcBytes;
  }

  /** The tick from which on no window that counts has pages in it, if no more are read; Infinity where none has now. */
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

  /** Pages fall out of the windows that count once nothing has been read for as long as those are. */
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

/** Units that memory and the working set ask for, beside the load. */
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
