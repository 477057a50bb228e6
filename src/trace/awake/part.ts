import { SECOND_MS } from '../../facts/index.ts';
import { Intervals } from './intervals.ts';

/** Whom an event is from, as far as the trace tells; empty: it does not. */
export interface Who {
  readonly application: string;
  readonly user: string;
  readonly database: string;
}

/** Everything of one client that looks the same: one shape of query, or connections that ask nothing. */
export class Part {
  readonly awake = new Intervals();
  /** When it began, a burst counting once; no more of them than tell the period. */
  readonly startsMs: number[] = [];
  readonly hosts = new Set<string>();
  queries = 0;
  connects = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly who: Who,
    /** null: it asks nothing, or nobody knows what. */
    readonly query: string | null,
    /** What is no further from the one before is of the same burst. */
    private readonly burstMs = SECOND_MS,
  ) {}

  take(atMs: number, durationMs: number, suspendAfterMs: number, host: string | undefined): void {
    this.awake.add(atMs, atMs + durationMs + suspendAfterMs);
    if (atMs >= this.#lastMs + this.burstMs && this.startsMs.length < MOST_STARTS) this.startsMs.push(atMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    if (host !== undefined && this.hosts.size < MOST_HOSTS) this.hosts.add(host);
  }
}

const MOST_STARTS = 2000;
const MOST_HOSTS = 100;
