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

/** The agent reads the metrics at a tick, and looks at them then and in between. */
export type ScalingAlarm = 'tick' | 'look';

/** What scaling needs of the world around it: alarms, the metrics, and a machine that takes a size. */
export interface ScalingPorts extends Readings {
  /**
   * Sets the alarm of that name, in place of the one before. When it goes off, `tick` or `look` wants to hear of it.
   */
  schedule(alarm: ScalingAlarm, atMs: number): void;
  cancel(alarm: ScalingAlarm): void;
  /** The range in force. */
  readonly bounds: Bounds;
  /** The machine runs and lets clients in. */
  readonly accepts: boolean;
  /** A load asks for processors. */
  readonly flows: boolean;
  /** The cached bytes change by themselves. */
  readonly cacheMoves: boolean;
  /** When the load changes next, as far as that is known. */
  readonly flowChangesMs: number;
  /** Brings what the metrics show up to a tick. */
  settle(): void;
  /** The machine stands at a size: its resources follow. */
  fit(size: QuarterCu): void;
  /** The autoscaler chose another size: the life, the meter, the resources and the listeners follow. */
  resized(size: QuarterCu): void;
  /** The autoscaler wanted less, and the memory in use does not fit into less. */
  downscaleDenied(size: QuarterCu): void;
}

/** Scaling as plain data: a compute goes on from it as if nothing had happened. */
export interface SavedScaling {
  readonly quarterCu: number;
  /** null while there is no machine. */
  readonly sizing: (SavedMetrics & { readonly waits: Waits }) | null;
  /** null: the alarm is not set. */
  readonly tickAtMs: number | null;
  readonly lookAtMs: number | null;
}

const NEVER = Number.POSITIVE_INFINITY;

/** After 1,440 ticks, two hours, the five-minute average is within 4e-11 of where it goes. */
const TICKS_TO_SETTLE = 1440;

/**
 * The size of one compute over time. The autoscaler reads metrics at ticks, looks at them, and moves the size. Ticks at
 * which nothing can come of it are passed over, unless it steps.
 */
export class Scaling {
  /** Of this instant's events, the one that reads the metrics lies behind. */
  tickIsPast = false;
  /** Memory in use has pressed on a size at least once. */
  wasPressed = false;
  private sizeNow: QuarterCu;
  private largestSize: QuarterCu;
  private tickAtMs = NEVER;
  private lookAtMs = NEVER;
  /** The last tick that was read. What it set off at the same instant is read at the next one. */
  private readMs = Number.NEGATIVE_INFINITY;
  /** The last tick that somebody wanted. */
  private wantedMs = Number.NEGATIVE_INFINITY;
  private waits = NO_WAITS;
  private lastState: AutoscalerState | null = null;
  private lastDecision: Decision | null = null;
  private readonly metrics: AgentMetrics;
  private readonly band: LoadBand;
  /** The load averages are blended: the goal may turn between two readings. */
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
    const metrics = this.metrics.saved();
    return {
      quarterCu: this.size,
      sizing: metrics === null ? null : { ...metrics, waits: this.waits },
      tickAtMs: finiteOrNull(this.tickAtMs),
      lookAtMs: finiteOrNull(this.lookAtMs),
    };
  }

  /** Goes on from what was saved. The machine has that size already. */
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

  /** The highest size and load average of a time that went by between `saved` and `resume`. */
  noteHighest(size: QuarterCu, load1: number): void {
    if (size > this.largestSize) this.largestSize = size;
    this.metrics.high.note(load1);
  }

  get autoscales(): boolean {
    const { minQuarterCu, maxQuarterCu } = this.ports.bounds;
    return minQuarterCu < maxQuarterCu;
  }

  /** What changes now will be read at a tick that is set already, or never. */
  get isTickForeseen(): boolean {
    return !this.isRead || this.tickAtMs < NEVER;
  }

  /** Why the last look gave what it gave. */
  get reason(): string {
    const { lastState, lastDecision } = this;
    if (lastState === null || lastDecision === null) return '';
    return reasonsOf(lastState, lastDecision).map(describeReason).join('; ');
  }

  /** Of the one-minute load average. */
  get loadHigh(): High {
    return this.metrics.high;
  }

  load1At(nowMs: number): number {
    return this.metrics.load1At(nowMs);
  }

  highestLoad1At(nowMs: number): number {
    return this.metrics.highestLoad1At(nowMs);
  }

  /** Something has changed that the next reading of the metrics will show. */
  wantTick(nowMs: number): void {
    // Most changes come before a tick that is set already.
    if (nowMs < this.wantedMs && this.tickAtMs <= this.wantedMs) return;
    const nextMs = this.nextReadingMs(nowMs);
    if (nextMs === NEVER) return;
    this.wantedMs = nextMs;
    if (nextMs < this.tickAtMs) this.setTick(nextMs);
  }

  /** The same, unless another size cannot come of what a tick would read now. */
  wantTickIfItMatters(nowMs: number): void {
    if (this.isRead && !this.metrics.asksForTheSame(nowMs, this.ports)) this.wantTick(nowMs);
  }

  /** The next tick at which metrics may be read; Infinity where nobody reads them. */
  nextReadingMs(nowMs: number): number {
    if (!this.ports.accepts || !this.isRead) return NEVER;
    const { metrics } = this;
    return this.tickIsPast || nowMs === this.readMs ? metrics.nextTickMs(nowMs) : metrics.tickFromMs(nowMs);
  }

  /** The memory that no eviction frees has changed. The agent does not wait for a tick where it presses. */
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
    if (this.steps || ports.cacheMoves || (ports.moves && !this.autoscales)) this.wantTick(nowMs);
  }

  look(nowMs: number): void {
    this.lookAtMs = NEVER;
    this.lookNow(nowMs);
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
    // Of what the metrics show, another size changes the cached bytes at most: processes run or wait all the same.
    if (ports.cachedBytes !== cachedBytes) this.wantTick(nowMs);
    return decision;
  }

  /** The size is the goal within the range, and memory does not press on it. */
  private meets({ goalQuarterCu }: Goal): boolean {
    const { ports, size } = this;
    return (
      goalQuarterCu !== null &&
      bound(goalQuarterCu, ports.bounds) === size &&
      !underMemoryPressure(size, ports.nonReclaimableBytes)
    );
  }

  /**
   * Looks again at a tick, or before the next one and then at that tick too. Infinity: nothing comes of it by itself.
   */
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
   * The tick at which the goal, as it stands, will first ask for another size, if the number of runnable processes
   * stays as it is. The averages move towards that number and never turn, so a search finds it. What comes after the
   * next change of the load is not looked for: that change will be looked at by itself.
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

  /** Of a fixed size only what a load does to the averages is read: the last of it is that it has ended. */
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
