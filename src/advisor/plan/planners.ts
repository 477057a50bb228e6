import type { Asking } from '../asking.ts';
import { workersFor } from '../threads/workers.ts';
import { type PlanJob, type PlannedJob, planJob } from './plan-job.ts';

/** Makes the plans of many jobs, in threads of this machine or elsewhere. */
export interface Planners {
  /** How many databases are read at the same time. */
  readonly readers: number;
  /** Equal jobs have equal keys, and different jobs have different ones. */
  keyOf(job: PlanJob): string;
  /** Resolves when the next job can begin. The plan may come much later, and meanwhile the job is not held. */
  begin(key: string, job: PlanJob): Promise<BegunPlan>;
  close(): Promise<void>;
}

interface BegunPlan {
  /** Whether an earlier command made the plan. */
  readonly isKnown: boolean;
  /** Null if it was aborted. A job that cannot be planned rejects with a problem. */
  readonly planned: Promise<PlannedJob | null>;
}

/** A store of finished plans, so that no plan is made twice. */
export interface KeptPlans {
  /** Null if the store has no such plan. */
  known(key: string): Promise<PlannedJob | null>;
  keep(key: string, planned: PlannedJob): Promise<void>;
}

/**
 * As many threads as there are processors. Each reads the next database when it has planned one.
 *
 * @param kept null if no plans are kept
 */
export async function plannersHere(
  keyOf: Planners['keyOf'],
  kept: KeptPlans | null,
  asking: Asking,
): Promise<Planners> {
  const { each, close } = await workersFor('plan', planJob, asking);
  const free = [...each];
  return {
    readers: each.length,
    keyOf,
    close,
    async begin(key, job) {
      const known = kept && (await kept.known(key));
      if (known !== null) return { isKnown: true, planned: Promise.resolve(known) };
      const planner = free.pop() as (typeof each)[number];
      try {
        const planned = await planner(job);
        if (planned !== null) await kept?.keep(key, planned);
        return { isKnown: false, planned: Promise.resolve(planned) };
      } finally {
        free.push(planner);
      }
    },
  };
}
