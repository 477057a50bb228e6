import { MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { Quantity } from '../quantity.ts';
import type { Faults } from '../reading/faults.ts';
import { SpanBound } from '../reading/span-bound.ts';
import type { TraceChunk } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { EventWindow } from './event-window.ts';
import { Seconds } from './seconds.ts';

/** How far back a log may reach, which is enough for long queries and late entries. */
export const WINDOW_MS = 5 * MINUTE_MS;

/** Beyond this many waiting events, the window becomes shorter. */
const MOST_WAITING = 50_000;

/** Turns a log into single events in the order of their starts, and samples per second. */
export class Activity {
  readonly seconds: Seconds;
  readonly #events = new EventWindow();
  readonly #faults: Faults;
  readonly #span: SpanBound;
  #latestMs = Number.NEGATIVE_INFINITY;
  #returnedMs = Number.NEGATIVE_INFINITY;
  #mostWaiting = MOST_WAITING;

  constructor(quantities: readonly Quantity[], faults: Faults) {
    this.seconds = new Seconds(quantities);
    this.#faults = faults;
    this.#span = new SpanBound((row) => faults.placeOf(row));
  }

  /** The latest time in the log so far. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** How many events started before the window and were moved to its start. */
  get moved(): number {
    return this.#events.moved;
  }

  /** Whether to use an entry. An entry that is much too late is skipped and counted. */
  accepts(ms: number, line: () => number): boolean {
    if (ms < this.#latestMs - WINDOW_MS) {
      this.#faults.count('entries more than 5 minutes earlier than an entry before', line, null);
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

  /** Adds a query; calls come in the order of the log. @param durationMs null if unknown so far */
  query(event: TraceEvent, loggedMs: number, durationMs: number | null): void {
    this.seconds.logged.queries = true;
    this.seconds.at(loggedMs).queries++;
    if (durationMs !== null) this.ran(loggedMs, durationMs);
    this.add(event);
  }

  /** Counts a query that ran until this instant. */
  ran(untilMs: number, durationMs: number): void {
    this.seconds.logged.durations = true;
    const second = this.seconds.at(untilMs);
    second.timed++;
    second.queryMs += durationMs;
    this.seconds.ran(Math.max(untilMs - durationMs, this.#latestMs - WINDOW_MS), untilMs);
  }

  /** The events and samples that no later entry can precede. Null if there are none yet. */
  chunk(): TraceChunk | null {
    const isFull = this.#events.size >= this.#mostWaiting;
    // Waits for two windows before each chunk, so that waiting events are not sorted again and again.
    if (
      !isFull &&
      this.#returnedMs !== Number.NEGATIVE_INFINITY &&
      this.#latestMs < this.#returnedMs + 2 * WINDOW_MS
    )
      return null;
    const agedMs = this.#latestMs - WINDOW_MS;
    const untilMs = isFull ? Math.max(agedMs, this.#events.middleMs()) : agedMs;
    const wholeMs = Math.floor(untilMs / SECOND_MS) * SECOND_MS;
    if (wholeMs <= this.#returnedMs) {
      // All waiting events are in one second, so the next attempt waits for many more.
      if (isFull) this.#mostWaiting *= 2;
      return null;
    }
    this.#returnedMs = wholeMs;
    this.#mostWaiting = MOST_WAITING;
    return this.#takeBefore(wholeMs);
  }

  /** Everything that is left. */
  end(): TraceChunk | null {
    return this.#takeBefore(Number.POSITIVE_INFINITY);
  }

  #takeBefore(beforeMs: number): TraceChunk | null {
    const events = this.#events.take(beforeMs);
    const samples = this.seconds.take(beforeMs);
    return events.length + samples.times.length === 0 ? null : { ...samples, events };
  }
}
