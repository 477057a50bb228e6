/** Values in order. */
export type SampledProfile = IndexedSamples | SampleRuns;

/** An array, or a collection that may still grow. */
interface IndexedSamples {
  /** How many values there are so far. */
  readonly length: number;
  at(index: number): number | undefined;
  /** The index after the last sample of the run that contains an index. */
  endOf?(index: number): number;
  /** Whether more samples will follow, so that a reader at the end has to wait. */
  readonly isOpen?: boolean;
}

/** Equal neighbours stored as one value. Plain data, which can be sent to threads. */
export interface SampleRuns {
  readonly length: number;
  /** The value of each run, and the index after its last sample. */
  readonly values: Float64Array;
  readonly ends: Float64Array;
}

/** Values that arrive in chunks. Only the latest chunk is kept. */
export class SampleWindow implements IndexedSamples {
  length = 0;
  isOpen = true;
  private from = 0;
  private piece: SampledProfile = new Float64Array();
  private flat: Float64Array | null = null;

  at(index: number): number | undefined {
    return this.flat === null ? sampleAt(this.piece, index - this.from) : this.flat[index - this.from];
  }

  endOf(index: number): number {
    return this.flat !== null ? index + 1 : this.from + runEnd(this.piece, index - this.from);
  }

  /** Call this only after all earlier values have been read. */
  push(piece: SampledProfile): void {
    this.from = this.length;
    this.piece = piece;
    // Arrays are indexed directly, because this is called for each sample of a file.
    this.flat = piece instanceof Float64Array ? piece : null;
    this.length += piece.length;
  }

  close(): void {
    this.isOpen = false;
  }
}

export function isRuns(samples: object): samples is SampleRuns {
  return 'ends' in samples;
}

export function sampleAt(samples: SampledProfile, index: number): number | undefined {
  return isRuns(samples) ? samples.values[runOf(samples, index)] : samples.at(index);
}

/** The index after the last sample of the run that contains an index. */
export function runEnd(samples: SampledProfile, index: number): number {
  if (isRuns(samples)) return samples.ends[runOf(samples, index)] ?? index + 1;
  return samples.endOf?.(index) ?? index + 1;
}

/** Repeats each value, stored as runs. */
export function repeated(values: Float64Array, times = 1): Float64Array | SampleRuns {
  if (times === 1) return values;
  return { length: values.length * times, values, ends: values.map((_, i) => (i + 1) * times) };
}

/** Concatenates pieces. The result is an array unless a piece has runs. */
export function joinedSamples(pieces: readonly (Float64Array | SampleRuns)[]): Float64Array | SampleRuns {
  const all = pieces.map((piece) => (isRuns(piece) ? piece.values : piece));
  const values = new Float64Array(sumOf(all));
  let place = 0;
  for (const one of all) {
    values.set(one, place);
    place += one.length;
  }
  if (!pieces.some(isRuns)) return values;
  const length = sumOf(pieces);
  const ends = new Float64Array(values.length);
  let [count, from] = [0, 0];
  for (const piece of pieces) {
    const runs = isRuns(piece) ? piece.ends : null;
    const more = runs?.length ?? piece.length;
    for (let i = 0; i < more; i++) ends[count++] = from + (runs === null ? i + 1 : (runs[i] as number));
    from += piece.length;
  }
  return { length, values, ends };
}

const sumOf = (pieces: readonly { readonly length: number }[]) =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Copies all values into an array. */
export function copyOf(samples: SampledProfile): Float64Array {
  const values = new Float64Array(samples.length);
  for (let from = 0, end = 0; from < values.length; from = end) {
    end = runEnd(samples, from);
    values.fill(sampleAt(samples, from) ?? Number.NaN, from, end);
  }
  return values;
}

/** Changes each value with a function. */
export function mapSamples(samples: SampledProfile, change: (value: number) => number): SampledProfile {
  return isRuns(samples) ? { ...samples, values: samples.values.map(change) } : copyOf(samples).map(change);
}

export function sameSamples(a: SampledProfile, b: SampledProfile): boolean {
  if (a.length !== b.length) return false;
  for (let from = 0; from < a.length; from = Math.min(runEnd(a, from), runEnd(b, from)))
    if (!Object.is(sampleAt(a, from), sampleAt(b, from))) return false;
  return true;
}

/** Finds the run that contains an index, by binary search. */
function runOf({ ends }: SampleRuns, index: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}
