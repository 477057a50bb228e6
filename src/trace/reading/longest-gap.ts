import { DAY_MS } from '../../facts/index.ts';
import type { Place } from '../../problem/index.ts';
import { warning } from './warning.ts';

/**
 * Finds the longest time between two rows. A gap of more than a day and more than half of the trace most likely comes
 * from a wrong time, and monthly figures are then spread over it.
 */
export class LongestGap {
  #rows = 0;
  #firstMs = 0;
  #latestMs = 0;
  #ms = 0;
  #rowsBefore = 0;
  #behindMs = 0;
  #behind: Place = {};

  /** @param place returns where the row stands; called only for a row after a gap */
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

/** With fewer rows, a gap of half the trace is not unusually long. */
const FEWEST_ROWS = 10;

function rowWords({ line, field }: Place): string {
  return line === undefined ? (field ?? 'a row') : `line ${line}`;
}

const days = (ms: number) => `${Number((ms / DAY_MS).toFixed(1))} days`;

/** In the format of --from and --to. The time is within the gap or at its end. */
const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;
