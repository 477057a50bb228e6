import { LISTED_SIZES_CU } from '../../facts/index.ts';
import { placeOf } from '../columns.ts';
import type { Quantity } from '../quantity.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/** What says how much was wanted where CPU says but "at least". */
export type RebuiltFrom = 'load' | 'activeConnections' | 'queryMs';

/**
 * What was wanted at a sample, in vCPU: a process that runs or waits, a query that is under way, wants one. It is as the
 * autoscaler itself takes it, and rather too much: some of them wait for something else.
 */
export class RebuiltDemand {
  readonly from: RebuiltFrom | null;
  private readonly place: number;
  private readonly queries: number;
  private readonly stepMs: number;

  constructor(head: TraceHead, stepMs: number) {
    const has = (quantity: Quantity) => placeOf(head, quantity) !== -1;
    this.from = ORDER.find((quantity) => has(quantity) && (quantity !== 'queryMs' || has('queries'))) ?? null;
    this.place = this.from === null ? -1 : placeOf(head, this.from);
    this.queries = placeOf(head, 'queries');
    this.stepMs = stepMs;
  }

  /** NaN: it is not known. */
  at(values: TraceChunk['values'], i: number): number {
    const value = values[this.place]?.[i] ?? Number.NaN;
    // Durations together are the time that queries were under way: over the step, how many at once.
    const wanted =
      this.from === 'queryMs' ? (value * (values[this.queries]?.[i] ?? Number.NaN)) / this.stepMs : value;
    return Math.min(MOST_VCPU, wanted);
  }
}

const ORDER: readonly RebuiltFrom[] = ['load', 'activeConnections', 'queryMs'];

/** More than the largest size has is never given, whoever wants it. */
const MOST_VCPU = LISTED_SIZES_CU.at(-1) as number;
