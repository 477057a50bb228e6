import { type PlanName, SECOND_MS } from '../facts/index.ts';
import type { Configuration } from '../planner/index.ts';
import type { ListedEndpoint } from './api-answers.ts';

/** A compute of the account, with its current configuration. */
export interface FoundCompute {
  readonly endpointId: string;
  readonly type: string;
  readonly branchId: string;
  readonly branchName: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly organizationId: string | null;
  readonly region: string | null;
  /** The plan that the account has bought. Null if the API does not say it. */
  readonly plan: PlanName | null;
  readonly current: Configuration;
  /** When it was suspended. Null if it is awake, or if the API does not say it. */
  readonly asleepSinceMs: number | null;
  /** Whether it is the only compute of its branch. */
  readonly isAloneOnBranch: boolean;
  /** Whether it is the only compute of its project. */
  readonly isAloneInProject: boolean;
}

/** @param defaultSuspendMs the timeout of a compute that has none of its own */
export function endpointConfiguration(endpoint: ListedEndpoint, defaultSuspendMs: number): Configuration {
  const { autoscaling_limit_min_cu: minCu, autoscaling_limit_max_cu: maxCu } = endpoint;
  const seconds = endpoint.suspend_timeout_seconds ?? 0;
  return {
    size: { minCu, maxCu },
    suspendAfterMs: seconds < 0 ? null : seconds === 0 ? defaultSuspendMs : seconds * SECOND_MS,
    route: endpoint.pooler_enabled === true ? 'pooler' : 'direct',
  };
}

export function asleepSinceMs({ current_state, suspended_at }: ListedEndpoint): number | null {
  const atMs = current_state === 'idle' ? Date.parse(suspended_at ?? '') : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
