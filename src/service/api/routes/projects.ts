import { z } from 'zod';
import { organizationFor, projectFor, projectsOf } from '../../accounts/scopes.ts';
import { forbidden, notFound } from '../../api-error.ts';
import type { DefaultEndpointSettings } from '../../records/records.ts';
import { databaseOf, roleOf } from '../../world/databases.ts';
import { endpointOf, endpointsOfBranch } from '../../world/endpoints.ts';
import { passwordOf } from '../../world/passwords.ts';
import {
  branchNamed,
  createProject,
  DEFAULT_REGION,
  deleteProject,
  REGIONS,
  updateProject,
} from '../../world/projects.ts';
import {
  BRANCH,
  CONNECTION,
  DATABASE,
  ENDPOINT,
  OPERATIONS,
  PAGINATION,
  PROJECT,
  PROJECT_ANSWER,
  PROJECT_LIST_ITEM,
  ROLE,
} from '../answers.ts';
import { pageOf } from '../list-page.ts';
import { ID, PROJECT_CREATE, PROJECT_UPDATE, TRUTH, whole } from '../requests.ts';
import { type ApiRoute, route } from '../route.ts';
import {
  connectionUri,
  showBranch,
  showConnection,
  showDatabase,
  showEndpoint,
  showOperation,
  showProject,
  showProjectListItem,
  showRole,
} from '../show.ts';

const LIST_QUERY = {
  cursor: z.string().optional(),
  limit: whole(1, 400).default(10),
  search: z.string().optional(),
  timeout: whole(100, 30_000).optional(),
} as const;

const ONE = '/projects/{project_id}';

