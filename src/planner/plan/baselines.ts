import { defaultRange, MINUTE_MS, planSizes, smallestSizeCu, suspendProblems } from '../../facts/index.ts';
import { type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import {
  type Configuration,
  configurationOf,
  measuredCompute,
  withConfiguration,
} from '../configurations/configuration.ts';
import type { Evaluated } from '../search/evaluate.ts';

export const BASELINE_NAMES = ['default', 'peak', 'p99.5 + 20%', 'p95 + 15%', 'mean'] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];

/** A configuration that people choose without a planner. */
export interface Baseline extends Evaluated {
  readonly name: BaselineName;
  readonly why: string;
}

/** The configurations that people would choose for a demand. */
export function baselineConfigurations(
  simulation: Simulation,
): Pick<Baseline, 'name' | 'why' | 'configuration'>[] {
  const { facts, plan } = simulation;
  const { route } = configurationOf(simulation);
  const used = usedVcpu(simulation).sort();
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

/** The vCPU that the demand uses in each minute on the largest size. */
function usedVcpu(simulation: Simulation): Float64Array {
  const { facts, horizonMs } = simulation;
  const largest = facts.listedSizesCu.value.at(-1) as number;
  const configuration: Configuration = {
    ...configurationOf(simulation),
    size: { minCu: largest, maxCu: largest },
    suspendAfterMs: null,
  };
  const run = totalsOnlyRun(withConfiguration({ ...simulation, plan: 'scale' }, configuration));
  const used = new Float64Array(Math.ceil(horizonMs / MINUTE_MS));
  let beforeMs = 0;
  for (let minute = 0; minute < used.length; minute++) {
    const untilMs = Math.min(horizonMs, (minute + 1) * MINUTE_MS);
    run.advance(untilMs);
    const cpuMs = measuredCompute(run).cpu.usedCpuMsAt(untilMs);
    used[minute] = (cpuMs - beforeMs) / (untilMs - minute * MINUTE_MS);
    beforeMs = cpuMs;
  }
  return used;
}
