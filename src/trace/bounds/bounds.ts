import type { FactSet } from '../../facts/index.ts';
import { MAXIMUM_FIRST, placeOf } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import { isAbove, isFull } from './censored.ts';
import { LIMITED, type Limit, type LimitedQuantity, LimitInForce } from './limit-in-force.ts';
import { type MarkedSpan, MarkedSpans } from './marked-spans.ts';

/** Samples of a quantity so near to what there was that they say "at least". */
export interface Bound {
  readonly quantity: LimitedQuantity;
  readonly samples: number;
  /** Samples in which there was some of it; of a demand, those that were busy or at the limit. */
  readonly of: number;
  /** The highest limit that they were at, in connections or bytes; null: there are none. */
  readonly limit: number | null;
  /** The size that it follows from. */
  readonly capacityCu: number | null;
}

/** A bound with the times at which it held. */
export interface TimedBound extends Bound {
  readonly spans: readonly MarkedSpan[];
}

/** Of each quantity that has a limit which is known. */
export class Bounds {
  private readonly each: readonly BoundMeter[];

  constructor(head: TraceHead, stepMs: number, facts: FactSet) {
    this.each = LIMITED.map((quantity) => new BoundMeter(head, quantity, stepMs, facts));
  }

  /** @param used CPU that was used at each sample; null: whether anybody was at work makes no difference */
  take(chunk: Pick<TraceChunk, 'times' | 'values'>, used: Float64Array | null): void {
    for (const one of this.each) one.take(chunk, used);
  }

  get result(): TimedBound[] {
    return this.each.flatMap((one) => one.result ?? []);
  }
}

/** How many there are, without when. */
export function withoutSpans({ spans: _, ...bound }: TimedBound): Bound {
  return bound;
}

class BoundMeter {
  private readonly quantity: LimitedQuantity;
  private readonly stepMs: number;
  private readonly place: number;
  private readonly limit: LimitInForce;
  private readonly spans = new MarkedSpans();
  private samples = 0;
  private of = 0;
  private above = 0;
  private highest: Limit | null = null;
  /** What the sample before had, if it was at its limit. */
  private before = Number.NaN;

  constructor(head: TraceHead, quantity: LimitedQuantity, stepMs: number, facts: FactSet) {
    this.quantity = quantity;
    this.stepMs = stepMs;
    this.place = placeOf(head, quantity, MAXIMUM_FIRST);
    this.limit = new LimitInForce(head, quantity, facts);
  }

  take(chunk: Pick<TraceChunk, 'times' | 'values'>, used: Float64Array | null): void {
    const values = chunk.values[this.place];
    if (values === undefined || !this.limit.isKnown) return;
    for (let i = 0; i < values.length; i++) {
      const limit = this.limit.at(chunk, i);
      const value = values[i] as number;
      const { before } = this;
      this.before = Number.NaN;
      if (limit === null || !(value > 0)) continue;
      const isBusy = used === null || (used[i] as number) > 0;
      const isFound = this.find(value, limit, before, chunk.times[i] as number);
      if (isBusy || isFound) this.of++;
    }
  }

  /** Whether the sample is a lower bound. */
  private find(value: number, limit: Limit, before: number, atMs: number): boolean {
    if (isAbove(value, limit.most)) {
      this.above++;
      return false;
    }
    const isAtLimit = isFull(value, limit.most);
    if (isAtLimit) this.before = value;
    // A process that is killed for its memory leaves little of it behind, and what it wanted is not in the sample.
    else if (!(this.quantity === 'memory' && value < before / 2)) return false;
    this.samples++;
    this.spans.mark(atMs, atMs + this.stepMs);
    if (limit.most > (this.highest?.most ?? 0)) this.highest = limit;
    return true;
  }

  /** What is above a limit more often than at it is not held by it: it was measured on something else. */
  get result(): TimedBound | null {
    const { quantity, samples, of, above, highest, spans } = this;
    if (of === 0 || above > samples) return null;
    const limit = highest?.most ?? null;
    return { quantity, samples, of, limit, capacityCu: highest?.cu ?? null, spans: spans.all };
  }
}
