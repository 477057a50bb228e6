import { deniesDownscale, restUnits } from '../../compute/index.ts';
import { isFixed, type SizeSetting } from '../../facts/index.ts';
import { boundsOf, type ResourceAssumptions, resourcesOf } from '../limits.ts';
import { isCalm } from '../resources/memory.ts';

/**
 * Nothing can come of so much memory at any size of a range, where no pages are read: it brings no size under pressure,
 * asks for no more than the smallest, and keeps none from stepping down.
 */
export function hasNoEffect(bytes: number, size: SizeSetting, key: ResourceAssumptions): boolean {
  const { minQuarterCu: least } = boundsOf(size);
  if (!isCalm(bytes, resourcesOf(least, key).usableBytes)) return false;
  if (isFixed(size)) return true;
  const { autoscaler } = key.assumptions;
  return restUnits(bytes, 0, 0, autoscaler) <= least && !deniesDownscale(least, bytes);
}
