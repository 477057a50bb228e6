import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { DESCRIBED_ROUTES } from '../../../src/service/described-routes.ts';
import { checkAnswer } from './check-answer.ts';
import { OPERATIONS, operationAt, SCHEMAS } from './description.ts';
import { EXTRAS } from './extras.ts';
import { finder } from './finder.ts';
import { closed, definitions } from './json-schema.ts';
import { API_KEY, ENDPOINT, GENERAL_ERROR, OPERATION, PROJECT, PROJECT_LIST_ITEM } from './samples.ts';
import { validators } from './validators.ts';

/** Returns the finding of the checker about an answer, or null. */
function finding(method: string, path: string, status: number, body?: unknown): string | null {
  try {
    checkAnswer(method, path, status, body);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const START = ['POST', '/projects/quiet-hill-123456/endpoints/ep-quiet-hill-123456/start'] as const;
const STARTED = { endpoint: ENDPOINT, operations: [OPERATION] };
const READ = ['GET', '/projects/quiet-hill-123456'] as const;

function without(from: object, name: string): object {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
}

describe('a documented success', () => {
  test.each([
    ['a composition of objects', ...START, 200, STARTED],
    ['a method in lower case, and a query', 'post', `${START[1]}?wait=1`, 200, STARTED],
    ['an object in an object', ...READ, 200, { project: PROJECT }],
    ['a list with null where that is allowed', 'GET', '/api_keys', 200, [API_KEY]],
    ['an empty list', 'GET', '/projects/a/endpoints', 200, { endpoints: [] }],
    [
      'names that nobody listed, where the description leaves them open',
      'GET',
      '/projects/a/branches',
      200,
      {
        branches: [],
        annotations: { br: { object: { type: 'console/branch', id: 'br' }, value: { any: 'text' } } },
      },
    ],
    ['an empty object', 'DELETE', '/projects/a/branches/b/data-api/c', 200, {}],
    ['no body', 'DELETE', '/projects/a/endpoints/b', 204, undefined],
    ['a body that is not JSON', 'GET', '/projects/a/branches/b/buckets/c/objects/d/download', 200, 'bytes'],
    [
      'the server that the discriminator names',
      'GET',
      '/projects/a/auth/email_server',
      200,
      {
        type: 'shared',
        sender_name: 'A Person',
      },
    ],
  ])('may be %s', (_, method, path, status, body) => {
    expect(finding(method, path, status, body)).toBeNull();
  });

  test.each(Object.keys(PROJECT))('needs the %s of a project', (name) => {
    expect(finding(...READ, 200, { project: without(PROJECT, name) })).toMatch(
      `GET /projects/{project_id} answered 200: the body does not fit
  /project must have required property '${name}': {"`,
    );
  });

  test.each([
    ['a project', READ, { project: { ...PROJECT, more: 1 } }, '/project must not have more: 1'],
    [
      'settings',
      START,
      { ...STARTED, endpoint: { ...ENDPOINT, settings: { more: 1 } } },
      '/endpoint/settings must not have more: 1',
    ],
    [
      'an operation',
      START,
      { ...STARTED, operations: [{ ...OPERATION, more: 1 }] },
      '/operations/0 must not have more: 1',
    ],
    ['a composition', START, { ...STARTED, more: [1] }, '(body) must not have more: [1]'],
  ])('has no further field in %s', (_, [method, path], body, expected) => {
    expect(finding(method, path, 200, body)).toBe(
      `${method} ${operationAt(method, path)?.path} answered 200: the body does not fit\n  ${expected}`,
    );
  });

  test('has every part of a composition', () => {
    expect(finding(...START, 200, without(STARTED, 'operations'))).toMatch(
      "(body) must have required property 'operations'",
    );
    expect(finding(...START, 200, without(STARTED, 'endpoint'))).toMatch(
      "(body) must have required property 'endpoint'",
    );
  });

  test('has null only where the description says so', () => {
    const project = { ...PROJECT, effective_project_permission: null };
    expect(finding(...READ, 200, { project })).toBeNull();
    expect(finding(...READ, 200, { project: { ...PROJECT, org_id: null } })).toMatch(
      '/project/org_id must be string: null',
    );
    expect(finding(...READ, 200, { project: null })).toMatch('/project must be object: null');
    expect(finding('GET', '/api_keys', 200, [{ ...API_KEY, name: null }])).toMatch(
      '/0/name must be string: null',
    );
  });

  test('has values of the enumeration', () => {
    expect(finding(...START, 200, { ...STARTED, endpoint: { ...ENDPOINT, current_state: 'asleep' } })).toBe(
      `POST /projects/{project_id}/endpoints/{endpoint_id}/start answered 200: the body does not fit
  /endpoint/current_state must be equal to one of the allowed values init, active, idle: "asleep"`,
    );
    const project = { ...PROJECT, effective_project_permission: 'CAN_DREAM' };
    expect(finding(...READ, 200, { project })).toMatch(
      /effective_project_permission .* CAN_VIEW, .*: "CAN_DREAM"/,
    );
  });

  test.each([
    '2026-11-20T12:00:00+00:00',
    '2026-11-20T13:00:00+01:00',
    '2026-11-20T12:00:00',
    '2026-11-20 12:00:00Z',
    '2026-11-20',
    '2026-02-30T12:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:60:00Z',
    'Fri, 20 Nov 2026 12:00:00 GMT',
    '',
  ])('has no time in the form "%s"', (created_at) => {
    expect(finding(...READ, 200, { project: { ...PROJECT, created_at } })).toBe(
      `GET /projects/{project_id} answered 200: the body does not fit
  /project/created_at must match format "date-time": "${created_at}"`,
    );
  });

  test('has whole numbers, UUIDs and patterns as in the description', () => {
    const project = { ...PROJECT, active_time_seconds: 0.5, history_retention_seconds: 2 ** 31, id: 'A b' };
    expect(
      finding(...READ, 200, { project })
        ?.split('\n')
        .slice(1)
        .sort(),
    ).toEqual([
      '  /project/active_time_seconds must be integer: 0.5',
      '  /project/history_retention_seconds must match format "int32": 2147483648',
      '  /project/id must match pattern "^[a-z0-9-]{1,60}$": "A b"',
    ]);
    for (const id of ['1', `urn:uuid:${OPERATION.id}`]) {
      expect(finding(...START, 200, { ...STARTED, operations: [{ ...OPERATION, id }] })).toMatch(
        `/operations/0/id must match format "uuid": "${id}"`,
      );
    }
  });

  test('has the documented status', () => {
    expect(finding('POST', '/projects/a/endpoints', 200, STARTED)).toBe(
      'POST /projects/{project_id}/endpoints answered 200: of successes the description has 201 only',
    );
    expect(finding('POST', '/projects/a/endpoints', 201, STARTED)).toBeNull();
    expect(finding('DELETE', '/projects/a/endpoints/b', 202, STARTED)).toBe(
      'DELETE /projects/{project_id}/endpoints/{endpoint_id} answered 202: of successes the description has 200 and 204 only',
    );
    expect(finding(...READ, 304)).not.toBeNull();
  });

  test.each([{}, null, '', 0])('has no body if the description has none, not even %j', (body) => {
    expect(finding('DELETE', '/projects/a/endpoints/b', 204, body)).toBe(
      `DELETE /projects/{project_id}/endpoints/{endpoint_id} answered 204: there must be no body, but it is ${JSON.stringify(body)}`,
    );
    expect(finding('DELETE', '/projects/a/vpc_endpoints/b', 200, body)).toMatch('there must be no body');
  });

  test('has a body if the description has one', () => {
    expect(finding(...READ, 200)).toBe(
      'GET /projects/{project_id} answered 200: the body does not fit\n  (body) must be object: nothing',
    );
  });

  test('has nothing in an object that the description leaves empty', () => {
    const [method, path, status] = ['POST', '/users/me/projects/transfer', 200] as const;
    expect(finding(method, path, status, {})).toBeNull();
    expect(finding(method, path, status, { more: 1 })).toMatch('(body) must not have more: 1');
  });

  test('has the fields of the kind that the discriminator names', () => {
    const body = { type: 'standard', sender_name: 'A Person' };
    expect(finding('GET', '/projects/a/auth/email_server', 200, body)).toMatch("required property 'host'");
  });
});

describe('extras', () => {
  test('allow the field locked of a project, and no others', () => {
    expect(finding(...READ, 200, { project: { ...PROJECT, locked: false } })).toBeNull();
    expect(finding(...READ, 200, { project: { ...PROJECT, locked: 'no' } })).toMatch(
      '/project/locked must be boolean: "no"',
    );
    const projects = [{ ...PROJECT_LIST_ITEM, locked: true }];
    expect(finding('GET', '/projects', 200, { projects, applications: {}, integrations: {} })).toBeNull();
    expect(finding(...START, 200, { ...STARTED, endpoint: { ...ENDPOINT, locked: true } })).toMatch(
      '/endpoint must not have locked: true',
    );
    expect(finding(...READ, 200, { project: PROJECT, locked: true })).toMatch(
      '(body) must not have locked: true',
    );
  });

  test.each(EXTRAS)(
    '$schema is in the description, and has no $property of its own',
    ({ schema, property }) => {
      expect(SCHEMAS[schema]).toBeDefined();
      expect(Object.keys(SCHEMAS[schema]?.properties ?? {})).not.toContain(property);
    },
  );
});

describe('an error', () => {
  test.each([400, 401, 404, 409, 422, 423, 429, 500, 503])('of status %d has the general form', (status) => {
    expect(finding(...START, status, GENERAL_ERROR)).toBeNull();
    expect(finding(...START, status, { error: 'no' })).not.toBeNull();
  });

  test.each(['request_id', 'code', 'message'])('has a %s that is not empty', (name) => {
    const start =
      'POST /projects/{project_id}/endpoints/{endpoint_id}/start answered 404: the body does not fit';
    const left = without(GENERAL_ERROR, name);
    expect(finding(...START, 404, left)).toBe(
      `${start}\n  (body) must have required property '${name}': ${JSON.stringify(left)}`,
    );
    expect(finding(...START, 404, { ...GENERAL_ERROR, [name]: '' })).toBe(
      `${start}\n  /${name} must NOT have fewer than 1 characters: ""`,
    );
    expect(finding(...START, 404, { ...GENERAL_ERROR, [name]: 1 })).toBe(
      `${start}\n  /${name} must be string: 1`,
    );
  });

  test('has a body, and no other fields', () => {
    expect(finding(...START, 404, { ...GENERAL_ERROR, hint: 'x' })).toMatch('(body) must not have hint: "x"');
    expect(finding(...START, 404)).toMatch('(body) must be object: nothing');
  });

  test('is checked as strictly if the description names the general error for a status', () => {
    const path = '/consumption_history/projects';
    expect(finding('GET', path, 403, GENERAL_ERROR)).toBeNull();
    expect(finding('GET', path, 403, without(GENERAL_ERROR, 'request_id'))).toMatch("property 'request_id'");
  });

  test('with a schema of its own may have that form or the general one', () => {
    const [method, path] = ['POST', '/users/me/projects/transfer'] as const;
    const limits = [{ name: 'projects_count', expected: '1', actual: '2' }];
    expect(finding(method, path, 406, { limits })).toBeNull();
    expect(finding(method, path, 406, GENERAL_ERROR)).toBeNull();
    expect(finding(method, path, 422, { projects: [{ id: 'a', integration: 'github' }] })).toBeNull();
    expect(finding(method, path, 422, { limits })).not.toBeNull();
    expect(finding(method, path, 404, { limits })).not.toBeNull();
    expect(finding(method, path, 406, { limits: 1 })).toMatch(
      /does not fit\n {2}\/limits must be array: 1\nnor as a general error: .*\n {2}\(body\) must have/,
    );
  });
});

describe('operations', () => {
  test.each([
    ['GET', '/api/v2/projects'],
    ['GET', '/project'],
    ['GET', '/projects/'],
    ['GET', '/projects/a/'],
    ['GET', '/projects//endpoints'],
    ['PUT', '/projects'],
    ['GET', ''],
  ])('do not include %s %s', (method, path) => {
    expect(finding(method, path, 404, GENERAL_ERROR)).toBe(
      `${method} ${path}: the description has no such operation`,
    );
  });

  test.each([
    ['GET', '/projects/shared', '/projects/shared'],
    ['GET', '/projects/sharing', '/projects/{project_id}'],
    ['DELETE', '/projects/shared', '/projects/{project_id}'],
    ['POST', '/projects/auth/create', '/projects/auth/create'],
    ['GET', '/projects/a/branches/count', '/projects/{project_id}/branches/count'],
    ['GET', '/projects/a/branches/counted', '/projects/{project_id}/branches/{branch_id}'],
    ['PATCH', '/projects/abc/endpoints/ep-x', '/projects/{project_id}/endpoints/{endpoint_id}'],
    ['GET', '/projects?limit=1&search=a/b', '/projects'],
  ])('find %s %s as %s, wherever the description has it', (method, path, template) => {
    expect(operationAt(method, path)).toMatchObject({ method, path: template });
    expect(finder([...OPERATIONS].reverse())(method, path)).toBe(operationAt(method, path));
  });

  test('are found by their own templates', () => {
    for (const operation of OPERATIONS) {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'some-id');
      expect(operationAt(operation.method, path)).toBe(operation);
    }
  });

  test('are all operations of the description, with the general error for other statuses', () => {
    const file = createRequire(import.meta.url).resolve(
      '@neondatabase/api-client/public-v2-for-users.gen.yaml',
    );
    const written = [...readFileSync(file, 'utf8').matchAll(/^ {6}operationId: (\w+)/gm)].map(([, id]) => id);
    expect(OPERATIONS.map(({ operationId }) => operationId).sort()).toEqual(written.sort());
    expect(written.length).toBeGreaterThan(100);
    const general = { $ref: '#/components/schemas/GeneralError' };
    for (const { answers } of OPERATIONS) {
      expect(answers.default?.content?.['application/json']?.schema).toEqual(general);
    }
  });

  test('are the described routes of the service', () => {
    expect(DESCRIBED_ROUTES).toEqual(OPERATIONS.map(({ method, path }) => [method, path]));
  });
});

test('all schemas of all operations are JSON Schema and compile', () => {
  const compile = validators(SCHEMAS, EXTRAS);
  const meta = new Ajv2020();
  expect(meta.validateSchema(definitions(SCHEMAS, EXTRAS)), meta.errorsText()).toBe(true);
  let compiled = 0;
  for (const { answers } of OPERATIONS) {
    for (const { content = {} } of Object.values(answers)) {
      for (const { schema } of Object.values(content)) {
        expect(compile(closed(schema))).toBeTypeOf('function');
        compiled += 1;
      }
    }
  }
  expect(compiled).toBeGreaterThan(300);
});
