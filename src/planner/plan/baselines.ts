import { defaultRange, planSizes, smallestSizeCu, suspendProblems } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Configuration, configurationOf } from '../configurations/configuration.ts';
import type { Evaluated } from '../search/evaluate.ts';

export const BASELINE_NAMES = ['default', 'peak', 'p99.5 + 20%', 'p95 + 15%', 'mean'] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];

/** A configuration that people choose without a planner. */
export interface Baseline extends Evaluated {
  readonly name: BaselineName;
  readonly why: string;
}

/**
 * The configurations that people would choose for a demand.
 *
 * @param usedVcpu what `usedByMinute` found
 */
export function baselineConfigurations(
  simulation: Simulation,
  usedVcpu: Float64Array,
): Pick<Baseline, 'name' | 'why' | 'configuration'>[] {
  const { facts, plan } = simulation;
  const { route } = configurationOf(simulation);
  const used = usedVcpu.toSorted();
  const highest = planSizes(facts, plan).fixedHighestCu;
  const sizes = facts.listedSizesCu.value.filter((cu) => cu <= highest);
  const fixed = (vcpu: number): Configuration => {
    const cu = sizes.find((size) => size >= vcpu) ?? (sizes.at(-1) as number);
    const isForced = suspendProblems(facts, plan, null, cu, '').length > 0;
    return {
      size: { minCu: cu, maxCu: cu },
      suspendAfterMs: isForced ? facts.suspendDefaultMs.value : null,
      route,
    };
  };
  const usual: Configuration = {
    size:
      planSizes(facts, plan).autoscalingHighestCu === 0
        ? { minCu: smallestSizeCu(facts), maxCu: smallestSizeCu(facts) }
        : defaultRange(facts),
    suspendAfterMs: facts.suspendDefaultMs.value,
    route,
  };
  const percentile = (share: number) => used[Math.ceil(share * used.length) - 1] ?? 0;
  const mean = used.reduce((sum, vcpu) => sum + vcpu, 0) / Math.max(1, used.length);
  const rows: readonly (readonly [BaselineName, string, Configuration])[] = [
    ['default', 'the default of a new compute', usual],
    ['peak', 'always on, sized for the busiest minute', fixed(used.at(-1) ?? 0)],
    [
      'p99.5 + 20%',
      'always on, 20% above the 99.5th percentile of minutes, which the provider compares itself with',
      fixed(1.2 * percentile(0.995)),
    ],
    ['p95 + 15%', 'always on, 15% above the 95th percentile of minutes', fixed(1.15 * percentile(0.95))],
    ['mean', 'always on, sized for the mean minute', fixed(mean)],
  ];
  return rows.map(([name, why, configuration]) => ({ name, why, configuration }));
}
