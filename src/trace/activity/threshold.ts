import type { TraceEvent } from '../trace-event.ts';

/** If many durations are known and none is below this, the log probably has a threshold. */
const THRESHOLD_MS = 5;
const MANY = 50;

/** Whether a log most likely has only queries slower than a threshold. */
export function isThreshold(fastestMs: number, durations: number): boolean {
  return durations >= MANY && fastestMs >= THRESHOLD_MS;
}

/** The shortest query among the single events of a trace. */
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

  /** Null if faster queries do not seem to be missing. */
  get thresholdMs(): number | null {
    return isThreshold(this.#fastestMs, this.#durations) ? this.#fastestMs : null;
  }
}
