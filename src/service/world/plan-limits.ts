import { planSizes, SECOND_MS, sizeProblems, suspendProblems } from '../../facts/index.ts';
import type { EndpointRecord, ProjectRecord } from '../records/records.ts';
import type { WorldState } from './world-state.ts';

/** The settings of a compute that a plan limits. */
export type LimitedSetting = Pick<EndpointRecord, 'minCu' | 'maxCu' | 'suspendTimeoutSeconds'>;

export function limitedSettingOf({ minCu, maxCu, suspendTimeoutSeconds }: LimitedSetting): LimitedSetting {
  return { minCu, maxCu, suspendTimeoutSeconds };
}

/** The nearest settings that the plan of the project allows: the given ones, if it allows them. */
export function withinPlan(
  world: WorldState,
  project: ProjectRecord,
  setting: LimitedSetting,
): LimitedSetting {
  const plan = world.planOf(project);
  const { fixedHighestCu, autoscalingHighestCu } = planSizes(world.facts, plan);
  let { minCu, maxCu, suspendTimeoutSeconds } = setting;
  if (sizeProblems(world.facts, plan, setting, { min: '', max: '' }).length > 0) {
    const autoscales = minCu !== maxCu && autoscalingHighestCu > 0;
    maxCu = Math.min(maxCu, autoscales ? autoscalingHighestCu : fixedHighestCu);
    minCu = autoscales ? Math.min(minCu, maxCu) : maxCu;
  }
  // Zero is the default, which every plan allows.
  if (suspendTimeoutSeconds !== 0) {
    const suspendAfterMs = suspendTimeoutSeconds < 0 ? null : suspendTimeoutSeconds * SECOND_MS;
    if (suspendProblems(world.facts, plan, suspendAfterMs, maxCu, '').length > 0) suspendTimeoutSeconds = 0;
  }
  return { minCu, maxCu, suspendTimeoutSeconds };
}
