import { z } from 'zod';
import { ERROR } from './answers.ts';
import type { ApiRoute } from './route.ts';

/** Builds the OpenAPI description from the same schemas that check requests and answers. */
export function openApi(routes: readonly ApiRoute[], version: string): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'tidemark management API',
      version,
      description: 'The management API of a serverless Postgres service, emulated by tidemark.',
    },
    servers: [{ url: '/api/v2' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operationOf(route: ApiRoute): object {
  const error = { description: 'What went wrong', content: content(ERROR, 'output') };
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: nameOf(route),
    parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
    ...(route.body === null
      ? {}
      : { requestBody: { required: route.needsBody, content: content(route.body, 'input') } }),
    responses: {
      [route.status]: { description: 'Done', content: content(route.answer, 'output') },
      default: error,
    },
  };
}

function content(schema: z.ZodType, io: 'input' | 'output'): object {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType | null): object[] {
  if (query === null) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Makes `getProjectsBranches` of `GET /projects/{project_id}/branches`. */
function nameOf({ method, path }: ApiRoute): string {
  const words = path.split('/').filter((part) => part !== '');
  const named = words.map((word) =>
    word.replaceAll(/[{}]/g, '').replaceAll(/(?:^|_|-)(\w)/g, (_, letter) => letter.toUpperCase()),
  );
  return `${method.toLowerCase()}${named.join('')}`;
}
