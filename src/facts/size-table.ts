import {
  burstVcpu,
  connectionSizeCu,
  localFileCacheBytes,
  maxConnections,
  poolSize,
  ramBytes,
  temporaryDiskBytes,
} from './capacity.ts';
import type { FactSet } from './fact-values.ts';
import { PLAN_NAMES, type PlanName } from './plans.ts';
import { computeCostMicros, type PriceList } from './prices.ts';
import { isFixed, planSizes, type SizeSetting } from './setting.ts';
import { HOUR_MS, QUOTED_MONTH_HOURS, quarterCu } from './units.ts';

/** What a compute has while it stands at one size. */
export interface SizeRow {
  readonly cu: number;
  readonly vcpu: number;
  readonly burstVcpu: number;
  readonly shared: boolean;
  readonly ramBytes: number;
  readonly localFileCacheBytes: number;
  /** Cost of a quoted month at this size without a pause, in millionths. */
  readonly monthMicros: Readonly<Record<PlanName, number>>;
}

/** What a configuration gives for as long as it is not changed, whatever size the compute stands at. */
interface SettingRow extends SizeSetting {
  /** The size whose limit max_connections follows, before it is looked up. */
  readonly connectionSizeCu: number;
  readonly maxConnections: number;
  /** max_connections less those reserved for superusers. */
  readonly clientConnections: number;
  readonly poolSize: number;
  readonly temporaryDiskBytes: number;
  readonly plans: readonly PlanName[];
}

function sizeRow(facts: FactSet, cu: number, prices: PriceList): SizeRow {
  const month = (plan: PlanName) =>
    computeCostMicros(quarterCu(cu) * QUOTED_MONTH_HOURS * HOUR_MS, prices.computeMicrosPerCuHour[plan]);
  return {
    cu,
    vcpu: cu,
    burstVcpu: burstVcpu(facts, cu),
    shared: facts.sharedSizesCu.value.includes(cu),
    ramBytes: ramBytes(facts, cu),
    localFileCacheBytes: localFileCacheBytes(facts, cu),
    monthMicros: { free: month('free'), launch: month('launch'), scale: month('scale') },
  };
}

function settingRow(facts: FactSet, setting: SizeSetting): SettingRow {
  const { minCu, maxCu } = setting;
  const connections = maxConnections(facts, minCu, maxCu);
  return {
    minCu,
    maxCu,
    connectionSizeCu: connectionSizeCu(facts, minCu, maxCu),
    maxConnections: connections,
    clientConnections: connections - facts.reservedConnections.value,
    poolSize: poolSize(facts, minCu, maxCu),
    temporaryDiskBytes: temporaryDiskBytes(facts, maxCu),
    plans: PLAN_NAMES.filter((plan) => {
      const { fixedHighestCu, autoscalingHighestCu } = planSizes(facts, plan);
      return maxCu <= (isFixed(setting) ? fixedHighestCu : autoscalingHighestCu);
    }),
  };
}

/** A listed size, taken as a fixed size, and whether a range may end there. */
export interface ListedSize {
  readonly size: SizeRow;
  readonly fixed: SettingRow;
  readonly endsRange: boolean;
}

export function sizeTable(facts: FactSet, prices: PriceList): ListedSize[] {
  return facts.listedSizesCu.value.map((cu) => ({
    size: sizeRow(facts, cu, prices),
    fixed: settingRow(facts, { minCu: cu, maxCu: cu }),
    endsRange: cu <= facts.autoscaling.value.highestCu,
  }));
}

/** One setting beside every other with the same maximum that the fact set allows, the fixed size last. */
export interface SettingView {
  readonly setting: SettingRow;
  readonly atMin: SizeRow;
  readonly atMax: SizeRow;
  readonly sameMaximum: readonly { readonly setting: SettingRow; readonly atMin: SizeRow }[];
}

export function settingView(facts: FactSet, setting: SizeSetting, prices: PriceList): SettingView {
  const { maxCu } = setting;
  const { highestCu, widestSpreadCu } = facts.autoscaling.value;
  const minimums = facts.listedSizesCu.value.filter(
    (minCu) =>
      minCu === maxCu ||
      (minCu < maxCu && maxCu <= highestCu && (widestSpreadCu === null || maxCu - minCu <= widestSpreadCu)),
  );
  return {
    setting: settingRow(facts, setting),
    atMin: sizeRow(facts, setting.minCu, prices),
    atMax: sizeRow(facts, maxCu, prices),
    sameMaximum: minimums.map((minCu) => ({
      setting: settingRow(facts, { minCu, maxCu }),
      atMin: sizeRow(facts, minCu, prices),
    })),
  };
}
