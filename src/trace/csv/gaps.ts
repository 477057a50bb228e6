/** Counts the samples that a regular trace lacks. */
export class Gaps {
  samples = 0;
  count = 0;
  readonly #stepMs: number | null;
  #beforeMs = Number.NaN;

  constructor(stepMs: number | null) {
    this.#stepMs = stepMs;
  }

  see(times: Float64Array): void {
    if (this.#stepMs === null) return;
    for (const time of times) {
      const missing = Math.round((time - this.#beforeMs) / this.#stepMs) - 1;
      if (missing > 0) {
        this.samples += missing;
        this.count++;
      }
      this.#beforeMs = time;
    }
  }
}
