import { factSet } from '../facts/index.ts';
import type { Configuration } from '../planner/index.ts';
import { problem } from '../problem/index.ts';
import { branchesAnswer, endpointsAnswer, type ListedEndpoint } from './api-answers.ts';
import { endpointConfiguration } from './found-compute.ts';
import { ApiRefusal, type ManagementApi } from './management-api.ts';

/** A compute with its current configuration. */
interface ConfiguredCompute {
  readonly endpointId: string;
  readonly current: Configuration;
}

/**
 * Asks for the configuration of one compute.
 *
 * @param named a project, which stands for the read-write compute of its default branch, or a project and a compute:
 * `shiny-cell-31746257/ep-black-mouse-a64dr7wp`
 * @param field the option that has the name, for problems
 */
export async function configuredCompute(
  api: ManagementApi,
  named: string,
  field: string,
): Promise<ConfiguredCompute> {
  const [project = '', endpointId, ...more] = named.split('/');
  if (project === '' || endpointId === '' || more.length > 0)
    throw problem({ field }, `found "${named}"`, 'write the id of a project, or PROJECT/ENDPOINT');
  const endpoint = await endpointOf(api, project, endpointId ?? null, field).catch((error: unknown) => {
    if (!(error instanceof ApiRefusal)) throw error;
    throw problem({ field }, `the API refuses it: ${error.message}`, 'name a project that the key may see');
  });
  const defaultSuspendMs = factSet('spec').suspendDefaultMs.value;
  return { endpointId: endpoint.id, current: endpointConfiguration(endpoint, defaultSuspendMs) };
}

async function endpointOf(
  api: ManagementApi,
  project: string,
  endpointId: string | null,
  field: string,
): Promise<ListedEndpoint> {
  const path = `projects/${encodeURIComponent(project)}`;
  const { endpoints } = await api.ask(`${path}/endpoints`, endpointsAnswer);
  const branchId = endpointId === null ? await defaultBranch(api, path) : null;
  const found = endpoints.find(({ id, type, branch_id }) =>
    endpointId === null ? branch_id === branchId && type === 'read_write' : id === endpointId,
  );
  if (found !== undefined) return found;
  const ids = endpoints.map(({ id }) => id).join(', ');
  throw problem(
    { field },
    endpointId === null
      ? `the default branch of ${project} has no read-write compute`
      : `the project ${project} has no compute ${endpointId}`,
    ids === '' ? 'name another project' : `name one of ${ids}, as ${project}/ENDPOINT`,
  );
}

async function defaultBranch(api: ManagementApi, path: string): Promise<string | null> {
  for await (const { branches } of api.pages(`${path}/branches`, {}, branchesAnswer))
    for (const { id, default: isDefault } of branches) if (isDefault === true) return id;
  return null;
}
