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
 * Whether this much memory has no effect at any size of a range. It must put no size under pressure, ask for no more
 * than the smallest size, and deny no step down.
 *
 * @param cachedBytes the most that the cache may hold beside it
 */
export function hasNoEffect(bytes: number, size: SizeSetting, rules: MemoryRules, cachedBytes = 0): boolean {
  const { minQuarterCu: least } = boundsOf(size);
  if (!isCalm(bytes, resourcesOf(least, rules).usableBytes)) return false;
  if (isFixed(size)) return true;
  const { autoscaler } = rules.assumptions;
  return restUnits(bytes, cachedBytes, cachedBytes, autoscaler) <= least && !deniesDownscale(least, bytes);
}
