import type { FactSet } from '../../facts/index.ts';
import { columnIndex, MAXIMUM_FIRST } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import { isAboveLimit, isAtLimit } from './censored.ts';
import { LIMITED, type LimitedQuantity, LimitInForce, type SizeLimit } from './limit-in-force.ts';
import { type MarkedSpan, MarkedSpans } from './marked-spans.ts';

/** How many samples of a quantity are lower bounds, because they are at a limit. */
export interface Bound {
  readonly quantity: LimitedQuantity;
  readonly samples: number;
  /** All samples with a positive value. For demand, only those that were busy or at the limit. */
  readonly of: number;
  /** The highest limit among these samples, in connections or bytes. Null if there are none. */
  readonly limit: number | null;
  /** The size that has this limit. */
  readonly capacityCu: number | null;
}

/** A bound with the times of its samples. */
export interface TimedBound extends Bound {
  readonly spans: readonly MarkedSpan[];
}

/** The bounds of all quantities that have a known limit. */
export class TraceBounds {
  private readonly each: readonly BoundMeter[];

  constructor(head: TraceHead, stepMs: number, facts: FactSet) {
    this.each = LIMITED.map((quantity) => new BoundMeter(head, quantity, stepMs, facts));
  }

  /** @param used the CPU used at each sample; null if idle samples count too */
  take(chunk: Pick<TraceChunk, 'times' | 'values'>, used: Float64Array | null): void {
    for (const one of this.each) one.take(chunk, used);
  }

  get result(): TimedBound[] {
    return this.each.flatMap((one) => one.result ?? []);
  }
}

/** Drops the times. */
export function withoutSpans({ spans: _, ...bound }: TimedBound): Bound {
  return bound;
}

class BoundMeter {
  private readonly quantity: LimitedQuantity;
  private readonly stepMs: number;
  private readonly index: number;
  private readonly limit: LimitInForce;
  private readonly spans = new MarkedSpans();
  private samples = 0;
  private of = 0;
  private aboveLimit = 0;
  private highestLimit: SizeLimit | null = null;
  /** The value of the sample before, if it was at its limit. Otherwise NaN. */
  private before = Number.NaN;

  constructor(head: TraceHead, quantity: LimitedQuantity, stepMs: number, facts: FactSet) {
    this.quantity = quantity;
    this.stepMs = stepMs;
    this.index = columnIndex(head, quantity, MAXIMUM_FIRST);
    this.limit = new LimitInForce(head, quantity, facts);
  }

  take(chunk: Pick<TraceChunk, 'times' | 'values'>, used: Float64Array | null): void {
    const values = chunk.values[this.index];
    if (values === undefined || !this.limit.isKnown) return;
    for (let i = 0; i < values.length; i++) {
      const limit = this.limit.at(chunk, i);
      const value = values[i] as number;
      const { before } = this;
      this.before = Number.NaN;
      if (limit === null || !(value > 0)) continue;
      const isBusy = used === null || (used[i] as number) > 0;
      const isFound = this.isLowerBound(value, limit, before, chunk.times[i] as number);
      if (isBusy || isFound) this.of++;
    }
  }

  /** Whether the sample is a lower bound. */
  private isLowerBound(value: number, limit: SizeLimit, before: number, atMs: number): boolean {
    if (isAboveLimit(value, limit.most)) {
      this.aboveLimit++;
      return false;
    }
    const atLimit = isAtLimit(value, limit.most);
    if (atLimit) this.before = value;
    // After a process is killed for lack of memory, a sample no longer shows the memory that it asked for.
    else if (!(this.quantity === 'memory' && value < before / 2)) return false;
    this.samples++;
    this.spans.mark(atMs, atMs + this.stepMs);
    if (limit.most > (this.highestLimit?.most ?? 0)) this.highestLimit = limit;
    return true;
  }

  /** Values above a limit more often than at it do not have this limit: they were measured on another machine. */
  get result(): TimedBound | null {
    const { quantity, samples, of, aboveLimit, highestLimit, spans } = this;
    if (of === 0 || aboveLimit > samples) return null;
    const limit = highestLimit?.most ?? null;
    return { quantity, samples, of, limit, capacityCu: highestLimit?.cu ?? null, spans: spans.all };
  }
}
