import { LISTED_SIZES_CU } from '../../facts/index.ts';
import { columnIndex } from '../columns.ts';
import type { Quantity } from '../quantity.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';

/** The column from which demand is estimated while CPU is at its limit. */
export type RebuiltFrom = 'load' | 'activeConnections' | 'queryMs';

/**
 * Estimates the demand of a sample in vCPU: one for each process that runs or waits, or for each query in progress.
 * The autoscaler counts the same way. The estimate is rather too high, because some processes wait for something else.
 */
export class EstimatedDemand {
  readonly from: RebuiltFrom | null;
  private readonly index: number;
  private readonly queriesIndex: number;
  private readonly stepMs: number;

  constructor(head: TraceHead, stepMs: number) {
    const has = (quantity: Quantity) => columnIndex(head, quantity) !== -1;
    this.from = ORDER.find((quantity) => has(quantity) && (quantity !== 'queryMs' || has('queries'))) ?? null;
    this.index = this.from === null ? -1 : columnIndex(head, this.from);
    this.queriesIndex = columnIndex(head, 'queries');
    this.stepMs = stepMs;
  }

  /** NaN if unknown. */
  at(values: TraceChunk['values'], i: number): number {
    const value = values[this.index]?.[i] ?? Number.NaN;
    // The sum of durations divided by the step is the mean number of queries at once.
    const wanted =
      this.from === 'queryMs'
        ? (value * (values[this.queriesIndex]?.[i] ?? Number.NaN)) / this.stepMs
        : value;
    return Math.min(MOST_VCPU, wanted);
  }
}

const ORDER: readonly RebuiltFrom[] = ['load', 'activeConnections', 'queryMs'];

/** No size has more vCPU, so larger demand makes no difference. */
const MOST_VCPU = LISTED_SIZES_CU.at(-1) as number;
