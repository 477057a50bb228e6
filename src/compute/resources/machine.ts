import type { QuarterCu } from '../../facts/index.ts';
import type { LifeStep } from '../life/life.ts';
import { Cache, type SavedCache } from './cache.ts';
import { type ResourceRules, type ResourcesBySize, resourcesBySize, type SettingsInForce } from './limits.ts';
import { Memory, type MemoryAlarm, type MemoryUsers, type SavedMemory } from './memory.ts';
import { OwnWork } from './own-work.ts';
import { Pages } from './pages.ts';
import { TemporaryDisk } from './temporary-disk.ts';

/** The ports that a machine needs. */
export interface MachineHost extends MemoryUsers {
  readonly settings: SettingsInForce;
  readonly report: MachineReport;
}

/** Records what happens to a machine. */
export interface MachineReport {
  /** The machine has its first size, and no clients yet. */
  started(step: LifeStep): void;
  stopped(): void;
  /** The kernel has killed a process, when this much memory was in use. */
  memoryKilled(bytes: number): void;
  /** Pages were read, and cost a query this time. */
  pagesRead(costMs: number): void;
}

/** A machine as plain JSON. */
export interface SavedMachine {
  readonly memory: SavedMemory;
  readonly cache: SavedCache;
  readonly temporaryBytes: number;
  /** The time of the last read. Null if there was none. */
  readonly lastReadMs: number | null;
  readonly prewarmBytes: number;
  readonly cachedBranch: string;
}

/** Returns a machine with empty memory, cache and disk. */
export function emptyMachine(nowMs: number, workingSetBytes = 0): SavedMachine {
  return {
    memory: { bytes: 0, ramps: [] },
    cache: { workingSetBytes, residentBytes: 0, loadPagesPerMs: 0, sinceMs: nowMs },
    temporaryBytes: 0,
    lastReadMs: null,
    prewarmBytes: 0,
    cachedBranch: '',
  };
}

/**
 * The machine of one compute without its processors: memory, cache and temporary disk, as its size gives
 * them.
 */
export class Machine {
  readonly memory: Memory;
  readonly cache: Cache;
  readonly pages: Pages;
  readonly disk: TemporaryDisk;
  readonly ownWork: OwnWork;
  readonly connectionCpuMs: number;
  /** Whether Postgres does anything that no client waits for. */
  readonly hasUnawaitedWork: boolean;
  private readonly host: MachineHost;
  private readonly resources: ResourcesBySize;
  private readonly prewarmShare: number;
  private prewarmBytes = 0;
  /** The branch whose pages the cache holds. */
  private cachedBranch = '';

  constructor(host: MachineHost, rules: ResourceRules, workingSetBytes: number) {
    const { assumptions } = rules;
    this.host = host;
    this.resources = resourcesBySize(rules);
    this.prewarmShare = assumptions.prewarmShare;
    this.connectionCpuMs = assumptions.connectionCpuMs;
    this.hasUnawaitedWork = assumptions.connectionCpuMs > 0 || assumptions.ownWorkShare > 0;
    this.ownWork = new OwnWork(assumptions.ownWorkShare);
    this.memory = new Memory(host, assumptions);
    this.cache = new Cache(workingSetBytes, assumptions.skew);
    this.pages = new Pages(this.cache, host, assumptions.missMs);
    this.disk = new TemporaryDisk(host.settings);
  }

  alarm(alarm: MemoryAlarm): void {
    if (alarm === 'memoryKill') this.memory.runOut();
    else this.memory.ramp();
  }

  get cacheMoves(): boolean {
    return !this.cache.isSettled;
  }

  get nonReclaimableBytes(): number {
    return this.memory.nonReclaimableBytes;
  }

  get cachedBytes(): number {
    return this.cache.resident;
  }

  get workingSetBytes(): number {
    return this.cache.workingSetBytes;
  }

  get lastReadMs(): number {
    return this.pages.lastReadMs;
  }

  get vcpuBySize(): Float64Array {
    return this.resources.vcpu;
  }

  vcpuOf(size: QuarterCu): number {
    return this.resources.vcpu[size] as number;
  }

  fit(size: QuarterCu): void {
    const { resources } = this;
    this.memory.fit(resources.usableBytes[size] as number);
    this.cache.setCapacity(resources.cacheBytes[size] as number, this.host.nowMs);
  }

  settle(): void {
    this.pages.settle();
  }

  started(step: LifeStep): void {
    const { report, settings } = this.host;
    report.started(step);
    this.cachedBranch = settings.branch;
    this.cache.prewarm(this.prewarmBytes);
    this.prewarmBytes = 0;
  }

  stopped(): void {
    const { report, nowMs } = this.host;
    report.stopped();
    this.memory.clear();
    this.disk.clear();
    this.ownWork.owedMs = 0;
    this.cache.setFlow(0, nowMs);
  }

  /** Empties the cache. A planned restart prewarms it later, unless the branch has changed. */
  loseLocalState(isPlanned: boolean): void {
    const { settings, nowMs } = this.host;
    const share = isPlanned && settings.branch === this.cachedBranch ? this.prewarmShare : 0;
    this.prewarmBytes = this.cache.clear(nowMs) * share;
  }

  saved(): SavedMachine {
    const lastReadMs = this.pages.readMs;
    return {
      memory: this.memory.saved(),
      cache: this.cache.saved(),
      temporaryBytes: this.disk.usedBytes,
      lastReadMs: Number.isFinite(lastReadMs) ? lastReadMs : null,
      prewarmBytes: this.prewarmBytes,
      cachedBranch: this.cachedBranch,
    };
  }

  resume(saved: SavedMachine, size: QuarterCu): void {
    this.memory.resume(saved.memory);
    this.memory.fit(this.resources.usableBytes[size] as number);
    this.cache.resume(saved.cache, this.resources.cacheBytes[size] as number);
    this.pages.resume(saved.lastReadMs ?? Number.NEGATIVE_INFINITY);
    this.disk.usedBytes = saved.temporaryBytes;
    this.prewarmBytes = saved.prewarmBytes;
    this.cachedBranch = saved.cachedBranch;
  }
}
