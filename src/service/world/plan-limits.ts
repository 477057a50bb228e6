import { planSizes, SECOND_MS, sizeProblems, suspendProblems } from '../../facts/index.ts';
import type { EndpointRecord, ProjectRecord } from '../records/records.ts';
import type { WorldState } from './world-state.ts';

/** What a plan limits of a compute. */
export type LimitedSetting = Pick<EndpointRecord, 'minCu' | 'maxCu' | 'suspendTimeoutSeconds'>;

export function limitedSettingOf({ minCu, maxCu, suspendTimeoutSeconds }: LimitedSetting): LimitedSetting {
  return { minCu, maxCu, suspendTimeoutSeconds };
}

/** The setting that is nearest to a given one within the plan of its project: that one, where the plan allows it. */
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
  // Zero asks for the default, which every plan allows.
  if (suspendTimeoutSeconds !== 0) {
    const suspendAfterMs = suspendTimeoutSeconds < 0 ? null : suspendTimeoutSeconds * SECOND_MS;
    if (suspendProblems(world.facts, plan, suspendAfterMs, maxCu, '').length > 0) suspendTimeoutSeconds = 0;
  }
  return { minCu, maxCu, suspendTimeoutSeconds };
}
