import type { QuarterCu } from '../../facts/index.ts';
import type { High } from '../resources/high.ts';
import { AgentMetrics, type Readings, type SavedMetrics } from './agent-metrics.ts';
import { type Bounds, bound } from './bounds.ts';
import type { AutoscalerConfig } from './config.ts';
import { type AutoscalerState, type Decision, decide, NO_WAITS, reasonsOf, type Waits } from './decide.ts';
import { computeGoal, type Goal } from './goal.ts';
import { LoadBand } from './load-band.ts';
import { underMemoryPressure } from './memory-guard.ts';
import { describeReason } from './reasons.ts';

/** At a `tick` the agent reads metrics and decides. At a `look` between two ticks it only decides. */
export type ScalingAlarm = 'tick' | 'look';

/** The ports of scaling: alarms, metrics, and a machine that takes a size. */
export interface ScalingPorts extends Readings {
  /** Sets an alarm, which replaces its earlier setting. When it fires, the host calls `tick` or `look`. */
  schedule(alarm: ScalingAlarm, atMs: number): void;
  cancel(alarm: ScalingAlarm): void;
  /** The range in force. */
  readonly bounds: Bounds;
  /** Whether the machine runs and accepts clients. */
  readonly accepts: boolean;
  /** Whether a load asks for processors. */
  readonly flows: boolean;
  /** Whether the cached bytes change by themselves. */
  readonly cacheMoves: boolean;
  /** The time of the next known change of the load. */
  readonly flowChangesMs: number;
  /** Brings the readings up to date, before a tick reads them. */
  settle(): void;
  /** Gives the machine the resources of a size. */
  fit(size: QuarterCu): void;
  /** The autoscaler chose another size. Life, meter, resources and listeners follow. */
  resized(size: QuarterCu): void;
  /** A step down was denied, because the memory in use would not fit. */
  downscaleDenied(size: QuarterCu): void;
}

/** Scaling as plain data. A compute that resumes from it goes on without a difference. */
export interface SavedScaling {
  readonly quarterCu: number;
  /** Null while there is no machine. */
  readonly sizing: (SavedMetrics & { readonly waits: Waits }) | null;
  /** Null if the alarm is not set. */
  readonly tickAtMs: number | null;
  readonly lookAtMs: number | null;
}

const NEVER = Number.POSITIVE_INFINITY;

/** After 1,440 ticks, two hours, the five-minute average is within 4e-11 of its limit. */
const TICKS_TO_SETTLE = 1440;

/**
 * The size of one compute over time. The autoscaler reads metrics at ticks and changes the size. Ticks that cannot
 * change the size are skipped, unless `steps` is set.
 */
export class Scaling {
  /** Whether the tick of this instant is already over. */
  tickIsPast = false;
  /** Whether there has been memory pressure at least once. */
  wasPressed = false;
  private sizeNow: QuarterCu;
  private largestSize: QuarterCu;
  private tickAtMs = NEVER;
  private lookAtMs = NEVER;
  /** The last tick that was read. A change at the same instant is read at the next tick. */
  readMs = Number.NEGATIVE_INFINITY;
  /** The tick of the last call of `wantTick`. */
  private wantedMs = Number.NEGATIVE_INFINITY;
  private waits = NO_WAITS;
  private lastState: AutoscalerState | null = null;
  private lastDecision: Decision | null = null;
  private readonly metrics: AgentMetrics;
  private readonly band: LoadBand;
  /** Whether both load averages are blended. The goal is then not monotone between two readings. */
  private readonly blends: boolean;
  private readonly ports: ScalingPorts;
  private readonly config: AutoscalerConfig;
  private readonly steps: boolean;

  constructor(config: AutoscalerConfig, ports: ScalingPorts, size: QuarterCu, steps = false) {
    this.config = config;
    this.ports = ports;
    this.sizeNow = size;
    this.largestSize = size;
    this.steps = steps;
    this.metrics = new AgentMetrics(config);
    this.band = new LoadBand(config);
    this.blends = config.cpuStableZoneRatio > 0 || config.cpuMixedZoneRatio > 0;
  }

  get size(): QuarterCu {
    return this.sizeNow;
  }

  /** The largest size so far. */
  get peakSize(): QuarterCu {
    return this.largestSize;
  }

  /** A machine starts at its smallest size. */
  begin(nowMs: number): void {
    this.stand(this.ports.bounds.minQuarterCu);
    this.waits = NO_WAITS;
    this.wantedMs = Number.NEGATIVE_INFINITY;
    this.metrics.begin(nowMs);
    this.ports.fit(this.size);
    this.wantTick(nowMs);
  }

