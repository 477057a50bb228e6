import type { QuarterCu } from '../../facts/index.ts';

export interface Bounds {
  readonly minQuarterCu: QuarterCu;
  readonly maxQuarterCu: QuarterCu;
}

export function bound(size: QuarterCu, { minQuarterCu, maxQuarterCu }: Bounds): QuarterCu {
  return size < minQuarterCu ? minQuarterCu : size > maxQuarterCu ? maxQuarterCu : size;
}

/** Returns the end of the range that limits a size. Null if the size is within the range. */
export function boundBy(size: QuarterCu, { minQuarterCu, maxQuarterCu }: Bounds): 'min' | 'max' | null {
  return size < minQuarterCu ? 'min' : size > maxQuarterCu ? 'max' : null;
}
