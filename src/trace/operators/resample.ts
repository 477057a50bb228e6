import { ROWS } from '../collect.ts';
import { heldUntilMs } from '../holds.ts';
import { COUNTED } from '../quantity.ts';
import type { Column, TraceChunk, TraceHead } from '../trace.ts';
import type { Operator, Stage } from './operator.ts';
import { Rows } from './rows.ts';

/**
 * The same trace in other steps, which begin at whole multiples of the step in UTC. What is counted keeps its total, a
 * maximum stays the largest, everything else is averaged by time: by what is known of it, or by all of it where what is
 * missing means none. A step that no sample reaches into is not there, and one of which no value is known stays
 * unknown. `usualMs` is the usual time from one sample to the next, which a trace at uneven times does not say before
 * its end.
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

/** An instant's value is an average once it stands for other instants too. */
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
  private readonly mixes: readonly Mix[];
  /** The sample that came last: only the next one tells how long it holds. */
  private held: { readonly fromMs: number; readonly values: Float64Array } | null = null;
  /** The number of the step that is being filled. */
  private step = Number.NaN;
  private firstMs = Number.NaN;

  constructor(head: TraceHead, stepMs: number, usualMs: number) {
    this.head = head;
    this.stepMs = stepMs;
    this.usualMs = usualMs;
    this.rows = new Rows(head.columns.length, ROWS);
    this.mixes = head.columns.map(mixOf);
  }

  *take({ times, values, events }: TraceChunk): Generator<TraceChunk> {
    this.rows.note(events);
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

  /** Where the step begins that is not written yet. */
  private get openMs(): number {
    return Number.isNaN(this.step)
      ? (this.held?.fromMs ?? Number.POSITIVE_INFINITY)
      : this.step * this.stepMs;
  }

  /** A sample into each step that it reaches into. */
  private *spread(
    { fromMs, values }: { readonly fromMs: number; readonly values: Float64Array },
    untilMs: number,
  ): Generator<TraceChunk> {
    const { stepMs, mixes } = this;
    for (let step = Math.floor(fromMs / stepMs); step * stepMs < untilMs; step++) {
      if (step !== this.step) {
        this.close(Number.POSITIVE_INFINITY);
        this.step = step;
        if (this.rows.isFull) yield* this.rows.chunk(this.openMs);
      }
      const start = step * stepMs;
      const ms = Math.min(untilMs, start + stepMs) - Math.max(fromMs, start);
      for (let c = 0; c < mixes.length; c++) (mixes[c] as Mix).add(values[c] as number, ms, untilMs - fromMs);
    }
  }

  /** Writes the step that was being filled, so far as the trace reaches. */
  private close(lastMs: number): void {
    const { step, stepMs, rows, mixes } = this;
    if (Number.isNaN(step)) return;
    const start = step * stepMs;
    const spanMs = Math.min(lastMs, start + stepMs) - Math.max(this.firstMs, start);
    const row = rows.add(start);
    for (let c = 0; c < mixes.length; c++) rows.put(c, row, (mixes[c] as Mix).take(spanMs));
  }
}

function mixOf({ quantity, statistic, gap }: Column): Mix {
  if (COUNTED.has(quantity)) return new Total();
  if (statistic === 'maximum') return new Most();
  return new Mean(gap !== 'unknown');
}

/** What becomes of the values of one step; NaN is one that is not known. */
interface Mix {
  /** A value that holds for `ms` of the step, and for `ofMs` in all. */
  add(value: number, ms: number, ofMs: number): void;
  /** The value of the step, of which the trace covers so much; and the next step begins. */
  take(spanMs: number): number;
}

class Total implements Mix {
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

class Most implements Mix {
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

class Mean implements Mix {
  private readonly isMissingNone: boolean;
  private sum = 0;
  private knownMs = 0;
  /** The value of a step that has but one, to the last bit. */
  private only = Number.NaN;

  /** Where what is missing means none, it is averaged too, but for what lies before and after the trace. */
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
