import { ROWS } from '../collect.ts';
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
  private readonly columns: readonly Column[];
  private readonly stepMs: number | null;
  private readonly rows: Rows;
  private lastMs = Number.NaN;

  constructor({ columns, stepMs }: TraceHead) {
    this.columns = columns;
    this.stepMs = stepMs;
    this.rows = new Rows(columns.length, ROWS);
  }

  *take({ times, values, events }: TraceChunk): Generator<TraceChunk> {
    const { rows, columns } = this;
    rows.note(events);
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      const missing = this.missingBefore(time);
      for (let more = 1; more <= missing; more++) {
        const row = rows.add(this.lastMs + more * (this.stepMs as number));
        for (const [c, column] of columns.entries()) rows.put(c, row, missingValue(column));
        if (rows.isFull) yield* rows.chunk(time);
      }
      const row = rows.add(time);
      for (const [c, column] of columns.entries()) {
        const value = values[c]?.[i] as number;
        rows.put(c, row, Number.isNaN(value) ? missingValue(column) : value);
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
    return Math.max(0, Math.round((time - this.lastMs) / this.stepMs) - 1);
  }
}

/** Who sleeps uses nothing. */
function missingValue({ gap }: Column): number {
  return gap === 'unknown' ? Number.NaN : 0;
}
