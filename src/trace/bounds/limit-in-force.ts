import { type FactSet, localFileCacheBytes, maxConnections, ramBytes } from '../../facts/index.ts';
import { placeOf } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import { stepAt } from './capacity-step.ts';

/** Quantities beside CPU that are never seen larger than what there was to have. */
export const LIMITED = ['connections', 'memory', 'workingSet'] as const;
export type LimitedQuantity = (typeof LIMITED)[number];

/** What a limit was, and the size that it follows from. */
export interface Limit {
  readonly most: number;
  readonly cu: number;
}

/** The most of a quantity that the size in force let be seen, asked for sample after sample. */
export class LimitInForce {
  private readonly head: TraceHead;
  private readonly quantity: LimitedQuantity;
  private readonly facts: FactSet;
  private readonly place: number;
  private largestCu = 0;

  constructor(head: TraceHead, quantity: LimitedQuantity, facts: FactSet) {
    this.head = head;
    this.quantity = quantity;
    this.facts = facts;
    this.place = placeOf(head, 'capacityCu');
  }

  get isKnown(): boolean {
    return this.place !== -1;
  }

  /** null: asleep, or nobody knows. */
  at({ times, values }: Pick<TraceChunk, 'times' | 'values'>, i: number): Limit | null {
    const cu = values[this.place]?.[i] ?? Number.NaN;
    if (!(cu > 0)) return null;
    // Averages over time asleep are smaller than any size that there is.
    const inForceCu = Math.max(cu, this.facts.autoscaling.value.lowestCu);
    switch (this.quantity) {
      case 'memory':
        return { most: ramBytes(this.facts, inForceCu), cu: inForceCu };
      case 'workingSet':
        return { most: localFileCacheBytes(this.facts, inForceCu), cu: inForceCu };
      case 'connections':
        return this.ofConnections(inForceCu, times[i] as number);
    }
  }

  /** It stays while a compute goes up and down within its range, so that of sizes alone the largest yet says most. */
  private ofConnections(inForceCu: number, atMs: number): Limit {
    const { facts, head } = this;
    this.largestCu = Math.max(this.largestCu, inForceCu);
    const told = stepAt(head.sizes ?? [], atMs);
    const cu = told === undefined ? this.largestCu : inForceCu;
    return { most: maxConnections(facts, told?.minCu ?? cu, cu), cu };
  }
}
