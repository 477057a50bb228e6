import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { openApi } from '../../src/service/api/openapi.ts';
import { API_ROUTES } from '../../src/service/api/routes/index.ts';
import { Harness } from './harness.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}
type Content = { readonly 'application/json': { readonly schema: object } };

const { paths } = openApi(API_ROUTES, '1.2.3') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("the service's own description has every route under a unique name", () => {
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    API_ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test.each(operations)(
  '$method $path has schemas that compile, and all its path parameters',
  ({ path, operation }) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap(
      (part) => part?.content ?? [],
    );
    for (const content of contents)
      expect(ajv.compile(content['application/json'].schema)).toBeTypeOf('function');
    const named = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  },
);

test('answers match their description', async () => {
  const h = await Harness.start();
  const made = await h.project();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schema =
    paths['/projects/{project_id}']?.get?.responses[200]?.content['application/json'].schema ?? {};
  const answer = await h.ok('GET', `/projects/${made.project.id}`);
  expect(ajv.validate(schema, answer), ajv.errorsText()).toBe(true);
  expect((await h.raw('GET', '/api/v2/openapi.json')).body.info.version).toBe('test');
});
