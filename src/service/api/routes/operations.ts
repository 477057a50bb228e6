import { z } from 'zod';
import { projectFor } from '../../accounts/scopes.ts';
import { notFound } from '../../api-error.ts';
import { OPERATION, OPERATIONS, PAGINATION } from '../answers.ts';
import { pageOf } from '../list-page.ts';
import { whole } from '../requests.ts';
import { type ApiRoute, route } from '../route.ts';
import { showOperation } from '../show.ts';

export const operationRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/projects/{project_id}/operations',
    summary: 'List the operations of a project, the newest first',
    tag: 'Operations',
    query: z.strictObject({ cursor: z.string().optional(), limit: whole(1, 1000).default(1000) }),
    answer: z.object({ ...OPERATIONS, ...PAGINATION }),
    handle({ world, caller, params, query }) {
      const project = projectFor(world, caller, params.project_id);
      const page = pageOf(
        world.tables.operations.of(project.id),
        ({ id, sequence }) => ({ id, key: sequence }),
        'desc',
        query.limit,
        query.cursor,
      );
      return {
        operations: page.items.map(showOperation),
        ...(page.cursor === null ? {} : { pagination: { cursor: page.cursor } }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{project_id}/operations/{operation_id}',
    summary: 'Get an operation',
    tag: 'Operations',
    answer: z.object({ operation: OPERATION }),
    handle({ world, caller, params }) {
      const project = projectFor(world, caller, params.project_id);
      const operation = world.tables.operations.get(params.operation_id);
      if (operation === undefined || operation.projectId !== project.id)
        throw notFound('operation', params.operation_id);
      return { operation: showOperation(operation) };
    },
  }),
];
