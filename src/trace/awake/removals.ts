import { invariant } from '../../problem/index.ts';
import type { Intervals } from './intervals.ts';

/** The most candidates whose combinations can all be evaluated. */
export const MOST_CANDIDATES = 16;

/** How long the database stays awake without any combination of the candidates. */
export class Removals {
  readonly #count: number;
  /** For each set, as a bit mask: how long only members of the set keep the database awake. */
  readonly #within: Float64Array;
  readonly #totalMs: number;

  /** @param rest the activity that cannot be removed */
  constructor(candidates: readonly Intervals[], rest: Intervals) {
    invariant(candidates.length <= MOST_CANDIDATES, 'no more candidates than can be combined');
    this.#count = candidates.length;
    this.#within = new Float64Array(1 << this.#count);
    this.#totalMs = this.#sweep(candidates, rest);
    // Sums over subsets: from the time when exactly a set is active to the time when only its members are.
    for (let bit = 1; bit < this.#within.length; bit <<= 1)
      for (let set = 0; set < this.#within.length; set++)
        if ((set & bit) !== 0)
          this.#within[set] = (this.#within[set] as number) + (this.#within[set ^ bit] as number);
  }

  /** How long the database is awake without a set of candidates. */
  awakeMs(set: number): number {
    return this.#totalMs - (this.#within[set] as number);
  }

  /** The set of this size whose removal saves most; the first of equals. */
  best(size: number): number {
    let best = 0;
    for (let set = 0; set < this.#within.length; set++)
      if (sizeOf(set) === size && (best === 0 || this.awakeMs(set) < this.awakeMs(best))) best = set;
    return best;
  }

  /**
   * The smallest set whose removal brings time awake down to `mostMs`, the best among equals. Null if there is none.
   */
  smallest(mostMs: number): number | null {
    for (let size = 0; size <= this.#count; size++) {
      const set = this.best(size);
      if (this.awakeMs(set) <= mostMs) return set;
    }
    return null;
  }

  /** Goes through all starts and ends in order, and sums up how long exactly each set is active. */
  #sweep(candidates: readonly Intervals[], rest: Intervals): number {
    const turns: (readonly [ms: number, who: number])[] = [];
    [...candidates, rest].forEach(({ from, until }, who) => {
      for (const ms of from) turns.push([ms, who]);
      for (const ms of until) turns.push([ms, who]);
    });
    turns.sort(([a], [b]) => a - b);
    const restBit = 1 << candidates.length;
    let [set, sinceMs, totalMs] = [0, 0, 0];
    for (const [ms, who] of turns) {
      if (set !== 0) totalMs += ms - sinceMs;
      if (set !== 0 && set < restBit) this.#within[set] = (this.#within[set] as number) + ms - sinceMs;
      // Intervals of one candidate are disjoint, so each event toggles its bit.
      set ^= 1 << who;
      sinceMs = ms;
    }
    return totalMs;
  }
}

function sizeOf(set: number): number {
  let size = 0;
  for (let left = set; left !== 0; left &= left - 1) size++;
  return size;
}

/** The indexes of the candidates in a set. */
export function membersOf(set: number): number[] {
  return Array.from({ length: MOST_CANDIDATES }, (_, at) => at).filter((at) => (set & (1 << at)) !== 0);
}