  /** The machine is gone. */
  end(nowMs: number): void {
    this.metrics.end(nowMs);
    this.tickAtMs = NEVER;
    this.lookAtMs = NEVER;
    this.ports.cancel('tick');
    this.ports.cancel('look');
  }

  saved(): SavedScaling {
    return {
      quarterCu: this.size,
      sizing: this.savedSizing(),
      tickAtMs: finiteOrNull(this.tickAtMs),
      lookAtMs: finiteOrNull(this.lookAtMs),
    };
  }

  /** Fast paths save thousands of times in a run, and to spread an object takes longer than all else here. */
  private savedSizing(): SavedScaling['sizing'] {
    const metrics = this.metrics.saved();
    if (metrics === null) return null;
    const { startedMs, memory, cached, lfcBytes, restUnits, load } = metrics;
    return { startedMs, memory, cached, lfcBytes, restUnits, load, waits: this.waits };
  }

  /** Resumes from saved data. The machine already has the saved size. */
  resume({ quarterCu, sizing, tickAtMs, lookAtMs }: SavedScaling): void {
    this.stand(quarterCu as QuarterCu);
    if (sizing !== null) {
      this.metrics.restore(sizing);
      this.waits = sizing.waits;
    }
    this.tickAtMs = NEVER;
    this.lookAtMs = NEVER;
    this.wantedMs = Number.NEGATIVE_INFINITY;
    if (tickAtMs !== null) this.setTick(tickAtMs);
    if (lookAtMs !== null) this.setLook(lookAtMs);
  }

  /** Notes the highest size and load average of the time between `saved` and `resume`. */
  noteHighest(size: QuarterCu, load1: number): void {
    if (size > this.largestSize) this.largestSize = size;
    this.metrics.high.note(load1);
  }

  get autoscales(): boolean {
    const { minQuarterCu, maxQuarterCu } = this.ports.bounds;
    return minQuarterCu < maxQuarterCu;
  }

  /** Whether a change needs no new tick: one is already set, or metrics are not read at all. */
  get isTickForeseen(): boolean {
    return !this.isRead || this.tickAtMs < NEVER;
  }

  /** The reasons of the last decision, in words. */
  get reason(): string {
    const { lastState, lastDecision } = this;
    if (lastState === null || lastDecision === null) return '';
    return reasonsOf(lastState, lastDecision).map(describeReason).join('; ');
  }

  /** The maximum of the one-minute load average. */
  get loadHigh(): High {
    return this.metrics.high;
  }

  load1At(nowMs: number): number {
    return this.metrics.load1At(nowMs);
  }

  highestLoad1At(nowMs: number): number {
    return this.metrics.highestLoad1At(nowMs);
  }

  /** Makes sure that there is a tick to read a change of the metrics. */
  wantTick(nowMs: number): void {
    // Most changes come before a tick that is already set.
    if (nowMs < this.wantedMs && this.tickAtMs <= this.wantedMs) return;
    const nextMs = this.nextReadingMs(nowMs);
    if (nextMs === NEVER) return;
    this.wantedMs = nextMs;
    if (nextMs < this.tickAtMs) this.setTick(nextMs);
  }

  /** Returns the next tick at which metrics may be read. Infinity if they are not read. */
  private nextReadingMs(nowMs: number): number {
    if (!this.ports.accepts || !this.isRead) return NEVER;
    const { metrics } = this;
    return this.tickIsPast || nowMs === this.readMs ? metrics.nextTickMs(nowMs) : metrics.tickFromMs(nowMs);
  }

  /** Non-reclaimable memory has changed. Under memory pressure the agent does not wait for a tick. */
  memoryChanged(nonReclaimableBytes: number, nowMs: number): void {
    this.wantTick(nowMs);
    if (!underMemoryPressure(this.size, nonReclaimableBytes)) return;
    this.wasPressed = true;
    this.lookNow(nowMs);
  }

  tick(nowMs: number): void {
    const { ports } = this;
    this.tickAtMs = NEVER;
    if (!ports.accepts) return;
    this.readMs = nowMs;
    ports.settle();
    this.metrics.read(nowMs, ports);
    this.lookNow(nowMs);
    this.tickOn(nowMs);
  }

  look(nowMs: number): void {
    this.lookAtMs = NEVER;
    this.lookNow(nowMs);
  }

