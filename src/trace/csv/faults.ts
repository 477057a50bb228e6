import { problem } from '../../problem/index.ts';

/** What cannot be read is passed over and counted; or, where the reader is strict, ends the reading at once. */
export class Faults {
  readonly counts = new Map<string, number>();
  readonly #file: string;
  readonly #isStrict: boolean;

  constructor(file: string, isStrict: boolean) {
    this.#file = file;
    this.#isStrict = isStrict;
  }

  /** @param what in the plural, as it is counted */
  count(what: string, line: () => number, field: string | null): void {
    if (this.#isStrict)
      throw problem(
        { file: this.#file, line: line(), ...(field === null ? {} : { field }) },
        what,
        'mend the file, or leave out --strict to have such passed over and counted',
      );
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
