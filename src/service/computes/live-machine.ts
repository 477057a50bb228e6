import type { Bounds, MachinePorts } from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import { type ResourcesBySize, resourcesBySize } from '../../simulator/index.ts';
import type { ComputeHost } from './compute-host.ts';

/** The machine of one compute: it has what its size gives. What is cached follows from the load and the size. */
export class LiveMachine implements MachinePorts {
  readonly cacheMoves = false;
  private readonly compute: ComputeHost;
  /** What a size gives. */
  private readonly given: ResourcesBySize;

  constructor(compute: ComputeHost) {
    this.compute = compute;
    this.given = resourcesBySize(compute.around);
  }

  get bounds(): Bounds {
    return this.compute.bounds;
  }

  get nonReclaimableBytes(): number {
    const { core, sessions, limits, around } = this.compute;
    const { baseMemoryBytes, connectionMemoryBytes } = around.assumptions;
    const backends = sessions.backends(limits.poolSize) + core.load.connections;
    return baseMemoryBytes + core.load.memoryBytes + sessions.memoryBytes + backends * connectionMemoryBytes;
  }

  get cachedBytes(): number {
    return Math.min(this.workingSetBytes, this.given.cacheBytes[this.compute.core.size] as number);
  }

  get workingSetBytes(): number {
    return this.compute.feed.demand.workingSetBytes;
  }

  get lastReadMs(): number {
    const { core, nowMs } = this.compute;
    return core.flows ? nowMs : core.life.lastActivityMs;
  }

  get usableBytes(): number {
    return this.given.usableBytes[this.compute.core.size] as number;
  }

  vcpuOf(size: QuarterCu): number {
    return this.given.vcpu[size] as number;
  }

  /** More memory than there is: the kernel kills, and Postgres ends all sessions to be sure of what they share. */
  memoryChanged(): void {
    const { core, nowMs, connections } = this.compute;
    if (!core.accepts) return;
    core.scaling.memoryChanged(this.nonReclaimableBytes, nowMs);
    if (this.nonReclaimableBytes <= this.usableBytes) return;
    if (connections === 0 && core.load.memoryBytes === 0) return;
    core.killSessions();
    core.send('disconnect');
  }

  /** It has nothing that takes time to follow. */
  fit(): void {}
  settle(): void {}
  started(): void {}
  stopped(): void {}
  loseLocalState(): void {}
}
