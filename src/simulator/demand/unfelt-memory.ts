import {
  type AutoscalerConfig,
  boundsOf,
  deniesDownscale,
  isCalm,
  type ResourceRules,
  resourcesOf,
  restUnits,
} from '../../compute/index.ts';
import { isFixed, type SizeSetting } from '../../facts/index.ts';

type MemoryRules = ResourceRules & { readonly assumptions: { readonly autoscaler: AutoscalerConfig } };

/**
 * Nothing can come of so much memory at any size of a range, where no pages are read: it brings no size under pressure,
 * asks for no more than the smallest, and keeps none from stepping down.
 */
export function hasNoEffect(bytes: number, size: SizeSetting, rules: MemoryRules): boolean {
  const { minQuarterCu: least } = boundsOf(size);
  if (!isCalm(bytes, resourcesOf(least, rules).usableBytes)) return false;
  if (isFixed(size)) return true;
  const { autoscaler } = rules.assumptions;
  return restUnits(bytes, 0, 0, autoscaler) <= least && !deniesDownscale(least, bytes);
}
