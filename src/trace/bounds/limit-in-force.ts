import { type FactSet, localFileCacheBytes, maxConnections, ramBytes } from '../../facts/index.ts';
import { columnIndex } from '../columns.ts';
import type { TraceChunk, TraceHead } from '../trace.ts';
import { stepAt } from './capacity-step.ts';

/** Quantities besides CPU that the size of a compute limits. */
export const LIMITED = ['connections', 'memory', 'workingSet'] as const;
export type LimitedQuantity = (typeof LIMITED)[number];

/** A limit and the size that has it. */
export interface SizeLimit {
  readonly most: number;
  readonly cu: number;
}

/** The limit that the size in force sets on a quantity. Samples have to be asked for in order. */
export class LimitInForce {
  private readonly head: TraceHead;
  private readonly quantity: LimitedQuantity;
  private readonly facts: FactSet;
  private readonly index: number;
  private largestCu = 0;

  constructor(head: TraceHead, quantity: LimitedQuantity, facts: FactSet) {
    this.head = head;
    this.quantity = quantity;
    this.facts = facts;
    this.index = columnIndex(head, 'capacityCu');
  }

  get isKnown(): boolean {
    return this.index !== -1;
  }

  /** Null while suspended, or if the size is unknown. */
  at({ times, values }: Pick<TraceChunk, 'times' | 'values'>, i: number): SizeLimit | null {
    const cu = values[this.index]?.[i] ?? Number.NaN;
    if (!(cu > 0)) return null;
    // An average over time asleep can be smaller than the smallest size.
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

  /**
   * The limit on connections stays the same within a range. If only sizes are known, the largest so far is the best
   * guess.
   */
  private ofConnections(inForceCu: number, atMs: number): SizeLimit {
    const { facts, head } = this;
    this.largestCu = Math.max(this.largestCu, inForceCu);
    const given = stepAt(head.sizes ?? [], atMs);
    const cu = given === undefined ? this.largestCu : inForceCu;
    return { most: maxConnections(facts, given?.minCu ?? cu, cu), cu };
  }
}
