import type { Bounds, Cpu, ScalingAlarm, ScalingPorts } from '../../compute/index.ts';
import { type GivenColumns, givenColumns, RANK } from '../../engine/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import type { Alarm } from './alarms.ts';
import type { ComputeHost } from './compute-host.ts';

/** The machine of one compute: it has what its size gives, and shows the autoscaler its metrics. */
export class LiveMachine implements ScalingPorts {
  private readonly compute: ComputeHost;
  private readonly cpu: Cpu;
  private readonly alarms: { readonly [Name in ScalingAlarm]: Alarm };
  /** What a size gives. */
  private readonly given: GivenColumns;

  constructor(compute: ComputeHost, cpu: Cpu) {
    this.compute = compute;
    this.cpu = cpu;
    this.given = givenColumns(compute.around);
    this.alarms = {
      tick: compute.alarm(RANK.tick, () => compute.scaling.tick(compute.nowMs)),
      look: compute.alarm(RANK.look, () => compute.scaling.look(compute.nowMs)),
    };
  }

  schedule(alarm: ScalingAlarm, atMs: number): void {
    this.alarms[alarm].set(atMs);
  }

  cancel(alarm: ScalingAlarm): void {
    this.alarms[alarm].clear();
  }

  get bounds(): Bounds {
    return this.compute.bounds;
  }

  get accepts(): boolean {
    return this.compute.accepts;
  }

  get flows(): boolean {
    return this.cpu.flow > 0;
  }

  get moves(): boolean {
    return this.cpu.moves;
  }

  /** What is cached follows from the load and the size. */
  readonly cacheMoves = false;

  get nonReclaimableBytes(): number {
    return this.compute.nonReclaimableBytes;
  }

  get cachedBytes(): number {
    return Math.min(this.workingSetBytes, this.given.cacheBytes[this.compute.size] as number);
  }

  get workingSetBytes(): number {
    return this.compute.feed.demand.workingSetBytes;
  }

  /** Nobody knows when the load is set anew. */
  readonly flowChangesMs = Number.POSITIVE_INFINITY;

  get lastReadMs(): number {
    return this.cpu.flow > 0 ? this.compute.nowMs : this.compute.life.lastActivityMs;
  }

  get usableBytes(): number {
    return this.given.usableBytes[this.compute.size] as number;
  }

  runnableAt(nowMs: number): number {
    return this.cpu.runnableAt(nowMs);
  }

  settle(): void {
    const { compute } = this;
    if (!this.cpu.reweigh(compute.nowMs)) return;
    compute.cpuChanged();
    compute.scaling.wantTick(compute.nowMs);
  }

  fit(size: QuarterCu): void {
    const { compute, given } = this;
    this.cpu.setVcpu(given.vcpu[size] as number, compute.nowMs);
    compute.cpuChanged();
  }

  resized(size: QuarterCu): void {
    const { compute } = this;
    const { reason } = compute.scaling;
    compute.send('autoscale');
    compute.meter(size);
    this.fit(size);
    compute.tellState(reason);
  }

  /** The API does not tell of it. */
  downscaleDenied(): void {}

  /** It is gone. */
  stop(): void {
    const { compute } = this;
    this.cpu.setVcpu(0, compute.nowMs);
    compute.cpuChanged();
    compute.scaling.end(compute.nowMs);
  }

  end(): void {
    this.alarms.tick.release();
    this.alarms.look.release();
  }
}
