import type { Gap } from '../trace.ts';

/** What a missing sample means where nobody says so, and why. */
export interface InferredGap {
  readonly means: Gap;
  readonly why: string;
}

/** Counts the samples that a regular trace lacks. */
export class MissingSamples {
  readonly #stepMs: number | null;
  #samples = 0;
  #gaps = 0;
  #beforeMs = Number.NaN;

  constructor(stepMs: number | null) {
    this.#stepMs = stepMs;
  }

  see(times: Float64Array): void {
    if (this.#stepMs === null) return;
    for (const time of times) {
      const missing = missingSteps(this.#beforeMs, time, this.#stepMs);
      if (missing > 0) {
        this.#samples += missing;
        this.#gaps++;
      }
      this.#beforeMs = time;
    }
  }

  /** How many there are and what they were taken for; nothing where there are none. */
  notes(asked: Gap | null, inferred: InferredGap | null = null): string[] {
    if (this.#gaps === 0) return [];
    const why = asked === null ? `, for ${inferred?.why ?? '--gap does not say what they mean'}` : '';
    return [
      `missing samples: ${this.#samples}, in gaps: ${this.#gaps}; ` +
        `taken as ${asked ?? inferred?.means ?? 'unknown'}${why}`,
    ];
  }
}

/** How many steps lie between a sample and the next one. */
export function missingSteps(fromMs: number, nextMs: number, stepMs: number): number {
  return Math.max(0, Math.round((nextMs - fromMs) / stepMs) - 1);
}
