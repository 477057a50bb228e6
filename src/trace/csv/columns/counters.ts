import type { Field } from './table-plan.ts';

/** Makes of counters what they have grown by: of each sample, up to the next one. */
export class Counters {
  /** Falls of a counter: it began anew, and what it has since is what it has grown by. */
  resets = 0;
  readonly #fields: readonly Field[];
  readonly #stepMs: number | null;
  /** What counters stood at in the row before. */
  readonly #before: Float64Array;
  #beforeMs = Number.NaN;

  constructor(fields: readonly Field[], stepMs: number | null) {
    this.#fields = fields;
    this.#stepMs = stepMs;
    this.#before = new Float64Array(fields.length).fill(Number.NaN);
  }

  /** Of a row that has just come: the row before learns what it lacked. */
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

  /** What has grown over a gap has not all grown in the step before it. */
  #shareOfStep(elapsedMs: number): number {
    return this.#stepMs === null || elapsedMs < 1.5 * this.#stepMs ? 1 : this.#stepMs / elapsedMs;
  }
}