  /** Decides on the size after a reading by a fast path, which has found that the size may have to change. */
  decideNow(nowMs: number): void {
    this.tickIsPast = true;
    this.lookNow(nowMs);
    this.tickOn(nowMs);
  }

  /** Sets the next tick, if there must be one whatever the last has found. */
  private tickOn(nowMs: number): void {
    const { ports } = this;
    if (this.steps || ports.cacheMoves || (ports.moves && !this.autoscales)) this.wantTick(nowMs);
  }

  private lookNow(nowMs: number): void {
    const { ports, metrics, config } = this;
    if (!ports.accepts || !this.autoscales) return;
    const goal = computeGoal(metrics.at(nowMs), config);
    const decision = this.meets(goal) ? null : this.follow(goal, nowMs);
    this.awaitLook(
      decision === null || this.meets(goal) ? this.nextChangeMs(nowMs) : decision.nextLookMs,
      nowMs,
    );
  }

  /** Decides on a goal that the size does not meet, and carries the decision out. */
  private follow(goal: Goal, nowMs: number): Decision {
    const { ports, metrics, config, size, waits } = this;
    const { bounds, nonReclaimableBytes, cachedBytes } = ports;
    const nextMetricsMs = metrics.nextTickMs(nowMs);
    const state: AutoscalerState = { size, bounds, goal, nonReclaimableBytes, nextMetricsMs, waits };
    const decision = decide(state, nowMs, config);
    this.lastState = state;
    this.lastDecision = decision;
    this.waits = decision.waits;
    if (decision.pressed) this.wasPressed = true;
    if (decision.down === 'denied') ports.downscaleDenied(size);
    if (decision.size === size) return decision;
    this.stand(decision.size);
    ports.resized(decision.size);
    // With more processors fewer queries of a load wait for one.
    if (ports.cachedBytes !== cachedBytes || ports.runnableFollowsSize) this.wantTick(nowMs);
    return decision;
  }

  /** Whether the size equals the goal within the range, without memory pressure. */
  private meets({ goalQuarterCu }: Goal): boolean {
    const { ports, size } = this;
    return (
      goalQuarterCu !== null &&
      bound(goalQuarterCu, ports.bounds) === size &&
      !underMemoryPressure(size, ports.nonReclaimableBytes)
    );
  }

  /** Sets the time of the next decision: a tick, or a time before the next tick. Infinity sets none. */
  private awaitLook(atMs: number, nowMs: number): void {
    if (atMs === NEVER) return;
    if (atMs < this.metrics.nextTickMs(nowMs)) {
      this.setLook(atMs);
      this.wantTick(nowMs);
    } else if (atMs < this.tickAtMs) {
      this.setTick(atMs);
    }
  }

  /**
   * Returns the first tick at which the goal asks for another size, if the number of runnable processes stays the same.
   * The averages move towards that number and are monotone, so a search finds the tick. The search ends at the next
   * change of the load, which is handled when it comes.
   */
  private nextChangeMs(nowMs: number): number {
    const { metrics, ports, band } = this;
    if (ports.moves || this.blends || metrics.workingSetChanges(nowMs, ports))
      return metrics.nextTickMs(nowMs);
    const unseenMs = metrics.workingSetGoneMs(ports);
    const now = metrics.tickAt(nowMs);
    let far = now + TICKS_TO_SETTLE;
    const changeMs = ports.flowChangesMs;
    if (changeMs < metrics.timeOfTick(far)) far = Math.max(now + 1, metrics.tickAt(changeMs) + 1);
    band.find(this.size, metrics.restUnits, ports.bounds);
    const tick = metrics.load.tickOutside(now, far, band.low, band.high);
    return tick === NEVER ? unseenMs : Math.min(unseenMs, metrics.timeOfTick(tick));
  }

  /** Whether metrics are read. With a fixed size they are read only for a load, until a reading finds that it ended. */
  private get isRead(): boolean {
    return this.autoscales || this.ports.flows || this.metrics.isLoaded;
  }

  private stand(size: QuarterCu): void {
    this.sizeNow = size;
    if (size > this.largestSize) this.largestSize = size;
  }

  private setTick(atMs: number): void {
    this.tickAtMs = atMs;
    this.ports.schedule('tick', atMs);
  }

  private setLook(atMs: number): void {
    this.lookAtMs = atMs;
    this.ports.schedule('look', atMs);
  }
}

function finiteOrNull(atMs: number): number | null {
  return atMs === NEVER ? null : atMs;
}
