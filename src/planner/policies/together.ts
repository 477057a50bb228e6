import { MICROS } from '../../facts/index.ts';
import type { ComparedCompute, PolicyResult } from './comparison.ts';
import type { PolicyReason } from './policy.ts';

/**
 * A policy over several computes: the sums, and the share of cold starts on a compute that fares worse than
 * most.
 */
export interface PolicyTotal extends PolicyResult {
  /** The 75th percentile over the computes with arrivals; null if none has arrivals. */
  readonly coldShareP75: number | null;
}

const SHARE = 0.75;

export function together(computes: readonly ComparedCompute[]): PolicyTotal[] {
  const [first] = computes;
  if (first === undefined) return [];
  const referenceMs = sumOf(computes.map((compute) => compute.referenceMs));
  return first.policies.map((policy, at) => {
    const all = computes.map(({ policies }) => policies[at] as PolicyResult);
    const sum = (figure: (one: PolicyResult) => number) => sumOf(all.map(figure));
    const arrivals = sum((one) => one.arrivals);
    const coldStarts = sum((one) => one.coldStarts);
    const awakeMs = sum((one) => one.awakeMs);
    return {
      kind: policy.kind,
      suspendAfterMs: policy.suspendAfterMs,
      isSold: all.every(({ isSold }) => isSold),
      arrivals,
      coldStarts,
      coldShare: arrivals === 0 ? null : coldStarts / arrivals,
      coldShareP75: percentile(all.flatMap(({ coldShare }) => coldShare ?? [])),
      coldStartsPerDay: sum((one) => one.coldStartsPerDay),
      preWakes: sum((one) => one.preWakes),
      uselessPreWakes: sum((one) => one.uselessPreWakes),
      awakeMs,
      awakeNormalised: awakeMs / referenceMs,
      cuHours: sum((one) => one.cuHours),
      costPerMonth: sum((one) => Math.round(one.costPerMonth * MICROS)) / MICROS,
      equal: equalOf(all),
      decisions: decisionsOf(all),
    };
  });
}

function equalOf(all: readonly PolicyResult[]): PolicyResult['equal'] {
  const [first] = all;
  if (first === undefined || first.equal === null) return null;
  return {
    suspendAfterMs: all.length === 1 ? first.equal.suspendAfterMs : null,
    coldStarts: sumOf(all.map(({ equal }) => equal?.coldStarts ?? 0)),
  };
}

function percentile(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(SHARE * sorted.length) - 1] ?? null;
}

function decisionsOf(all: readonly PolicyResult[]): PolicyResult['decisions'] {
  const counts: Partial<Record<PolicyReason, number>> = {};
  for (const { decisions } of all)
    for (const [reason, count] of Object.entries(decisions) as [PolicyReason, number][])
      counts[reason] = (counts[reason] ?? 0) + count;
  return counts;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
