import { ROWS } from '../collect.ts';
import { missingSteps } from '../missing-samples.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import type { ReplayOperator } from './replay.ts';
import { Rows } from './rows.ts';
import { type Stage, staged } from './staged.ts';

/**
 * A trace in even steps, with a sample for each of them. What is missing becomes what its column says that it means;
 * what is unknown stays unknown.
 */
export function fillGaps(): ReplayOperator {
  return staged(
    (head) => head,
    (head) => new GapFiller(head),
  );
}

class GapFiller implements Stage {
  /** What is missing in each column. */
  private readonly missing: readonly number[];
  private readonly stepMs: number | null;
  private readonly rows: Rows;
  private lastMs = Number.NaN;

  constructor({ columns, stepMs }: TraceHead) {
    this.missing = columns.map(missingValue);
    this.stepMs = stepMs;
    this.rows = new Rows(columns.length, ROWS);
  }

  *take({ times, values, events }: TraceChunk): Generator<TraceChunk> {
    const { rows, missing } = this;
    rows.note(events);
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      const steps = this.missingBefore(time);
      for (let step = 1; step <= steps; step++) {
        const row = rows.add(this.lastMs + step * (this.stepMs as number));
        for (let c = 0; c < missing.length; c++) rows.put(c, row, missing[c] as number);
        if (rows.isFull) yield* rows.chunk(time);
      }
      const row = rows.add(time);
      // This is for each sample: to make pairs of places and columns would take longer than all else.
      for (let c = 0; c < missing.length; c++) {
        const value = values[c]?.[i] as number;
        rows.put(c, row, Number.isNaN(value) ? (missing[c] as number) : value);
      }
      this.lastMs = time;
      if (rows.isFull) yield* rows.chunk(time);
    }
    yield* rows.chunk(this.lastMs);
  }

  *end(): Generator<TraceChunk> {
    yield* this.rows.chunk(Number.POSITIVE_INFINITY);
  }

  /** Steps without a sample between the last one and the next. */
  private missingBefore(time: number): number {
    if (this.stepMs === null || Number.isNaN(this.lastMs)) return 0;
    return missingSteps(this.lastMs, time, this.stepMs);
  }
}

/** Who sleeps uses nothing. */
function missingValue({ gap }: Column): number {
  return gap === 'unknown' ? Number.NaN : 0;
}
