import { type Place, problem } from '../../problem/index.ts';

/** Counts the rows and cells that a reader skips. A strict reader throws a problem at the first one instead. */
export class Faults {
  readonly counts = new Map<string, number>();
  readonly #file: string;
  readonly #isStrict: boolean;
  readonly #hasLines: boolean;

  /** @param hasLines whether rows are lines of a text; otherwise places have row numbers */
  constructor(file: string, isStrict: boolean, hasLines = true) {
    this.#file = file;
    this.#isStrict = isStrict;
    this.#hasLines = hasLines;
  }

  /** @param what the name of the fault in the plural, as counts show it */
  count(what: string, line: () => number, field: string | null): void {
    if (this.#isStrict)
      throw problem(
        this.placeOf(line(), field),
        what,
        'correct the file, or leave out ‹strict› to skip and count such faults',
      );
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  placeOf(line: number, field: string | null = null): Place {
    if (!this.#hasLines)
      return { file: this.#file, field: field === null ? `row ${line}` : `row ${line}, ${field}` };
    return { file: this.#file, line, ...(field === null ? {} : { field }) };
  }
}
