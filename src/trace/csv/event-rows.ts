import { SECOND_MS } from '../../facts/index.ts';
import type { TraceChunk } from '../trace.ts';
import type { Row } from './row.ts';
import type { RowTimes } from './row-times.ts';
import type { RowCollector } from './sample-rows.ts';

/** Counts rows as events, one sample per second. A second without rows has no sample. */
export class EventRows implements RowCollector {
  readonly #times: RowTimes;
  #done: number[] = [];
  #counts: number[] = [];
  #second = Number.NaN;
  #count = 0;

  constructor(times: RowTimes) {
    this.#times = times;
  }

  take(row: Row, line: () => number): void {
    const ms = this.#times.read(row, line);
    if (Number.isNaN(ms)) return;
    const second = Math.floor(ms / SECOND_MS) * SECOND_MS;
    if (second !== this.#second) this.end();
    this.#second = second;
    this.#count++;
  }

  chunk(): TraceChunk {
    const chunk = {
      times: Float64Array.from(this.#done),
      values: [Float64Array.from(this.#counts)],
      events: [],
    };
    this.#done = [];
    this.#counts = [];
    return chunk;
  }

  end(): void {
    if (this.#count === 0) return;
    this.#done.push(this.#second);
    this.#counts.push(this.#count);
    this.#count = 0;
  }
}
