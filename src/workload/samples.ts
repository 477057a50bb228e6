/** Values in their order, of which more may follow. */
export interface Samples {
  /** How many there are so far. */
  readonly length: number;
  at(index: number): number | undefined;
  /** More will follow: who has come to the end of those that there are has to wait. */
  readonly isOpen?: boolean;
}

/** All that there are, to be changed. */
export function copyOf(samples: Samples): Float64Array {
  return Float64Array.from({ length: samples.length }, (_, i) => samples.at(i) ?? Number.NaN);
}

/** Values that come piece by piece: of those that are behind, nothing is kept. */
export class SampleWindow implements Samples {
  length = 0;
  isOpen = true;
  private from = 0;
  private values: Float64Array = new Float64Array();

  at(index: number): number | undefined {
    return this.values[index - this.from];
  }

  /** Whoever reads has come to the end of those that were there. */
  push(values: Float64Array): void {
    this.from = this.length;
    this.values = values;
    this.length += values.length;
  }

  close(): void {
    this.isOpen = false;
  }
}
