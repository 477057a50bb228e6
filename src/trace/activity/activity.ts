import { MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { Quantity } from '../quantity.ts';
import type { Faults } from '../reading/faults.ts';
import { SpanBound } from '../reading/span-bound.ts';
import type { TraceChunk } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { EventWindow } from './event-window.ts';
import { Seconds } from './seconds.ts';

/** How far back a log may reach: queries that have run so long, and entries that are so late, find their place. */
export const WINDOW_MS = 5 * MINUTE_MS;

/** Where so much happens that this many events wait, the window becomes shorter. */
const MOST_WAITING = 50_000;

/** What a log tells becomes single events in the order of their beginnings, and samples by the second. */
export class Activity {
  readonly seconds: Seconds;
  readonly #events = new EventWindow();
  readonly #faults: Faults;
  readonly #span: SpanBound;
  #latestMs = Number.NEGATIVE_INFINITY;
  #givenMs = Number.NEGATIVE_INFINITY;
  #mostWaiting = MOST_WAITING;

  constructor(quantities: readonly Quantity[], faults: Faults) {
    this.seconds = new Seconds(quantities);
    this.#faults = faults;
    this.#span = new SpanBound((row) => faults.placeOf(row));
  }

  /** How far the log has come. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** Events that began before the window, and stand at its beginning. */
  get moved(): number {
    return this.#events.moved;
  }

  /** Whether an entry of the log is to be taken: one that comes much too late is passed over and counted. */
  comesTo(ms: number, line: () => number): boolean {
    if (ms < this.#latestMs - WINDOW_MS) {
      this.#faults.count('entries more than 5 minutes earlier than one before them', line, null);
      return false;
    }
    this.#span.see(ms, line);
    if (ms > this.#latestMs) this.#latestMs = ms;
    return true;
  }

  warnings(): string[] {
    return this.#span.warnings();
  }

  add(event: TraceEvent): void {
    this.#events.add(event);
  }

  /** A query, in the order of when it was logged. @param durationMs null: not known, or not yet */
  query(event: TraceEvent, loggedMs: number, durationMs: number | null): void {
    this.seconds.told.queries = true;
    this.seconds.at(loggedMs).queries++;
    if (durationMs !== null) this.ran(loggedMs, durationMs);
    this.add(event);
  }

  /** Something ran up to an instant. */
  ran(untilMs: number, durationMs: number): void {
    this.seconds.told.durations = true;
    const second = this.seconds.at(untilMs);
    second.timed++;
    second.queryMs += durationMs;
    this.seconds.ran(Math.max(untilMs - durationMs, this.#latestMs - WINDOW_MS), untilMs);
  }

  /** What nothing can come before any more; null: nothing yet. */
  chunk(): TraceChunk | null {
    const isFull = this.#events.size >= this.#mostWaiting;
    // Twice the window before anything is given out, so that what waits is not sorted over and over.
    if (
      !isFull &&
      this.#givenMs !== Number.NEGATIVE_INFINITY &&
      this.#latestMs < this.#givenMs + 2 * WINDOW_MS
    )
      return null;
    const agedMs = this.#latestMs - WINDOW_MS;
    const untilMs = isFull ? Math.max(agedMs, this.#events.middleMs()) : agedMs;
    const wholeMs = Math.floor(untilMs / SECOND_MS) * SECOND_MS;
    if (wholeMs <= this.#givenMs) {
      // All of them are of one second: it is not looked at again before there are many more.
      if (isFull) this.#mostWaiting *= 2;
      return null;
    }
    this.#givenMs = wholeMs;
    this.#mostWaiting = MOST_WAITING;
    return this.#taken(wholeMs);
  }

  /** All that is left. */
  end(): TraceChunk | null {
    return this.#taken(Number.POSITIVE_INFINITY);
  }

  #taken(beforeMs: number): TraceChunk | null {
    const events = this.#events.take(beforeMs);
    const samples = this.seconds.take(beforeMs);
    return events.length + samples.times.length === 0 ? null : { ...samples, events };
  }
}
