import { idleColumn, isIdle } from '../idle/idle.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { ClientActivity, type TracedClient } from './client-activity.ts';

/** Collects when each client was active, chunk by chunk. Memory grows with the number of clients, not with time. */
export class ActivityCollector {
  /** From the first event or sample to the last instant that was active or measured. */
  fromMs = Number.POSITIVE_INFINITY;
  untilMs = Number.NEGATIVE_INFINITY;
  /** Activity in samples, which have no client. */
  readonly #unnamed: ClientActivity;
  readonly #parts = new Map<string, ClientActivity>();
  readonly #suspendAfterMs: number;
  readonly #head: TraceHead;
  readonly #column: number;
  /** Connections without a query so far, by session. */
  readonly #withoutQuery = new Map<string, TraceEvent>();

  constructor(head: TraceHead, suspendAfterMs: number) {
    const column = idleColumn(head);
    this.#head = head;
    this.#column = column === null ? -1 : head.columns.indexOf(column);
    this.#suspendAfterMs = suspendAfterMs;
    // Consecutive samples are one burst.
    this.#unnamed = new ClientActivity(NOBODY, null, (head.stepMs ?? 0) + 1);
  }

  /** Whether anything in the trace tells when clients are active. */
  get hasActivity(): boolean {
    return this.#column !== -1 || this.#parts.size > 0;
  }

  /** The parts of all clients. Samples count only if no event is a query. */
  end(): readonly ClientActivity[] {
    for (const event of [...this.#withoutQuery.values()]) this.#connect(event, null);
    const named = [...this.#parts.values()];
    const hasQueries = named.some(({ queries }) => queries > 0);
    return hasQueries || this.#unnamed.queries === 0 ? named : [...named, this.#unnamed];
  }

  take({ times, values, events }: TraceChunk): void {
    this.#samples(times, values[this.#column]);
    for (const event of events) {
      if (event.kind === 'connect') this.#onConnect(event);
      else if (event.kind === 'query') this.#onQuery(event);
      else if (event.kind === 'disconnect') this.#onDisconnect(event);
    }
  }

  #samples(times: Float64Array, values: Float64Array | undefined): void {
    const column = this.#head.columns[this.#column];
    const stepMs = this.#head.stepMs ?? 0;
    times.forEach((ms, at) => {
      this.#extendSpan(ms, ms + stepMs);
      const value = values?.[at] ?? Number.NaN;
      if (column === undefined || Number.isNaN(value) || isIdle(column, value)) return;
      this.#unnamed.queries += column.quantity === 'queries' ? value : 1;
      this.#unnamed.take(ms, stepMs, this.#suspendAfterMs, undefined);
    });
  }

  /** A connection is counted with its first query, because both would disappear together. */
  #onConnect(event: TraceEvent): void {
    if (event.session === undefined) {
      this.#connect(event, null);
      return;
    }
    const before = this.#withoutQuery.get(event.session);
    if (before !== undefined) this.#connect(before, null);
    this.#withoutQuery.set(event.session, event);
    const oldest =
      this.#withoutQuery.size > MOST_WITHOUT_QUERY ? this.#withoutQuery.values().next().value : undefined;
    if (oldest !== undefined) this.#connect(oldest, null);
  }

  #onQuery(event: TraceEvent): void {
    const query = event.query ?? '';
    const connect = event.session === undefined ? undefined : this.#withoutQuery.get(event.session);
    if (connect !== undefined) this.#connect({ ...event, atMs: connect.atMs }, query);
    const part = this.#part(event, query);
    part.queries++;
    this.#keepAwake(part, event.atMs, event.durationMs ?? 0, event.host);
  }

  #onDisconnect({ session }: TraceEvent): void {
    const connect = session === undefined ? undefined : this.#withoutQuery.get(session);
    if (connect !== undefined) this.#connect(connect, null);
  }

  #connect(event: TraceEvent, query: string | null): void {
    if (event.session !== undefined) this.#withoutQuery.delete(event.session);
    const part = this.#part(event, query);
    part.connects++;
    this.#keepAwake(part, event.atMs, 0, event.host);
  }

  #keepAwake(part: ClientActivity, atMs: number, durationMs: number, host: string | undefined): void {
    this.#extendSpan(atMs, atMs + durationMs);
    part.take(atMs, durationMs, this.#suspendAfterMs, host);
  }

  #extendSpan(fromMs: number, untilMs: number): void {
    if (fromMs < this.fromMs) this.fromMs = fromMs;
    if (untilMs > this.untilMs) this.untilMs = untilMs;
  }

  #part({ application = '', user = '', database = '' }: TraceEvent, query: string | null): ClientActivity {
    const who: TracedClient = { application, user, database };
    const named = JSON.stringify([application, user, database, query]);
    const known = this.#parts.get(named);
    if (known !== undefined) return known;
    // With too many shapes, further queries are distinguished only by client.
    const isFull = this.#parts.size >= MOST_PARTS;
    const key = isFull ? JSON.stringify([application, user, database, '']) : named;
    const part = this.#parts.get(key) ?? new ClientActivity(who, isFull ? '' : query);
    this.#parts.set(key, part);
    return part;
  }
}

const NOBODY: TracedClient = { application: '', user: '', database: '' };
const MOST_PARTS = 5000;
const MOST_WITHOUT_QUERY = 20_000;
