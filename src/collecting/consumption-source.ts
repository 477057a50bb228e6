import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../facts/index.ts';
import { noData, problem } from '../problem/index.ts';
import { readTrace, recognise, sourceOf } from '../trace/index.ts';
import type { FoundCompute } from './found-compute.ts';
import { type ManagementApi, page } from './management-api.ts';
import { type CollectedSpan, type MetricsSource, readSettingsOf } from './metrics-source.ts';

/** How long the API keeps consumption by the hour and by the day. */
export const CONSUMPTION_REACH_MS = { hourly: 168 * HOUR_MS, daily: 60 * DAY_MS } as const;

/** The most projects that the API takes in one query. */
const PROJECTS_AT_ONCE = 100;

const consumed = z.looseObject({
  project_id: z.string(),
  branch_id: z.string().optional(),
  periods: z.array(z.looseObject({ consumption: z.array(z.unknown()) })),
});
const consumptionAnswer = page.extend({
  projects: z.array(consumed).optional(),
  branches: z.array(consumed).optional(),
});
type Consumed = z.output<typeof consumed>;

/**
 * Reads consumption history: of branches in organizations, and of projects outside of them. The service meters branches
 * and not computes, so a compute has metrics only if it is the only one.
 */
export function consumptionSource(api: ManagementApi, span: CollectedSpan): MetricsSource {
  return {
    check: async () => {},
    batches: (computes) =>
      [...grouped(computes, ({ organizationId }) => organizationId)].flatMap((ofOwner) => {
        const projects = grouped(ofOwner, ({ projectId }) => projectId);
        return Array.from({ length: Math.ceil(projects.length / PROJECTS_AT_ONCE) }, (_, at) =>
          projects.slice(at * PROJECTS_AT_ONCE, (at + 1) * PROJECTS_AT_ONCE).flat(),
        );
      }),
    async ask(batch) {
      const found = new Map<string, Consumed[]>();
      const organizationId = batch[0]?.organizationId ?? null;
      const { path, query } = requestOf(organizationId, batch, span);
      for await (const { projects = [], branches = [] } of api.pages(path, query, consumptionAnswer))
        for (const one of [...projects, ...branches]) {
          const id = one.branch_id ?? one.project_id;
          found.set(id, [...(found.get(id) ?? []), one]);
        }
      return (compute) => {
        const { owner, id } = meteredOwner(compute);
        return readingOf(compute, owner, found.get(id) ?? []);
      };
    },
  };
}

function grouped<Key>(
  computes: readonly FoundCompute[],
  keyOf: (compute: FoundCompute) => Key,
): FoundCompute[][] {
  const groups = new Map<Key, FoundCompute[]>();
  for (const compute of computes) {
    const group = groups.get(keyOf(compute)) ?? [];
    group.push(compute);
    groups.set(keyOf(compute), group);
  }
  return [...groups.values()];
}

function requestOf(
  organizationId: string | null,
  batch: readonly FoundCompute[],
  { fromMs, toMs, stepMs }: CollectedSpan,
) {
  const common = {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    granularity: stepMs === HOUR_MS ? 'hourly' : 'daily',
    project_ids: [...new Set(batch.map(({ projectId }) => projectId))].join(','),
  };
  return organizationId === null
    ? { path: 'consumption_history/projects', query: { ...common, limit: '100' } }
    : {
        path: 'consumption_history/v2/branches',
        query: { ...common, limit: '1000', org_id: organizationId, metrics: 'compute_unit_seconds' },
      };
}

function meteredOwner(compute: FoundCompute): {
  readonly owner: 'projects' | 'branches';
  readonly id: string;
} {
  const { organizationId, endpointId, isAloneOnBranch, isAloneInProject } = compute;
  const isOfBranch = organizationId !== null;
  if (isOfBranch ? isAloneOnBranch : isAloneInProject)
    return isOfBranch
      ? { owner: 'branches', id: compute.branchId }
      : { owner: 'projects', id: compute.projectId };
  throw problem(
    { file: endpointId },
    `consumption is metered for its whole ${isOfBranch ? 'branch' : 'project'}, which has other computes too`,
    'use --prometheus',
  );
}

async function readingOf(
  compute: FoundCompute,
  owner: 'projects' | 'branches',
  consumption: readonly Consumed[],
) {
  const { endpointId: file } = compute;
  if (!consumption.some(({ periods }) => periods.some((period) => period.consumption.length > 0)))
    throw noData(
      { file },
      'the API has no consumption of this time',
      'ask for a time in which the project existed',
    );
  const bytes = new TextEncoder().encode(JSON.stringify({ [owner]: consumption }));
  return readTrace(await recognise(sourceOf(bytes)), readSettingsOf(compute));
}
