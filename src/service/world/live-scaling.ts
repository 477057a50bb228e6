import { boundsOf, type Cpu, type Given, givenBy, RANK, type Readings, Sizing } from '../../engine/index.ts';
import { isFixed, type QuarterCu, quarterCu } from '../../facts/index.ts';
import type { LiveState } from '../records/live-state.ts';
import type { LiveCompute } from './live-compute.ts';
import { TimedAlarm } from './timed-alarm.ts';

/** The size of one compute over time: the ticks that read its metrics, the looks that move it, and what it then has. */
export class LiveScaling implements Readings {
  size: QuarterCu;
  given: Given;
  private readonly compute: LiveCompute;
  private readonly cpu: Cpu;
  private readonly sizing: Sizing;
  private readonly tickAlarm: TimedAlarm;
  private readonly lookAlarm: TimedAlarm;

  constructor(compute: LiveCompute, cpu: Cpu, live: LiveState) {
    this.compute = compute;
    this.cpu = cpu;
    this.size = live.quarterCu as QuarterCu;
    this.given = givenBy(this.size, compute.around);
    this.sizing = new Sizing(compute.around.assumptions, live.sizing);
    this.tickAlarm = new TimedAlarm(compute.alarm(RANK.tick, () => this.tick()));
    this.lookAlarm = new TimedAlarm(compute.alarm(RANK.look, () => this.look()));
  }

  saved(): Pick<LiveState, 'quarterCu' | 'sizing' | 'tickAtMs' | 'lookAtMs'> {
    return {
      quarterCu: this.size,
      sizing: this.sizing.saved(),
      tickAtMs: this.tickAlarm.saved,
      lookAtMs: this.lookAlarm.saved,
    };
  }

  resume(live: LiveState): void {
    this.tickAlarm.resume(live.tickAtMs);
    this.lookAlarm.resume(live.lookAtMs);
  }

  get autoscales(): boolean {
    return !isFixed(this.compute.setting);
  }

  /** A machine starts at its smallest size. */
  begin(): void {
    this.size = quarterCu(this.compute.setting.minCu);
    this.sizing.begin(this.compute.nowMs);
    this.fitToSize();
  }

  /** The machine is gone. */
  stop(): void {
    const { nowMs } = this.compute;
    this.cpu.setVcpu(0, nowMs);
    this.compute.cpuChanged();
    this.sizing.end(nowMs);
    this.tickAlarm.set(Number.POSITIVE_INFINITY);
    this.lookAlarm.set(Number.POSITIVE_INFINITY);
  }

  /** Something has changed that the next reading of the metrics will show. */
  wantTick(): void {
    const { compute, sizing } = this;
    if (!this.autoscales || !compute.accepts) return;
    const nextMs = compute.tickIsPast ? sizing.nextTickMs(compute.nowMs) : sizing.tickFromMs(compute.nowMs);
    if (nextMs < this.tickAlarm.atMs) this.tickAlarm.set(nextMs);
  }

  look(): void {
    this.lookAlarm.rang();
    const { compute, sizing } = this;
    const { nowMs } = compute;
    if (!compute.accepts || !this.autoscales) return;
    const bounds = boundsOf(compute.setting);
    const next = sizing.look(nowMs, this.size, bounds, this);
    if (next !== this.size) {
      const reason = sizing.reason(nowMs, this.size, bounds, this);
      this.size = next;
      compute.send('autoscale');
      compute.meter(next);
      this.fitToSize();
      compute.tellState(reason);
    }
    const nextLookMs = sizing.nextLookMs(nowMs, this.size, bounds, this);
    if (nextLookMs === Number.POSITIVE_INFINITY) return;
    if (nextLookMs < sizing.nextTickMs(nowMs)) {
      this.lookAlarm.set(nextLookMs);
      this.wantTick();
    } else if (nextLookMs < this.tickAlarm.atMs) {
      this.tickAlarm.set(nextLookMs);
    }
  }

  end(): void {
    this.tickAlarm.release();
    this.lookAlarm.release();
  }

  runnableAt(nowMs: number): number {
    return this.cpu.runnableAt(nowMs);
  }

  get moves(): boolean {
    return this.cpu.moves;
  }

  get nonReclaimableBytes(): number {
    return this.compute.nonReclaimableBytes;
  }

  get cachedBytes(): number {
    return Math.min(this.workingSetBytes, this.given.cacheBytes);
  }

  get workingSetBytes(): number {
    return this.compute.load.asked.workingSetBytes;
  }

  /** Nobody knows when the load is set anew. */
  readonly flowChangesMs = Number.POSITIVE_INFINITY;

  get lastReadMs(): number {
    return this.cpu.flow > 0 ? this.compute.nowMs : this.compute.life.lastActivityMs;
  }

  private tick(): void {
    this.tickAlarm.rang();
    if (!this.compute.accepts) return;
    this.sizing.read(this.compute.nowMs, this);
    this.look();
  }

  private fitToSize(): void {
    this.given = givenBy(this.size, this.compute.around);
    this.cpu.setVcpu(this.given.vcpu, this.compute.nowMs);
    this.compute.cpuChanged();
  }
}
