import type { Field } from './table-plan.ts';

/** Turns counters into increases: each sample gets the increase until the next sample. */
export class Counters {
  /** How often a counter decreased. It was then reset, and its new value is the increase. */
  resets = 0;
  readonly #fields: readonly Field[];
  readonly #stepMs: number | null;
  /** The values of the counters in the row before. */
  readonly #before: Float64Array;
  #beforeMs = Number.NaN;

  constructor(fields: readonly Field[], stepMs: number | null) {
    this.#fields = fields;
    this.#stepMs = stepMs;
    this.#before = new Float64Array(fields.length).fill(Number.NaN);
  }

  /** Call this after each row. It fills in the increases of the row before. */
  take(times: Float64Array, values: readonly Float64Array[], row: number): void {
    const ms = times[row] as number;
    const elapsedMs = ms - this.#beforeMs;
    this.#fields.forEach(({ scale }, at) => {
      if (scale.growth === 'none') return;
      const column = values[at] as Float64Array;
      const now = column[row] as number;
      const before = this.#before[at] as number;
      const hasFallen = now < before;
      if (hasFallen) this.resets++;
      const grown = hasFallen ? now : now - before;
      if (row > 0)
        column[row - 1] =
          scale.growth === 'by-second' ? (grown * 1000) / elapsedMs : grown * this.#shareOfStep(elapsedMs);
      column[row] = Number.NaN;
      this.#before[at] = now;
    });
    this.#beforeMs = ms;
  }

  /** An increase over a gap is spread evenly: one step gets its share. */
  #shareOfStep(elapsedMs: number): number {
    return this.#stepMs === null || elapsedMs < 1.5 * this.#stepMs ? 1 : this.#stepMs / elapsedMs;
  }
}