export const projectRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/projects',
    summary: 'List projects: your own, or those of an organization',
    tag: 'Projects',
    query: z.strictObject({ ...LIST_QUERY, org_id: ID.optional(), recoverable: TRUTH.default(false) }),
    answer: z.object({
      projects: z.array(PROJECT_LIST_ITEM),
      applications: z.record(z.string(), z.array(z.string())),
      integrations: z.record(z.string(), z.array(z.string())),
      ...PAGINATION,
    }),
    handle({ world, caller, query, hosts }) {
      // The emulator deletes projects for good, so none can be recovered.
      const projects = query.recoverable ? [] : projectsOf(world, caller, query.org_id ?? null);
      const term = query.search?.toLowerCase() ?? '';
      const page = pageOf(
        projects.filter(({ id, name }) => id.includes(term) || name.toLowerCase().includes(term)),
        ({ id, createdAtMs }) => ({ id, key: createdAtMs }),
        'desc',
        query.limit,
        query.cursor,
      );
      return {
        projects: page.items.map((project) => showProjectListItem(world, hosts, project)),
        applications: {},
        integrations: {},
        ...(page.cursor === null ? {} : { pagination: { cursor: page.cursor } }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/projects/shared',
    summary: 'List projects that others share with you: none here',
    tag: 'Projects',
    query: z.strictObject(LIST_QUERY),
    answer: z.object({ projects: z.array(PROJECT_LIST_ITEM), ...PAGINATION }),
    handle: () => ({ projects: [] }),
  }),
  route({
    method: 'POST',
    path: '/projects',
    summary: 'Create a project with its default branch and that branch’s primary compute',
    tag: 'Projects',
    status: 201,
    body: PROJECT_CREATE,
    answer: z.object({
      project: PROJECT,
      connection_uris: z.array(CONNECTION),
      roles: z.array(ROLE),
      databases: z.array(DATABASE),
      ...OPERATIONS,
      branch: BRANCH,
      endpoints: z.array(ENDPOINT),
    }),
    handle({ world, caller, body, hosts }) {
      const fields = body.project;
      const made = createProject(world, caller, {
        name: fields.name,
        orgId: fields.org_id,
        regionId: fields.region_id,
        pgVersion: fields.pg_version,
        storePasswords: fields.store_passwords,
        historyRetentionSeconds: fields.history_retention_seconds,
        settings: fields.settings,
        defaultEndpointSettings: defaultsOf({
          ...fields.default_endpoint_settings,
          ...ifDefined('autoscaling_limit_min_cu', fields.autoscaling_limit_min_cu),
          ...ifDefined('autoscaling_limit_max_cu', fields.autoscaling_limit_max_cu),
        }),
        branch: {
          name: fields.branch?.name,
          roleName: fields.branch?.role_name,
          databaseName: fields.branch?.database_name,
          annotations: fields.branch?.annotations,
        },
      });
      const { project, branch, endpoints, role, database, operations } = made;
      return {
        project: showProject(world, hosts, project),
        connection_uris: endpoints.map(({ id }) => showConnection(world, hosts, id, role, database)),
        roles: [showRole(role, passwordOf(world.settings.secret, role))],
        databases: [showDatabase(database)],
        operations: operations.map(showOperation),
        branch: showBranch(world, branch),
        endpoints: endpoints.map((endpoint) => showEndpoint(world, hosts, endpoint)),
      };
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    summary: 'Get a project',
    tag: 'Projects',
    answer: PROJECT_ANSWER,
    handle: ({ world, caller, params, hosts }) => ({
      project: showProject(world, hosts, projectFor(world, caller, params.project_id)),
    }),
  }),
  route({
    method: 'PATCH',
    path: ONE,
    summary: 'Rename a project, or change its settings and the defaults of computes to come',
    tag: 'Projects',
    body: PROJECT_UPDATE,
    answer: PROJECT_ANSWER.extend(OPERATIONS),
    handle({ world, caller, params, body, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const { name, settings, history_retention_seconds, default_endpoint_settings } = body.project;
      const updated = updateProject(world, project, {
        name,
        settings,
        historyRetentionSeconds: history_retention_seconds,
        defaultEndpointSettings:
          default_endpoint_settings === undefined ? undefined : defaultsOf(default_endpoint_settings),
      });
      return { project: showProject(world, hosts, updated), operations: [] };
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a project with everything in it',
    tag: 'Projects',
    answer: PROJECT_ANSWER,
    handle({ world, caller, params, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const before = showProject(world, hosts, project);
      deleteProject(world, caller, project);
      return { project: before };
    },
  }),
  route({
    method: 'GET',
    path: `${ONE}/connection_uri`,
    summary: 'Get the connection string of a role for a database',
    tag: 'Projects',
    query: z.strictObject({
      branch_id: ID.optional(),
      endpoint_id: ID.optional(),
      database_name: z.string(),
      role_name: z.string(),
      pooled: TRUTH.default(false),
    }),
    answer: z.object({ uri: z.string() }),
    handle({ world, caller, params, query, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const named = query.endpoint_id === undefined ? null : endpointOf(world, project, query.endpoint_id);
      const branch = branchNamed(world, project, query.branch_id ?? named?.branchId);
      const endpoint = named ?? endpointsOfBranch(world, branch).find(({ type }) => type === 'read_write');
      if (endpoint === undefined || endpoint.branchId !== branch.id)
        throw notFound('endpoint on branch', branch.id);
      const role = roleOf(world, branch, query.role_name);
      const database = databaseOf(world, branch, query.database_name);
      return { uri: connectionUri(world, hosts, endpoint.id, role, database, query.pooled) };
    },
  }),
  route({
    method: 'GET',
    path: '/regions',
    summary: 'List the regions in which projects can be created',
    tag: 'Regions',
    query: z.strictObject({ org_id: ID.optional() }),
    answer: z.object({
      regions: z.array(
        z.object({
          region_id: z.string(),
          name: z.string(),
          default: z.boolean(),
          geo_lat: z.string(),
          geo_long: z.string(),
        }),
      ),
    }),
    handle({ world, caller, query }) {
      if (query.org_id !== undefined) {
        if (caller.kind === 'project')
          throw forbidden('a project-scoped API key cannot act on an organization');
        organizationFor(world, caller, query.org_id);
      }
      return {
        regions: REGIONS.map(({ id, name, latitude, longitude }) => ({
          region_id: id,
          name,
          default: id === DEFAULT_REGION,
          geo_lat: latitude,
          geo_long: longitude,
        })),
      };
    },
  }),
];

interface DefaultFields {
  readonly autoscaling_limit_min_cu?: number | undefined;
  readonly autoscaling_limit_max_cu?: number | undefined;
  readonly suspend_timeout_seconds?: number | undefined;
  readonly pg_settings?: Readonly<Record<string, string>> | undefined;
  readonly pgbouncer_settings?: Readonly<Record<string, string>> | undefined;
}

function defaultsOf(fields: DefaultFields): DefaultEndpointSettings {
  return {
    ...ifDefined('minCu', fields.autoscaling_limit_min_cu),
    ...ifDefined('maxCu', fields.autoscaling_limit_max_cu),
    ...ifDefined('suspendTimeoutSeconds', fields.suspend_timeout_seconds),
    ...ifDefined('pgSettings', fields.pg_settings),
    ...ifDefined('pgbouncerSettings', fields.pgbouncer_settings),
  };
}

function ifDefined<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}
