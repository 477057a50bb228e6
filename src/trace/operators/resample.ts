import { CHUNK_ROWS } from '../collect.ts';
import { heldUntilMs } from '../holds.ts';
import { COUNTED } from '../quantity.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import type { Operator, Stage } from './operator.ts';
import { Rows } from './rows.ts';

/**
 * Resamples a trace to steps that start at multiples of the step in UTC. Counts keep their total, maximums keep the
 * largest value, and other values are averaged over time: over the known time, or over all of it in columns where a
 * missing sample means none. A step without samples is missing, and a step without known values is unknown. `usualMs`
 * is the usual time between samples, because the head of a trace with uneven times does not have it.
 */
export function resample(stepMs: number, usualMs: number): Operator {
  return (head) => ({
    head: resampled(head, stepMs),
    begin: () => new Resampler(head, stepMs, usualMs),
  });
}

function resampled(head: TraceHead, stepMs: number): TraceHead {
  return head.stepMs === stepMs ? head : { ...head, stepMs, columns: head.columns.map(afterwards) };
}

/** A value read at an instant becomes an average over a step. */
function afterwards(column: Column): Column {
  return column.statistic === 'point' && !COUNTED.has(column.quantity)
    ? { ...column, statistic: 'average' }
    : column;
}

class Resampler implements Stage {
  private readonly head: TraceHead;
  private readonly stepMs: number;
  private readonly usualMs: number;
  private readonly rows: Rows;
  private readonly aggregates: readonly Aggregate[];
  /** The last sample. Only the next one tells how long it holds. */
  private held: { readonly fromMs: number; readonly values: Float64Array } | null = null;
  /** The number of the current step. */
  private step = Number.NaN;
  private firstMs = Number.NaN;

  constructor(head: TraceHead, stepMs: number, usualMs: number) {
    this.head = head;
    this.stepMs = stepMs;
    this.usualMs = usualMs;
    this.rows = new Rows(head.columns.length, CHUNK_ROWS);
    this.aggregates = head.columns.map(aggregateFor);
  }

  *take({ times, values, events }: TraceChunk): Generator<TraceChunk> {
    this.rows.addEvents(events);
    const columns = values.length;
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      if (this.held === null) this.firstMs = time;
      else yield* this.spread(this.held, heldUntilMs(this.head, this.held.fromMs, time, this.usualMs));
      const of = this.held?.values ?? new Float64Array(columns);
      for (let c = 0; c < columns; c++) of[c] = (values[c] as Float64Array)[i] as number;
      this.held = { fromMs: time, values: of };
    }
    yield* this.rows.chunk(this.openMs);
  }

  *end(): Generator<TraceChunk> {
    if (this.held !== null) {
      const untilMs = heldUntilMs(this.head, this.held.fromMs, null, this.usualMs);
      yield* this.spread(this.held, untilMs);
      this.close(untilMs);
    }
    yield* this.rows.chunk(Number.POSITIVE_INFINITY);
  }

  /** The start of the current step, which is not written yet. */
  private get openMs(): number {
    return Number.isNaN(this.step)
      ? (this.held?.fromMs ?? Number.POSITIVE_INFINITY)
      : this.step * this.stepMs;
  }

  /** Adds a sample to each step that it overlaps. */
  private *spread(
    { fromMs, values }: { readonly fromMs: number; readonly values: Float64Array },
    untilMs: number,
  ): Generator<TraceChunk> {
    const { stepMs, aggregates } = this;
    for (let step = Math.floor(fromMs / stepMs); step * stepMs < untilMs; step++) {
      if (step !== this.step) {
        this.close(Number.POSITIVE_INFINITY);
        this.step = step;
        if (this.rows.isFull) yield* this.rows.chunk(this.openMs);
      }
      const start = step * stepMs;
      const ms = Math.min(untilMs, start + stepMs) - Math.max(fromMs, start);
      for (let c = 0; c < aggregates.length; c++)
        (aggregates[c] as Aggregate).add(values[c] as number, ms, untilMs - fromMs);
    }
  }

  /** Writes the current step, up to the end of the trace. */
  private close(lastMs: number): void {
    const { step, stepMs, rows, aggregates } = this;
    if (Number.isNaN(step)) return;
    const start = step * stepMs;
    const spanMs = Math.min(lastMs, start + stepMs) - Math.max(this.firstMs, start);
    const row = rows.add(start);
    for (let c = 0; c < aggregates.length; c++) rows.put(c, row, (aggregates[c] as Aggregate).take(spanMs));
  }
}

function aggregateFor({ quantity, statistic, gap }: Column): Aggregate {
  if (COUNTED.has(quantity)) return new Total();
  if (statistic === 'maximum') return new Maximum();
  return new Mean(gap !== 'unknown');
}

/** Combines the values of one step. NaN is an unknown value. */
interface Aggregate {
  /** Adds a value that holds for `ms` of this step, and for `ofMs` in total. */
  add(value: number, ms: number, ofMs: number): void;
  /** Returns the value of the step and resets. `spanMs` is how much of the step the trace covers. */
  take(spanMs: number): number;
}

class Total implements Aggregate {
  private sum = Number.NaN;

  add(value: number, ms: number, ofMs: number): void {
    if (Number.isNaN(value)) return;
    const share = ms === ofMs ? value : (value * ms) / ofMs;
    this.sum = Number.isNaN(this.sum) ? share : this.sum + share;
  }

  take(): number {
    const { sum } = this;
    this.sum = Number.NaN;
    return sum;
  }
}

class Maximum implements Aggregate {
  private most = Number.NaN;

  add(value: number): void {
    if (!(value <= this.most) && !Number.isNaN(value)) this.most = value;
  }

  take(): number {
    const { most } = this;
    this.most = Number.NaN;
    return most;
  }
}

class Mean implements Aggregate {
  private readonly isMissingNone: boolean;
  private sum = 0;
  private knownMs = 0;
  /** The exact value of a step with one value. */
  private only = Number.NaN;

  /** @param isMissingNone whether missing time counts as zero; time before and after the trace never counts */
  constructor(isMissingNone: boolean) {
    this.isMissingNone = isMissingNone;
  }

  add(value: number, ms: number): void {
    if (Number.isNaN(value)) return;
    this.only = this.knownMs === 0 ? value : Number.NaN;
    this.sum += value * ms;
    this.knownMs += ms;
  }

  take(spanMs: number): number {
    const { sum, knownMs, only } = this;
    [this.sum, this.knownMs, this.only] = [0, 0, Number.NaN];
    if (knownMs === 0) return Number.NaN;
    const ofMs = this.isMissingNone ? spanMs : knownMs;
    return ofMs === knownMs && !Number.isNaN(only) ? only : sum / ofMs;
  }
}
