import type { TraceEvent } from '../trace-event.ts';

/**
 * Sorts events by their starts; a log has them in the order of their ends. An event that started before those already
 * returned is moved to the start of the window, so that memory holds one window only.
 */
export class EventWindow {
  /** How many events were moved because they started before the window. */
  moved = 0;
  #waiting: TraceEvent[] = [];
  #returnedMs = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#waiting.length;
  }

  add(event: TraceEvent): void {
    if (event.atMs >= this.#returnedMs) {
      this.#waiting.push(event);
      return;
    }
    this.moved++;
    this.#waiting.push({ ...event, atMs: this.#returnedMs });
  }

  /** The median start of the waiting events. */
  middleMs(): number {
    this.#sort();
    return this.#waiting[this.#waiting.length >> 1]?.atMs ?? this.#returnedMs;
  }

  /** The events that started before an instant, in order. */
  take(beforeMs: number): TraceEvent[] {
    this.#sort();
    let count = 0;
    while (count < this.#waiting.length && (this.#waiting[count] as TraceEvent).atMs < beforeMs) count++;
    this.#returnedMs = Math.max(this.#returnedMs, beforeMs);
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return taken;
  }

  #sort(): void {
    this.#waiting.sort((a, b) => a.atMs - b.atMs);
  }
}
