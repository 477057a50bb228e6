import type { Detail } from '../detail.ts';
import { EVENT, type EventNumber } from './event-kinds.ts';

/**
 * The counts of each awake period. They start at the end of the previous period, so that they include clients
 * that waited for the wake.
 */
const COUNTED = {
  held: EVENT.connectionHeld,
  timedOut: EVENT.connectionTimedOut,
  retried: EVENT.connectionRetried,
  givenUp: EVENT.connectionGivenUp,
  stale: EVENT.connectionStale,
  queries: EVENT.queryDone,
} as const satisfies Readonly<Record<string, EventNumber>>;

type WakeCounts = { readonly [Name in keyof typeof COUNTED]: number };

export interface AwakeTime extends WakeCounts {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly cause: 'run begins' | 'wake' | 'restart';
  readonly connectsInFirstSecond: number;
  /** The time from the start until the cache held nine tenths of what it can hold. Null if it never did. */
  readonly warmAfterMs: number | null;
  /** The time that queries spent on missed pages before that. */
  readonly coldReadsMs: number;
}

const MOST = 500;

/** The awake periods of a compute. The first ones are kept, and the others are counted. */
export class WakeLog {
  readonly times: AwakeTime[] = [];
  omitted = 0;
  warmAfterMs: number | null = null;
  coldReadsMs = 0;
  fromMs: number | null = null;
  private cause: AwakeTime['cause'] = 'run begins';
  private readonly before: Float64Array;
  private readonly counts: Float64Array;
  private readonly most: number;

  constructor(counts: Float64Array, detail: Detail) {
    this.most = detail === 'all' ? MOST : 0;
    this.counts = counts;
    this.before = new Float64Array(counts.length);
  }

  begin(nowMs: number, cause: AwakeTime['cause']): void {
    this.fromMs = nowMs;
    this.cause = cause;
    this.warmAfterMs = null;
    this.coldReadsMs = 0;
  }

  end(nowMs: number, connectsInFirstSecond: number): void {
    if (this.fromMs === null) return;
    if (this.times.length < this.most)
      this.times.push(this.timeAt(nowMs, this.fromMs, connectsInFirstSecond));
    else this.omitted++;
    this.fromMs = null;
    this.before.set(this.counts);
  }

  /** Notes pages that were read, and the time that they cost. The cache may be warm now. */
  pagesRead(costMs: number, cache: { readonly isWarm: boolean }, nowMs: number): void {
    if (this.warmAfterMs !== null) return;
    this.coldReadsMs += costMs;
    if (this.fromMs !== null && cache.isWarm) this.warmAfterMs = nowMs - this.fromMs;
  }

  /** Returns the unfinished awake period. */
  openAt(nowMs: number, connectsInFirstSecond: number): AwakeTime | null {
    return this.fromMs === null ? null : this.timeAt(nowMs, this.fromMs, connectsInFirstSecond);
  }

  private timeAt(nowMs: number, fromMs: number, connectsInFirstSecond: number): AwakeTime {
    const since = Object.fromEntries(
      Object.entries(COUNTED).map(([name, kind]) => {
        return [name, (this.counts[kind] as number) - (this.before[kind] as number)];
      }),
    ) as unknown as WakeCounts;
    const { cause, warmAfterMs, coldReadsMs } = this;
    return { fromMs, untilMs: nowMs, cause, ...since, connectsInFirstSecond, warmAfterMs, coldReadsMs };
  }
}
