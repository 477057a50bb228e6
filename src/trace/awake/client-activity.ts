import { SECOND_MS } from '../../facts/index.ts';
import { Intervals } from './intervals.ts';

/** The client of an event, as far as the trace tells. Unknown fields are empty. */
export interface TracedClient {
  readonly application: string;
  readonly user: string;
  readonly database: string;
}

/** The activity of one client with one shape of query, or its connections without queries. */
export class ClientActivity {
  readonly awake = new Intervals();
  /** When activity started, counting a burst once. Limited to as many as a period needs. */
  readonly startsMs: number[] = [];
  readonly hosts = new Set<string>();
  queries = 0;
  connects = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly who: TracedClient,
    /** Null for connections without a query; empty if the text is unknown. */
    readonly query: string | null,
    /** Activity within this time after the last is part of the same burst. */
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
