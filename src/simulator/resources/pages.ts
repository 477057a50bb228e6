import type { Agenda } from '../agenda/agenda.ts';
import type { Assumptions } from '../assumptions.ts';
import type { WakeLog } from '../recorder/wake-log.ts';
import type { Cache } from './cache.ts';

/** Pages that jobs and flows read through the cache: when, at what cost, and when the cache was warm. */
export class Pages {
  readonly cache: Cache;
  private readonly agenda: Agenda;
  private readonly wakes: WakeLog;
  private readonly missMs: number;
  /** When a page was last read by a job, or by a flow that has ended; a flow that goes on reads all the time. */
  private readMs = Number.NEGATIVE_INFINITY;
  private flowReads = false;

  constructor(cache: Cache, agenda: Agenda, wakes: WakeLog, { missMs }: Assumptions) {
    this.cache = cache;
    this.agenda = agenda;
    this.wakes = wakes;
    this.missMs = missMs;
  }

  get lastReadMs(): number {
    return this.flowReads ? this.agenda.nowMs : this.readMs;
  }

  /** The time that so many missed pages cost. */
  costMs(missed: number): number {
    return missed * this.missMs;
  }

  /** Reads pages for a job; the time that those which are not here cost. */
  read(pages: number, missed = this.cache.missesOf(pages)): number {
    this.readMs = this.agenda.nowMs;
    const costMs = this.costMs(this.cache.read(pages, missed));
    this.noteWarmth(costMs);
    return costMs;
  }

  setFlow(pagesPerMs: number): void {
    const { nowMs } = this.agenda;
    if (pagesPerMs === 0 && this.flowReads) this.readMs = nowMs;
    this.flowReads = pagesPerMs > 0;
    this.cache.setFlow(pagesPerMs, nowMs);
  }

  /** At a tick, while a flow brings pages in. */
  settle(): void {
    if (this.cache.isSettled) return;
    this.cache.settle(this.agenda.nowMs);
    this.noteWarmth(0);
  }

  private noteWarmth(costMs: number): void {
    const { wakes } = this;
    if (wakes.isWarm) return;
    wakes.coldReadsMs += costMs;
    if (this.cache.isWarm) wakes.warm(this.agenda.nowMs);
  }
}
