import { LONGEST_SPAN_MS } from '../../facts/index.ts';
import { type Place, problem } from '../../problem/index.ts';
import { LongestGap } from './longest-gap.ts';

/**
 * Refuses a trace that covers more time than a command can process. The cause is nearly always one wrong time, so the
 * problem names its row. Also warns of a gap that is most of a trace.
 */
export class SpanBound {
  readonly #placeOf: (row: number) => Place;
  readonly #gap = new LongestGap();
  #rows = 0;
  #firstMs = 0;
  #first: Place = {};

  /** @param placeOf where a row stands, by its line or its number */
  constructor(placeOf: (row: number) => Place) {
    this.#placeOf = placeOf;
  }

  see(ms: number, row: () => number): void {
    if (this.#rows === 0) {
      if (!(ms >= EARLIEST_MS && ms < LATEST_MS)) throw notInYears(this.#placeOf(row()));
      this.#firstMs = ms;
      this.#first = this.#placeOf(row());
    } else if (Math.abs(ms - this.#firstMs) > LONGEST_SPAN_MS) throw this.#outlying(ms, row());
    this.#gap.see(ms, () => this.#placeOf(row()));
    this.#rows++;
  }

  /** Call this after all rows. */
  warnings(): string[] {
    return this.#gap.warnings(this.#first);
  }

  /** If the second row is far from the first, the first row is more likely the wrong one. */
  #outlying(ms: number, row: number) {
    const place = this.#placeOf(row);
    if (!(ms >= EARLIEST_MS && ms < LATEST_MS)) return notInYears(place);
    const [wrong, wrongMs, other, otherMs] =
      this.#rows === 1 ? [this.#first, this.#firstMs, 'next', ms] : [place, ms, 'first', this.#firstMs];
    return problem(
      wrong,
      `the time ${iso(wrongMs)} is more than ten years from the ${other} one, ${iso(otherMs)}`,
      'correct or remove it; a trace covers ten years at most',
    );
  }
}

/** Dates outside these years do not fit into four digits. */
const EARLIEST_MS = Date.parse('0000-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T24:00:00Z');

function notInYears(place: Place) {
  return problem(place, 'the time is not between the years 0 and 9999', 'correct or remove it');
}

const iso = (ms: number) => new Date(ms).toISOString();
