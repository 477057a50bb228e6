import type { TraceEvent } from '../trace-event.ts';

/**
 * Puts events in the order of their beginnings, though a log has them in the order of their ends. One that began before
 * what has been given out already is moved up to there, so that no more than a window has to be in memory.
 */
export class EventWindow {
  /** Events that began before the window. */
  moved = 0;
  #waiting: TraceEvent[] = [];
  #givenMs = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#waiting.length;
  }

  add(event: TraceEvent): void {
    if (event.atMs >= this.#givenMs) {
      this.#waiting.push(event);
      return;
    }
    this.moved++;
    this.#waiting.push({ ...event, atMs: this.#givenMs });
  }

  /** An instant before which half of the events that wait began. */
  middleMs(): number {
    this.#sort();
    return this.#waiting[this.#waiting.length >> 1]?.atMs ?? this.#givenMs;
  }

  /** All that began before an instant, in their order. */
  take(beforeMs: number): TraceEvent[] {
    this.#sort();
    let count = 0;
    while (count < this.#waiting.length && (this.#waiting[count] as TraceEvent).atMs < beforeMs) count++;
    this.#givenMs = Math.max(this.#givenMs, beforeMs);
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return taken;
  }

  #sort(): void {
    this.#waiting.sort((a, b) => a.atMs - b.atMs);
  }
}
