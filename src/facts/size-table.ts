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

/** The resources of a compute while it has one size. */
export interface SizeRow {
  readonly cu: number;
  readonly vcpu: number;
  readonly burstVcpu: number;
  readonly shared: boolean;
  readonly ramBytes: number;
  readonly localFileCacheBytes: number;
  /** Cost of a quoted month at this size without a suspend, in millionths. */
  readonly monthMicros: Readonly<Record<PlanName, number>>;
}

/** The limits that follow from a fixed size or a range, whatever size the compute has at the moment. */
interface SettingRow extends SizeSetting {
  /** The size that sets max_connections. It need not be a listed size. */
  readonly connectionSizeCu: number;
  readonly maxConnections: number;
  /** max_connections less the connections that are reserved for superusers. */
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

/** A listed size as a fixed size, and whether it may be the maximum of a range. */
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

/** A size or range beside every allowed one with the same maximum, the fixed size last. */
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
