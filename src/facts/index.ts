export {
  burstVcpu,
  connectionSizeCu,
  localFileCacheBytes,
  maxConnections,
  maxConnectionsAt,
  poolSize,
  ramBytes,
  temporaryDiskBytes,
} from './capacity.ts';
export { completeFacts, takenFacts } from './complete.ts';
export { ALL_FACT_KEYS, FACT_KEYS } from './fact-keys.ts';
export {
  DEFAULT_FACT_SET,
  factSet,
  factsWithPrices,
  isFactSetName,
  newestFacts,
  SERVICE_FACT_SET,
} from './fact-set.ts';
export type { Fact, FactKey, FactSet, FactValues, StatedFacts } from './fact-values.ts';
export type { FurtherFacts } from './further-facts.ts';
export { type OpenRule, openRules, recommendableFacts } from './left-open.ts';
export { DEFAULT_PLAN, LARGEST_PLAN, PLAN_NAMES, type PlanName } from './plans.ts';
export {
  computeCostMicros,
  costMicros,
  MICROS,
  type PriceList,
  QUARTER_CU_MS_PER_CU_HOUR,
} from './prices.ts';
export {
  checkSizeSetting,
  defaultRange,
  isFixed,
  planSizes,
  type SizeSetting,
  sizeProblems,
  smallestSizeCu,
} from './setting.ts';
export { FACT_SET_NAMES, type FactSetName } from './shipped.ts';
export { type ListedSize, type SettingView, type SizeRow, settingView, sizeTable } from './size-table.ts';
export { LISTED_SIZES_CU, nearestSizesCu } from './sizes.ts';
export { describeSource, type FactSource } from './source.ts';
export { suspendProblems } from './suspend-after.ts';
export {
  cuOf,
  DAY_MS,
  GIB,
  HOUR_MS,
  LONGEST_SPAN_MS,
  MIB,
  MINUTE_MS,
  QUARTERS_PER_CU,
  QUOTED_MONTH_HOURS,
  type QuarterCu,
  quarterCu,
  SECOND_MS,
  wholeMs,
} from './units.ts';
