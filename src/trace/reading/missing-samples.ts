import type { Gap } from '../trace.ts';

/** The meaning that a reader gives to missing samples if no option gives one, and the reason for it. */
export interface InferredGap {
  readonly means: Gap;
  readonly why: string;
}

/** Counts the samples that are missing from a regular trace. */
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

  /** Says how many samples are missing and what they are taken for. Empty if none are missing. */
  notes(asked: Gap | null, inferred: InferredGap | null = null): string[] {
    if (this.#gaps === 0) return [];
    const why = asked === null ? `, for ${inferred?.why ?? '‹gap› does not say what they mean'}` : '';
    return [
      `missing samples: ${this.#samples}, in gaps: ${this.#gaps}; ` +
        `taken as ${asked ?? inferred?.means ?? 'unknown'}${why}`,
    ];
  }
}

/** How many samples are missing between two times. */
export function missingSteps(fromMs: number, nextMs: number, stepMs: number): number {
  return Math.max(0, Math.round((nextMs - fromMs) / stepMs) - 1);
}
