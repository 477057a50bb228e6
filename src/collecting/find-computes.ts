import { DEFAULT_FACT_SET, factSet } from '../facts/index.ts';
import { branchesAnswer, endpointsAnswer } from './api-answers.ts';
import { asleepSinceMs, endpointConfiguration, type FoundCompute } from './found-compute.ts';
import { inParallel } from './in-parallel.ts';
import { type ListedProject, listedProjects, type Unlisted } from './listed-projects.ts';
import { ApiRefusal, type ManagementApi } from './management-api.ts';

/** Few enough for the servers to serve others as well. */
export const PARALLEL_REQUESTS = 4;

interface FoundComputes {
  readonly computes: readonly FoundCompute[];
  readonly unlisted: readonly Unlisted[];
}

/**
 * Lists all computes that the key may see, in the order of their projects.
 *
 * @param org the only organization to ask for. Null asks for the projects of the account and of its organizations.
 * @param progress called with the number of projects whose computes are listed, and the number of all
 */
export async function findComputes(
  api: ManagementApi,
  org: string | null,
  progress: (done: number, of: number) => void,
): Promise<FoundComputes> {
  const { projects, unlisted: unlistedOwners } = await listedProjects(api, org);
  const found = new Map<string, readonly FoundCompute[]>();
  const unlisted = [...unlistedOwners];
  let done = 0;
  await inParallel(projects, PARALLEL_REQUESTS, async (project) => {
    try {
      found.set(project.id, await computesOf(api, project));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      unlisted.push({ name: `project ${project.name} (${project.id})`, why: error.message });
    }
    progress(++done, projects.length);
  });
  return { computes: projects.flatMap(({ id }) => found.get(id) ?? []), unlisted };
}

async function computesOf(api: ManagementApi, project: ListedProject): Promise<FoundCompute[]> {
  const path = `projects/${encodeURIComponent(project.id)}`;
  const names = new Map<string, string>();
  for await (const { branches } of api.pages(`${path}/branches`, {}, branchesAnswer))
    for (const { id, name } of branches) names.set(id, name);
  const { endpoints } = await api.ask(`${path}/endpoints`, endpointsAnswer);
  const defaultSuspendMs = factSet(DEFAULT_FACT_SET).suspendDefaultMs.value;
  return endpoints.map((endpoint) => ({
    endpointId: endpoint.id,
    type: endpoint.type,
    branchId: endpoint.branch_id,
    branchName: names.get(endpoint.branch_id) ?? endpoint.branch_id,
    projectId: project.id,
    projectName: project.name,
    organizationId: project.organizationId,
    region: project.region,
    plan: project.plan,
    current: endpointConfiguration(endpoint, defaultSuspendMs),
    asleepSinceMs: asleepSinceMs(endpoint),
    isAloneOnBranch: endpoints.filter(({ branch_id }) => branch_id === endpoint.branch_id).length === 1,
    isAloneInProject: endpoints.length === 1,
  }));
}
