import { invariant } from '../../problem/index.ts';
import type { Intervals } from './intervals.ts';

/** So many candidates can be looked at in all their combinations. */
export const MOST_CANDIDATES = 16;

/** How long it stays awake without some of the candidates, of all their combinations. */
export class Removals {
  readonly #count: number;
  /** For each set, as bits, how long somebody is awake but nobody outside it. */
  readonly #within: Float64Array;
  readonly #totalMs: number;

  /** @param rest what is not up for removal */
  constructor(candidates: readonly Intervals[], rest: Intervals) {
    invariant(candidates.length <= MOST_CANDIDATES, 'no more candidates than can be combined');
    this.#count = candidates.length;
    this.#within = new Float64Array(1 << this.#count);
    this.#totalMs = this.#sweep(candidates, rest);
    // From how long exactly a set is awake to how long it and all its parts are.
    for (let bit = 1; bit < this.#within.length; bit <<= 1)
      for (let set = 0; set < this.#within.length; set++)
        if ((set & bit) !== 0)
          this.#within[set] = (this.#within[set] as number) + (this.#within[set ^ bit] as number);
  }

  /** How long it is awake without a set of candidates. */
  awakeMs(set: number): number {
    return this.#totalMs - (this.#within[set] as number);
  }

  /** The set of a size whose removal saves most; the first of equals. */
  best(size: number): number {
    let best = 0;
    for (let set = 0; set < this.#within.length; set++)
      if (sizeOf(set) === size && (best === 0 || this.awakeMs(set) < this.awakeMs(best))) best = set;
    return best;
  }

  /** The smallest set whose removal leaves it awake for no longer; of equals the one that saves most. null: none does. */
  smallest(mostMs: number): number | null {
    for (let size = 0; size <= this.#count; size++) {
      const set = this.best(size);
      if (this.awakeMs(set) <= mostMs) return set;
    }
    return null;
  }

  /** Goes through all beginnings and ends, and sums up for how long exactly which of them are awake. */
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
      // None of them touches itself, so each turn is a change.
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

/** The places of the candidates that are in a set. */
export function membersOf(set: number): number[] {
  return Array.from({ length: MOST_CANDIDATES }, (_, at) => at).filter((at) => (set & (1 << at)) !== 0);
}
