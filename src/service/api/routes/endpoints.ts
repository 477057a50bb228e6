import type { z } from 'zod';
import { type Caller, projectFor } from '../../accounts/scopes.ts';
import { branchOf } from '../../world/branches.ts';
import {
  commandEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointAnswer,
  type EndpointChanges,
  type EndpointCommand,
  endpointOf,
  endpointsOfBranch,
  updateEndpoint,
} from '../../world/endpoints.ts';
import { wasDeleted } from '../../world/tombstones.ts';
import type { World } from '../../world/world.ts';
import { ENDPOINT_OPERATIONS, ENDPOINTS } from '../answers.ts';
import { ENDPOINT_CREATE, type ENDPOINT_SETTINGS, ENDPOINT_UPDATE } from '../requests.ts';
import { type ApiRoute, GONE, type Hosts, route } from '../route.ts';
import { showEndpoint, showOperation } from '../show.ts';

const ONE = '/projects/{project_id}/endpoints/{endpoint_id}';

export const endpointRoutes: readonly ApiRoute[] = [
  route({
    method: 'POST',
    path: '/projects/{project_id}/endpoints',
    summary: 'Create a compute on a branch; it starts at once',
    tag: 'Computes',
    status: 201,
    body: ENDPOINT_CREATE,
    answer: ENDPOINT_OPERATIONS,
    handle({ world, caller, params, body, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const { branch_id, type, ...fields } = body.endpoint;
      const branch = branchOf(world, project, branch_id);
      return showAnswer(world, hosts, createEndpoint(world, project, branch, type, changesOf(fields)));
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{project_id}/endpoints',
    summary: 'List the computes of a project',
    tag: 'Computes',
    answer: ENDPOINTS,
    handle({ world, caller, params, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const endpoints = world.tables.endpoints.of(project.id);
      return { endpoints: endpoints.map((endpoint) => showEndpoint(world, hosts, endpoint)) };
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{project_id}/branches/{branch_id}/endpoints',
    summary: 'List the computes of a branch',
    tag: 'Computes',
    answer: ENDPOINTS,
    handle({ world, caller, params, hosts }) {
      const branch = branchOf(world, projectFor(world, caller, params.project_id), params.branch_id);
      const endpoints = endpointsOfBranch(world, branch);
      return { endpoints: endpoints.map((endpoint) => showEndpoint(world, hosts, endpoint)) };
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    summary: 'Get a compute',
    tag: 'Computes',
    answer: ENDPOINT_OPERATIONS.pick({ endpoint: true }),
    handle: ({ world, caller, params, hosts }) => ({
      endpoint: showEndpoint(world, hosts, endpointOfCall(world, caller, params)),
    }),
  }),
  route({
    method: 'PATCH',
    path: ONE,
    summary: 'Change a compute: its branch, size, range, suspend timeout, pooler',
    tag: 'Computes',
    body: ENDPOINT_UPDATE,
    answer: ENDPOINT_OPERATIONS,
    handle({ world, caller, params, body, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const endpoint = endpointOf(world, project, params.endpoint_id);
      const { branch_id, ...fields } = body.endpoint;
      const changes = { branchId: branch_id, ...changesOf(fields) };
      return showAnswer(world, hosts, updateEndpoint(world, project, endpoint, changes));
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a compute for good',
    tag: 'Computes',
    answer: ENDPOINT_OPERATIONS,
    handle({ world, caller, params, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      if (wasDeleted(world, 'endpoint', project.id, params.endpoint_id)) return GONE;
      const endpoint = endpointOf(world, project, params.endpoint_id);
      const before = showEndpoint(world, hosts, endpoint);
      const { operations } = deleteEndpoint(world, endpoint);
      return { endpoint: before, operations: operations.map(showOperation) };
    },
  }),
  command('start', 'Wake a compute that sleeps'),
  command('suspend', 'Put a compute to sleep'),
  command('restart', 'Restart a compute that is active; its connections are dropped'),
];

function command(name: EndpointCommand, summary: string): ApiRoute {
  return route({
    method: 'POST',
    path: `${ONE}/${name}`,
    summary,
    tag: 'Computes',
    answer: ENDPOINT_OPERATIONS,
    handle: ({ world, caller, params, hosts }) =>
      showAnswer(world, hosts, commandEndpoint(world, endpointOfCall(world, caller, params), name)),
  });
}

function endpointOfCall(
  world: World,
  caller: Caller,
  params: { readonly project_id: string; readonly endpoint_id: string },
) {
  return endpointOf(world, projectFor(world, caller, params.project_id), params.endpoint_id);
}

function showAnswer(world: World, hosts: Hosts, { endpoint, operations }: EndpointAnswer) {
  return { endpoint: showEndpoint(world, hosts, endpoint), operations: operations.map(showOperation) };
}

interface EndpointFields {
  readonly autoscaling_limit_min_cu?: number | undefined;
  readonly autoscaling_limit_max_cu?: number | undefined;
  readonly suspend_timeout_seconds?: number | undefined;
  readonly pooler_enabled?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly passwordless_access?: boolean | undefined;
  readonly name?: string | undefined;
  readonly settings?: z.output<typeof ENDPOINT_SETTINGS> | undefined;
}

export function changesOf(fields: EndpointFields): EndpointChanges {
  return {
    minCu: fields.autoscaling_limit_min_cu,
    maxCu: fields.autoscaling_limit_max_cu,
    suspendTimeoutSeconds: fields.suspend_timeout_seconds,
    poolerEnabled: fields.pooler_enabled,
    disabled: fields.disabled,
    passwordlessAccess: fields.passwordless_access,
    name: fields.name,
    pgSettings: fields.settings?.pg_settings,
    pgbouncerSettings: fields.settings?.pgbouncer_settings,
  };
}
