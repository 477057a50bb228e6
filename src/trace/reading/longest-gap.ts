import { DAY_MS } from '../../facts/index.ts';
import type { Place } from '../../problem/index.ts';
import { warning } from './warning.ts';

/**
 * The longest time between two rows. Where it is more than half of a trace and more than a day, a wrong time is likely,
 * and whatever is said of a month is spread over it.
 */
export class LongestGap {
  #rows = 0;
  #firstMs = 0;
  #latestMs = 0;
  #ms = 0;
  #rowsBefore = 0;
  #behindMs = 0;
  #behind: Place = {};

  /** @param place where the row stands; asked only of a row behind a gap */
  see(ms: number, place: () => Place): void {
    if (this.#rows === 0) {
      this.#firstMs = ms;
      this.#latestMs = ms;
    } else if (ms - this.#latestMs > this.#ms) {
      this.#ms = ms - this.#latestMs;
      this.#rowsBefore = this.#rows;
      this.#behindMs = ms;
      this.#behind = place();
    }
    if (ms > this.#latestMs) this.#latestMs = ms;
    this.#rows++;
  }

  /** @param first where the first row stands */
  warnings(first: Place): string[] {
    const spanMs = this.#latestMs - this.#firstMs;
    if (this.#rows < FEWEST_ROWS || this.#ms <= DAY_MS || this.#ms <= spanMs / 2) return [];
    const isEarly = this.#rowsBefore < this.#rows - this.#rowsBefore;
    const isFirst = this.#rowsBefore === 1;
    const [row, ms, way] = isFirst
      ? [first, this.#firstMs, 'before the next row']
      : [this.#behind, this.#behindMs, 'after the row before it'];
    return [
      warning(
        `${rowWords(row)}, ${new Date(ms).toISOString()}, is ${days(this.#ms)} ${way}, and the whole trace is ` +
          `${days(spanMs)}: averages and what a month costs are spread over this gap. If the time is wrong, ` +
          `correct or remove the row; if it is right, cut the gap off with tidemark trace slice ` +
          `${isEarly ? '--from' : '--to'} ${minute(this.#behindMs)}.`,
      ),
    ];
  }
}

/** Fewer do not tell how far apart rows usually are: a gap of half of them is nine times as long as the others. */
const FEWEST_ROWS = 10;

function rowWords({ line, field }: Place): string {
  return line === undefined ? (field ?? 'a row') : `line ${line}`;
}

const days = (ms: number) => `${Number((ms / DAY_MS).toFixed(1))} days`;

/** As --from and --to take it; it lies within the gap, or at its end. */
const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;
