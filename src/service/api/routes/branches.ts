import { z } from 'zod';
import { callerName, projectFor } from '../../accounts/scopes.ts';
import {
  type BranchAnswer,
  branchOf,
  createBranch,
  deleteBranch,
  makeDefault,
  updateBranch,
} from '../../world/branches.ts';
import { wasDeleted } from '../../world/tombstones.ts';
import type { World } from '../../world/world.ts';
import {
  ANNOTATION,
  BRANCH,
  BRANCH_OPERATIONS,
  CONNECTION,
  CURSOR_PAGINATION,
  DATABASE,
  ENDPOINT,
  OPERATIONS,
  ROLE,
} from '../answers.ts';
import { pageOf } from '../list-page.ts';
import { BRANCH_CREATE, BRANCH_UPDATE, ORDER, TRUTH, whole } from '../requests.ts';
import { type ApiRoute, GONE, type Hosts, route } from '../route.ts';
import {
  showAnnotation,
  showBranch,
  showConnection,
  showDatabase,
  showEndpoint,
  showOperation,
  showRole,
} from '../show.ts';
import { changesOf } from './endpoints.ts';

const ALL = '/projects/{project_id}/branches';
const ONE = `${ALL}/{branch_id}`;

export const branchRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: ALL,
    summary: 'List the branches of a project',
    tag: 'Branches',
    query: z.strictObject({
      search: z.string().optional(),
      sort_by: z.enum(['name', 'created_at', 'updated_at']).default('updated_at'),
      sort_order: ORDER.default('desc'),
      cursor: z.string().optional(),
      limit: whole(1, 10_000).default(10_000),
      include_deleted: TRUTH.default(false),
    }),
    answer: z.object({
      branches: z.array(BRANCH),
      annotations: z.record(z.string(), ANNOTATION),
      ...CURSOR_PAGINATION,
    }),
    handle({ world, caller, params, query }) {
      const project = projectFor(world, caller, params.project_id);
      const { sort_by, sort_order, cursor, limit } = query;
      const branches = matching(world, project.id, query.search);
      const page = pageOf(
        branches,
        (branch) => ({
          id: branch.id,
          key: { name: branch.name, created_at: branch.createdAtMs, updated_at: branch.updatedAtMs }[sort_by],
        }),
        sort_order,
        limit,
        cursor,
      );
      const annotated = page.items.filter(({ annotations }) => Object.keys(annotations).length > 0);
      return {
        branches: page.items.map((branch) => showBranch(world, branch)),
        annotations: Object.fromEntries(annotated.map((branch) => [branch.id, showAnnotation(branch)])),
        pagination: {
          ...(page.cursor === null || page.items.length < limit ? {} : { next: page.cursor }),
          sort_by,
          sort_order: sort_order.toUpperCase(),
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: `${ALL}/count`,
    summary: 'Count the branches of a project',
    tag: 'Branches',
    query: z.strictObject({ search: z.string().optional() }),
    answer: z.object({ count: z.int() }),
    handle({ world, caller, params, query }) {
      const project = projectFor(world, caller, params.project_id);
      return { count: matching(world, project.id, query.search).length };
    },
  }),
  route({
    method: 'POST',
    path: ALL,
    summary: 'Create a branch, with computes or without',
    tag: 'Branches',
    status: 201,
    body: BRANCH_CREATE,
    bodyIsOptional: true,
    answer: z.object({
      branch: BRANCH,
      endpoints: z.array(ENDPOINT),
      ...OPERATIONS,
      roles: z.array(ROLE),
      databases: z.array(DATABASE),
      connection_uris: z.array(CONNECTION).optional(),
    }),
    handle({ world, caller, params, body, hosts }) {
      const project = projectFor(world, caller, params.project_id);
      const fields = body?.branch ?? {};
      const made = createBranch(
        world,
        project,
        {
          name: fields.name,
          parentId: fields.parent_id,
          parentTimestampMs: moment(fields.parent_timestamp),
          isProtected: fields.protected,
          expiresAtMs: moment(fields.expires_at),
          annotations: body?.annotation_value,
          createdBy: callerName(world, caller),
        },
        (body?.endpoints ?? []).map(({ type, ...fields }) => ({ type, ...changesOf(fields) })),
      );
      return showNewBranch(world, hosts, made);
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    summary: 'Get a branch',
    tag: 'Branches',
    answer: z.object({ branch: BRANCH, annotation: ANNOTATION }),
    handle({ world, caller, params }) {
      const branch = branchOf(world, projectFor(world, caller, params.project_id), params.branch_id);
      return { branch: showBranch(world, branch), annotation: showAnnotation(branch) };
    },
  }),
  route({
    method: 'PATCH',
    path: ONE,
    summary: 'Rename a branch, protect it, or let it expire',
    tag: 'Branches',
    body: BRANCH_UPDATE,
    answer: BRANCH_OPERATIONS,
    handle({ world, caller, params, body }) {
      const project = projectFor(world, caller, params.project_id);
      const branch = branchOf(world, project, params.branch_id);
      const { name, expires_at } = body.branch;
      const updated = updateBranch(world, project, branch, {
        name,
        isProtected: body.branch.protected,
        expiresAtMs: expires_at === null ? null : moment(expires_at),
      });
      return { branch: showBranch(world, updated), operations: [] };
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a branch and its computes',
    tag: 'Branches',
    query: z.strictObject({ hard_delete: TRUTH.default(false) }),
    answer: BRANCH_OPERATIONS,
    handle({ world, caller, params }) {
      const project = projectFor(world, caller, params.project_id);
      if (wasDeleted(world, 'branch', project.id, params.branch_id)) return GONE;
      const branch = branchOf(world, project, params.branch_id);
      const before = showBranch(world, branch);
      const { operations } = deleteBranch(world, project, branch);
      return { branch: before, operations: operations.map(showOperation) };
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/set_as_default`,
    summary: 'Make a branch the default one',
    tag: 'Branches',
    answer: BRANCH_OPERATIONS,
    handle({ world, caller, params }) {
      const project = projectFor(world, caller, params.project_id);
      const branch = makeDefault(world, project, branchOf(world, project, params.branch_id));
      return { branch: showBranch(world, branch), operations: [] };
    },
  }),
];

function showNewBranch(world: World, hosts: Hosts, { branch, endpoints, operations }: BranchAnswer) {
  const roles = world.tables.roles.of(branch.id);
  const databases = world.tables.databases.of(branch.id);
  const primary = endpoints.find(({ type }) => type === 'read_write');
  const connections =
    primary === undefined
      ? []
      : databases.flatMap((database) =>
          roles
            .filter(({ name }) => name === database.ownerName)
            .map((role) => showConnection(world, hosts, primary.id, role, database)),
        );
  return {
    branch: showBranch(world, branch),
    endpoints: endpoints.map((endpoint) => showEndpoint(world, hosts, endpoint)),
    operations: operations.map(showOperation),
    roles: roles.map((role) => showRole(role, null)),
    databases: databases.map(showDatabase),
    ...(connections.length === 0 ? {} : { connection_uris: connections }),
  };
}

function matching(world: World, projectId: string, search: string | undefined) {
  const branches = world.tables.branches.of(projectId);
  if (search === undefined || search === '') return branches;
  const term = search.toLowerCase();
  return branches.filter(({ id, name }) => id.includes(term) || name.toLowerCase().includes(term));
}

function moment(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
