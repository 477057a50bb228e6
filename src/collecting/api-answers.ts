import { z } from 'zod';
import { page } from './management-api.ts';

export const projectsAnswer = page.extend({
  projects: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      region_id: z.string().nullish(),
      org_id: z.string().nullish(),
    }),
  ),
  /** Projects whose details the API did not find in time. */
  unavailable_project_ids: z.array(z.string()).optional(),
});

export const branchesAnswer = page.extend({
  branches: z.array(z.looseObject({ id: z.string(), name: z.string(), default: z.boolean().nullish() })),
});

export const endpointsAnswer = z.looseObject({
  endpoints: z.array(
    z.looseObject({
      id: z.string(),
      branch_id: z.string(),
      type: z.string(),
      current_state: z.string().nullish(),
      suspended_at: z.string().nullish(),
      autoscaling_limit_min_cu: z.number(),
      autoscaling_limit_max_cu: z.number(),
      suspend_timeout_seconds: z.number().nullish(),
      pooler_enabled: z.boolean().nullish(),
    }),
  ),
});
export type ListedEndpoint = z.output<typeof endpointsAnswer>['endpoints'][number];

export const organizationsAnswer = z.looseObject({
  organizations: z.array(z.looseObject({ id: z.string(), plan: z.string().nullish() })),
});
export const organizationAnswer = z.looseObject({ id: z.string(), plan: z.string().nullish() });
export const userAnswer = z.looseObject({ id: z.string(), plan: z.string().nullish() });
