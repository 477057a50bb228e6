import type { QuarterCu } from '../facts/index.ts';

export interface Bounds {
  readonly minQuarterCu: QuarterCu;
  readonly maxQuarterCu: QuarterCu;
}

export interface Bounded {
  readonly size: QuarterCu;
  /** The end of the range that changed the size, if one did. */
  readonly by: 'min' | 'max' | null;
}

export function bound(size: QuarterCu, { minQuarterCu, maxQuarterCu }: Bounds): Bounded {
  if (size < minQuarterCu) return { size: minQuarterCu, by: 'min' };
  if (size > maxQuarterCu) return { size: maxQuarterCu, by: 'max' };
  return { size, by: null };
}
