import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiRoute } from '../../src/service/api/route.ts';
import { API_ROUTES } from '../../src/service/api/routes/index.ts';
import type { Contents } from '../../src/service/store/store.ts';
import { runs } from '../runs.ts';
import { checkAnswer } from './contract/check-answer.ts';
import { type Answer, CONTROL_TOKEN, Harness } from './harness.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values that no schema asks for. */
const anyOddity: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1e308,
    -1e308,
    2 ** 53,
    0.1,
    '',
    ' ',
    '\0',
    '\ud800',
    'a\udc00b',
    '𝕏'.repeat(70),
    '../../etc/passwd',
    "'; drop table keys; --",
    '__proto__',
    [],
    [[]],
    {},
    { toString: 1 },
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly what the schema asks for; now and then something else, something missing or something more. */
function anyOf(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: right(schema, ids) }, { weight: 1, arbitrary: anyOddity });
}

function right(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => anyOf(one, ids)));
  switch (schema.type) {
    case 'object':
      return anyObject(schema, ids);
    case 'array':
      return fc.array(anyOf(schema.items ?? {}, ids), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) }),
        fc.maxSafeInteger(),
      );
    case 'number':
      return fc.oneof(fc.constantFrom(0.25, 0.5, 1, 2, 4, 8, 16, 56), fc.double({ noNaN: true }));
    case 'string':
      if (schema.format === 'date-time')
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
      return fc.oneof(ids, fc.string({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 300 }));
    default:
      return anyOddity;
  }
}

const ODD_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'x', ''];

function anyObject(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, anyOf(part, ids)]),
  );
  const required = fc.record(known, { requiredKeys: [...(schema.required ?? [])] });
  const more = fc.dictionary(fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string()), anyOddity, { maxKeys: 2 });
  return fc.oneof(
    { weight: 12, arbitrary: required },
    { weight: 1, arbitrary: fc.record(known, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(required, more).map(([a, b]) => withOwn(a, b)) },
  );
}

/** Spreading would lose `__proto__`, which JSON can name. */
function withOwn(a: object, b: object): object {
  return Object.fromEntries([...Object.entries(a), ...Object.entries(b)]);
}

let h: Harness;
let contents: Contents;
let names: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  h = await Harness.start();
  const admin = { id: (await h.control('GET', '/users')).users[0].id, key: h.key, keyId: 0 };
  const orgId = await h.organization(admin, [await h.user('Member')]);
  const { project, branch, endpoints, operations } = await h.project({ name: 'first' });
  const second = await h.project({ org_id: orgId });
  const spare = await h.ok('POST', `/projects/${project.id}/branches`, {});
  const { members } = await h.ok('GET', `/organizations/${orgId}/members`);
  await h.ok('POST', `/organizations/${orgId}/api_keys`, { key_name: 'all' });
  contents = h.service.snapshot();
  names = {
    project_id: [project.id, second.project.id],
    branch_id: [branch.id, spare.branch.id],
    endpoint_id: [endpoints[0].id, second.endpoints[0].id],
    operation_id: [operations[0].id],
    org_id: [orgId],
    source_org_id: [orgId],
    member_id: members.map(({ member }: { member: { id: string } }) => member.id),
    key_id: ['1', '2', '3', '4', '5'],
    database_name: ['neondb'],
    role_name: ['neondb_owner'],
  };
});

const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 9 }).map((at) => ({ at })) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        fc.constantFrom(
          '..',
          '.',
          '%2e%2e',
          '..%2f..%2fapi_keys',
          '%00',
          '%',
          '%zz',
          '%ff%fe',
          '%ed%a0%80',
          'a'.repeat(3000),
          '__proto__',
          'constructor',
          'count',
          'shared',
          '%20',
          ';',
          '*',
          '🜁',
        ),
        fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(wellFormed(text))),
      )
      .map((text) => ({ text })),
  },
);

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, '\ufffd');
}

