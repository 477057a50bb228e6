import type { Bounds, LifeStep, MachinePorts } from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import { type Limits, type ResourcesBySize, resourcesBySize } from '../limits.ts';
import type { LimitLog } from '../recorder/limit-log.ts';
import type { AwakeTime, WakeLog } from '../recorder/wake-log.ts';
import type { Settings } from '../settings.ts';
import type { Simulation } from '../simulation.ts';
import type { Cache } from './cache.ts';
import type { Memory } from './memory.ts';
import type { Pages } from './pages.ts';
import type { TemporaryDisk } from './temporary-disk.ts';

/** What stands in the machine, and what is written down of it. */
interface MachineParts {
  readonly settings: Settings;
  readonly limits: Limits;
  readonly memory: Memory;
  readonly cache: Cache;
  readonly pages: Pages;
  readonly disk: TemporaryDisk;
  readonly limitLog: LimitLog;
  readonly wakes: WakeLog;
  readonly report: { startCause(step: LifeStep): AwakeTime['cause'] };
}

/** The machine of one compute within a run: it has what its size gives. */
export class Machine implements MachinePorts {
  private readonly compute: MachineParts;
  private readonly agenda: Agenda;
  /** What a size gives, looked up once. */
  private readonly given: ResourcesBySize;
  private readonly prewarmShare: number;
  private prewarmBytes = 0;
  /** The branch whose pages the cache holds. */
  private cachedBranch = '';

  constructor(compute: MachineParts, agenda: Agenda, simulation: Simulation) {
    this.compute = compute;
    this.agenda = agenda;
    this.given = resourcesBySize(simulation);
    this.prewarmShare = simulation.assumptions.prewarmShare;
  }

  get bounds(): Bounds {
    return this.compute.settings.bounds;
  }

  get cacheMoves(): boolean {
    return !this.compute.cache.isSettled;
  }

  get nonReclaimableBytes(): number {
    return this.compute.memory.nonReclaimableBytes;
  }

  get cachedBytes(): number {
    return this.compute.cache.resident;
  }

  get workingSetBytes(): number {
    return this.compute.cache.workingSetBytes;
  }

  get lastReadMs(): number {
    return this.compute.pages.lastReadMs;
  }

  vcpuOf(size: QuarterCu): number {
    return this.given.vcpu[size] as number;
  }

  fit(size: QuarterCu): void {
    const { compute, given, agenda } = this;
    compute.memory.fit(given.usableBytes[size] as number);
    compute.cache.setCapacity(given.cacheBytes[size] as number, agenda.nowMs);
  }

  settle(): void {
    this.compute.pages.settle();
  }

  started(step: LifeStep): void {
    const { wakes, cache, limitLog, limits, settings, report } = this.compute;
    const { nowMs } = this.agenda;
    limitLog.start(limits, nowMs);
    wakes.begin(nowMs, report.startCause(step));
    this.cachedBranch = settings.branch;
    cache.prewarm(this.prewarmBytes);
    this.prewarmBytes = 0;
  }

  stopped(): void {
    const { wakes, memory, disk, cache } = this.compute;
    wakes.end(this.agenda.nowMs);
    memory.clear();
    disk.clear();
    cache.setFlow(0, this.agenda.nowMs);
  }

  /** A planned restart is prewarmed, unless the pages are of another branch. */
  loseLocalState(isPlanned: boolean): void {
    const { cache, settings } = this.compute;
    const share = isPlanned && settings.branch === this.cachedBranch ? this.prewarmShare : 0;
    this.prewarmBytes = cache.clear(this.agenda.nowMs) * share;
  }
}
