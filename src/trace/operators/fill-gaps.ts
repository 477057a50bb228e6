import { CHUNK_ROWS } from '../collect.ts';
import { missingSteps } from '../reading/missing-samples.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import type { Operator, Stage } from './operator.ts';
import { Rows } from './rows.ts';

/**
 * Adds the missing samples of a trace with even steps, with the meaning that each column gives them; unknown values
 * stay unknown. A gap of more than `mostRows` steps becomes a chunk with one row for all of them.
 */
export function fillGaps(mostRows: number): Operator {
  return (head) => ({ head, begin: () => new GapFiller(head, mostRows) });
}

class GapFiller implements Stage {
  /** The value of a missing sample in each column. */
  private readonly missing: readonly number[];
  private readonly stepMs: number | null;
  private readonly rows: Rows;
  private readonly mostRows: number;
  private lastMs = Number.NaN;

  constructor({ columns, stepMs }: TraceHead, mostRows: number) {
    this.missing = columns.map(missingValue);
    this.stepMs = stepMs;
    this.mostRows = mostRows;
    this.rows = new Rows(columns.length, CHUNK_ROWS);
  }

  *take({ times, values, events }: TraceChunk): Generator<TraceChunk> {
    const { rows, missing } = this;
    rows.addEvents(events);
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      const steps = this.missingBefore(time);
      if (steps > this.mostRows) yield* this.atOnce(steps, time);
      else yield* this.oneByOne(steps, time);
      const row = rows.add(time);
      // This runs for each sample; `entries()` would take most of the time.
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

  private *oneByOne(steps: number, beforeMs: number): Generator<TraceChunk> {
    for (let step = 1; step <= steps; step++) {
      this.addMissing(this.lastMs + step * (this.stepMs as number));
      if (this.rows.isFull) yield* this.rows.chunk(beforeMs);
    }
  }

  private *atOnce(steps: number, beforeMs: number): Generator<TraceChunk> {
    const fromMs = this.lastMs + (this.stepMs as number);
    yield* this.rows.chunk(fromMs);
    this.addMissing(fromMs);
    for (const chunk of this.rows.chunk(beforeMs)) yield { ...chunk, steps };
  }

  private addMissing(ms: number): void {
    const { rows, missing } = this;
    const row = rows.add(ms);
    for (let c = 0; c < missing.length; c++) rows.put(c, row, missing[c] as number);
  }

  /** How many steps are missing before a sample. */
  private missingBefore(time: number): number {
    if (this.stepMs === null || Number.isNaN(this.lastMs)) return 0;
    return missingSteps(this.lastMs, time, this.stepMs);
  }
}

/** A suspended compute uses nothing. */
function missingValue({ gap }: Column): number {
  return gap === 'unknown' ? Number.NaN : 0;
}