interface Fuzz {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

function anyCall(): fc.Arbitrary<Fuzz> {
  return fc.nat({ max: API_ROUTES.length - 1 }).chain((at) => {
    const route = API_ROUTES[at] as ApiRoute;
    const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const ids = fc
      .tuple(fc.constantFrom('project_id', 'branch_id', 'endpoint_id', 'org_id'), fc.nat({ max: 3 }))
      .map(([name, at]) => nameAt(name, at));
    return fc.record({
      method: fc.constant(route.method),
      path: fc
        .tuple(...params.map(() => anyName))
        .map((chosen) =>
          chosen.reduce<string>(
            (path, one, i) =>
              path.replace(`{${params[i]}}`, () =>
                'at' in one ? nameAt(params[i] as string, one.at) : one.text,
              ),
            route.path,
          ),
        ),
      query: route.query === null ? anyOddQuery(1) : anyQuery(schemaOf(route.query), ids),
      body: route.body === null ? fc.constant(undefined) : anyOf(schemaOf(route.body), ids),
    });
  });
}

function nameAt(name: string, at: number): string {
  const known = names[name] ?? [];
  return known[at % known.length] ?? 'nothing';
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

function anyQuery(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = fc.record(
    Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, anyValue(name, ids)])),
    { requiredKeys: [...(schema.required ?? [])] },
  );
  return fc.oneof(
    {
      weight: 8,
      arbitrary: parts.map((values) =>
        Object.entries(values)
          .map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(String(value)))}`)
          .join('&'),
      ),
    },
    { weight: 1, arbitrary: anyOddQuery(8) },
  );
}

function anyValue(name: string, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const usual: Record<string, fc.Arbitrary<unknown>> = {
    from: fc.constant('2026-03-01T00:00:00Z'),
    to: fc.constant('2026-03-03T00:00:00Z'),
    granularity: fc.constantFrom('hourly', 'daily', 'monthly'),
    metrics: fc.constantFrom('compute_unit_seconds', 'compute_unit_seconds,extra_branches_month'),
    limit: fc.integer({ min: -1, max: 500 }),
    project_ids: ids,
    database_name: fc.constant('neondb'),
    role_name: fc.constant('neondb_owner'),
    sort_order: fc.constantFrom('asc', 'desc'),
  };
  const fit = usual[name] ?? fc.oneof(ids, fc.constantFrom('true', 'false', 'name'));
  return fc.oneof({ weight: 9, arbitrary: fit }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) });
}

function anyOddQuery(weight: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    {
      weight,
      arbitrary: fc.constantFrom(
        'limit=1&limit=2',
        '__proto__=1',
        '__proto__=1&__proto__=2',
        'constructor=x',
        '%',
        '%zz=%ff',
        '=',
        '&&&',
        'cursor=!!!',
        'cursor=W10',
        'cursor=WyJhIl0&limit=1',
        'search=%00',
        'search[]=1',
        `x=${'y'.repeat(5000)}`,
      ),
    },
  );
}

/** All records, but for when a key was used last. */
function state(): string {
  const { keys, ...rest } = h.service.world.tables.contents();
  return JSON.stringify([keys.map(({ lastUsedAtMs: _, lastUsedFrom: __, ...key }) => key), rest]);
}

const ALLOWED = new Set([400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 423, 501]);

function checkForm({ status, body }: Answer, told: unknown): void {
  const where = JSON.stringify(told)?.slice(0, 600);
  if (status < 300) return;
  expect(ALLOWED.has(status), `${status} for ${where}: ${JSON.stringify(body)}`).toBe(true);
  expect(Object.keys(body).sort(), where).toEqual(['code', 'message', 'request_id']);
  for (const part of Object.values(body)) expect(part, where).toEqual(expect.stringMatching(/./s));
  expect(body.message, where).not.toMatch(/\bat .*\.[jt]s|node_modules|src\/|TypeError|undefined/);
}

/** Asks, and wants an answer of the right form; what was refused has changed nothing. */
async function ask(method: string, path: string, init: RequestInit): Promise<Answer> {
  const before = state();
  let answer: Answer;
  try {
    answer = await h.raw(method, path, {
      ...init,
      headers: { authorization: `Bearer ${h.key}`, ...(init.headers as Record<string, string>) },
    });
  } catch (error) {
    // No client can send such a request.
    if (error instanceof TypeError && /URL|header|ByteString/i.test(error.message)) fc.pre(false);
    throw error;
  }
  checkForm(answer, [method, path, init.body]);
  if (answer.status >= 400) expect(state() === before, `${method} ${path}: ${answer.status}`).toBe(true);
  else if (method !== 'GET') h.service.replace(contents);
  return answer;
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('every answer is a success or says what was wrong, and a refused call changes nothing', () => {
  it('for calls made of the schemas, with odd values in them', async () => {
    const tried = runs(600, 3000);
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constant(0).chain(() => anyCall()),
        async ({ method, path, query, body }) => {
          const url = query === '' ? path : `${path}?${query}`;
          const init = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE };
          const answer = await ask(method, `/api/v2${url}`, init);
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          // A path with dots leads to another path than the written one.
          const asked = new URL(`http://localhost${path}`).pathname.replace(/\/$/, '');
          if (answer.status < 300) checkAnswer(method, asked, answer.status, answer.body);
        },
      ),
      tried,
    );
    // The generator is no good if it never gets through.
    expect(seen.get(200)).toBeGreaterThan(tried.numRuns / 15);
    expect(seen.get(201)).toBeGreaterThan(tried.numRuns / 750);
    expect(seen.get(422)).toBeGreaterThan(tried.numRuns / 15);
  });

  it('for bodies that are not JSON, of another type, too deep or too large', async () => {
    const bodies = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(
        '{',
        'null',
        '[]',
        '""',
        '1',
        '{"project":{}}}',
        '{"project":{"name":"\\ud800"}}',
        '{"project":{"name":"a\\u0000b"}}',
        '{"__proto__":{"project":{}}}',
        '{"project":{"__proto__":{"name":"x"}}}',
        '{"constructor":{"prototype":{}}}',
        '['.repeat(100_000),
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
        `{"project":{"settings":${'['.repeat(40)}${']'.repeat(40)}}}`,
        '\ufeff{"project":{}}',
      ),
    );
    const types = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/problem+json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
      'json',
    );
    const routes = fc.constantFrom(
      ...API_ROUTES.filter(({ body }) => body !== null).map(({ method, path }) => ({ method, path })),
    );
    await fc.assert(
      fc.asyncProperty(routes, bodies, types, async (route, body, type) => {
        const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => nameAt(name, 0));
        const { status } = await ask(route.method, `/api/v2${path}`, {
          body: body as string,
          headers: { 'content-type': type },
        });
        // A body that is not text is reported first.
        if (body.length > 0 && !type.includes('/json') && !type.includes('+json'))
          expect(status).toBe(typeof body === 'string' ? 415 : status === 400 ? 400 : 415);
      }),
    );
  });

  it('for a body of two megabytes, which is too large with or without a length', async () => {
    const large = 'x'.repeat(2 << 20);
    for (const route of API_ROUTES.filter(({ method }) => method !== 'GET')) {
      const path = `/api/v2${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => nameAt(name, 0))}`;
      const told = await ask(route.method, path, { body: large, headers: JSON_TYPE });
      expect([route.path, told.status]).toEqual([route.path, 413]);
      const stream = new Blob([large]).stream();
      const untold = await ask(route.method, path, {
        body: stream,
        headers: JSON_TYPE,
        duplex: 'half',
      } as RequestInit);
      expect([route.path, untold.status]).toEqual([route.path, 413]);
    }
  });

  it('for unknown paths', async () => {
    const part = fc.constantFrom(
      'projects',
      'api_keys',
      '..',
      '.',
      '',
      '%2f',
      '%2e%2e',
      '..%2f',
      '%00',
      '%',
      'endpoints',
      'branches',
      'organizations',
      'x'.repeat(2000),
      '\\',
      ';a=b',
      '@',
      'ü',
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
    await fc.assert(
      fc.asyncProperty(method, fc.array(part, { maxLength: 7 }), async (method, parts) => {
        await ask(method, `/api/v2/${parts.join('/')}`, {});
      }),
    );
  });

  it('for Authorization headers of any kind', async () => {
    const printable = fc.string({
      unit: fc.integer({ min: 32, max: 255 }).map((n) => String.fromCharCode(n)),
    });
    const header = fc.oneof(
      printable,
      printable.map((text) => `Bearer ${text}`),
      fc.constantFrom('Bearer', 'Bearer ', 'Basic x', `Bearer ${'x'.repeat(20_000)}`, 'Bearer a, Bearer b'),
    );
    await fc.assert(
      fc.asyncProperty(header, async (authorization) => {
        const { status } = await ask('GET', '/api/v2/projects', { headers: { authorization } });
        expect(status).toBe(401);
      }),
    );
  });

  it('for calls of the control API', async () => {
    const id = nameAt('endpoint_id', 0);
    const paths = [
      'PUT /clock',
      'POST /clock/advance',
      'PUT /seed',
      'PUT /snapshot',
      'PUT /faults',
      'POST /users',
      'POST /users/x/keys',
      'PATCH /users/x',
      'POST /organizations',
      `POST /organizations/${nameAt('org_id', 0)}/members`,
      `POST /organizations/${nameAt('org_id', 0)}/keys`,
      `POST /computes/${id}/connections`,
      `DELETE /computes/${id}/connections`,
      `DELETE /computes/${id}/connections/c-1`,
      `POST /computes/${id}/connections/c-1/query`,
      `PUT /computes/${id}/load`,
      'GET /computes/nothing',
      'GET /nothing',
    ];
    const field = fc.constantFrom(
      'mode',
      'by',
      'seed',
      'schema',
      'contents',
      'rules',
      'starts',
      'name',
      'email',
      'plan',
      'key_name',
      'user_id',
      'role',
      'count',
      'busy_ms',
      'vcpu',
      '__proto__',
    );
    const value = fc.oneof(
      anyOddity,
      fc.constantFrom<unknown>('60x', '1s', '0.0001ms', 'tidemark/snapshot', 'a@example.com', 'free', 5, [
        {},
      ]),
    );
    const body = fc.oneof(
      fc.array(fc.tuple(field, value), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
      anyOddity,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (name, body) => {
        const [method = '', path = ''] = name.split(' ');
        const text = JSON.stringify(body);
        await ask(method, `/_tidemark${path}`, {
          ...(method === 'GET' || text === undefined ? {} : { body: text }),
          headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
        });
      }),
    );
  });
});
