import { deniesDownscale, restUnits } from '../../compute/index.ts';
import { isFixed, type SizeSetting } from '../../facts/index.ts';
import { boundsOf, type Ground, givenBy } from '../limits.ts';
import { isCalm } from '../memory.ts';

/**
 * Nothing can come of so much memory at any size of a range, where no pages are read: it brings no size under pressure,
 * asks for no more than the smallest, and keeps none from stepping down.
 */
export function isUnfelt(bytes: number, size: SizeSetting, ground: Ground): boolean {
  const { minQuarterCu: least } = boundsOf(size);
  if (!isCalm(bytes, givenBy(least, ground).usableBytes)) return false;
  if (isFixed(size)) return true;
  const { autoscaler } = ground.assumptions;
  return restUnits(bytes, 0, 0, autoscaler) <= least && !deniesDownscale(least, bytes);
}
