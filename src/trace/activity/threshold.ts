import type { TraceEvent } from '../trace-event.ts';

/** A shortest duration of so much is a threshold, where there are many. */
const THRESHOLD_MS = 5;
const MANY = 50;

/** Whether a log most likely has only what takes longer than a threshold. */
export function isThreshold(fastestMs: number, durations: number): boolean {
  return durations >= MANY && fastestMs >= THRESHOLD_MS;
}

/** The shortest of all queries that a trace has one by one. */
export class FastestQuery {
  #fastestMs = Number.POSITIVE_INFINITY;
  #durations = 0;

  take(events: readonly TraceEvent[]): void {
    for (const { kind, durationMs } of events) {
      if (kind !== 'query' || durationMs === undefined) continue;
      this.#durations++;
      if (durationMs < this.#fastestMs) this.#fastestMs = durationMs;
    }
  }

  /** null: nothing says that faster ones are left out. */
  get thresholdMs(): number | null {
    return isThreshold(this.#fastestMs, this.#durations) ? this.#fastestMs : null;
  }
}
