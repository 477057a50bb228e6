import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_ROUTES } from '../../src/service/api/routes/index.ts';
import { DESCRIBED_ROUTES } from '../../src/service/described-routes.ts';
import { Harness } from './harness.ts';
import { DIFFERENCES } from './parity-differences.ts';

const PAGE = new URL('../../docs/parity.md', import.meta.url);

/** Calls every route that is built once, so that each answers as the public description says, and notes the status. */
async function tour(): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const h = await Harness.start();
  const call = async (method: string, route: string, path: string, body?: unknown) => {
    const answer = await h.call(method, path, body);
    expect(answer.status, `${method} ${route}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    statuses.set(`${method} ${route}`, answer.status);
    return answer.body;
  };
  const { users } = await h.control('GET', '/users');
  const { organization } = await h.control('POST', '/organizations', {
    name: 'Acme',
    admin_user_id: users[0].id,
  });
  const { organization: other } = await h.control('POST', '/organizations', {
    name: 'Other',
    admin_user_id: users[0].id,
  });
  const { user } = await h.control('POST', '/users', { name: 'Mo', email: 'mo@example.com' });
  const { member } = await h.control('POST', `/organizations/${organization.id}/members`, {
    user_id: user.id,
  });
  const O = `/organizations/${organization.id}`;

  await call('GET', '/users/me', '/users/me');
  await call('GET', '/users/me/organizations', '/users/me/organizations');
  await call('GET', '/auth', '/auth');
  await call('GET', '/regions', '/regions');
  const key = await call('POST', '/api_keys', '/api_keys', { key_name: 'one' });
  await call('GET', '/api_keys', '/api_keys');
  await call('DELETE', '/api_keys/{key_id}', `/api_keys/${key.id}`);
  const orgKey = await call('POST', '/organizations/{org_id}/api_keys', `${O}/api_keys`, { key_name: 'two' });
  await call('GET', '/organizations/{org_id}/api_keys', `${O}/api_keys`);
  await call('DELETE', '/organizations/{org_id}/api_keys/{key_id}', `${O}/api_keys/${orgKey.id}`);
  await call('GET', '/organizations/{org_id}', O);
  await call('GET', '/organizations/{org_id}/members', `${O}/members`);
  await call('GET', '/organizations/{org_id}/members/{member_id}', `${O}/members/${member.id}`);
  await call('PATCH', '/organizations/{org_id}/members/{member_id}', `${O}/members/${member.id}`, {
    role: 'admin',
  });
  await call('DELETE', '/organizations/{org_id}/members/{member_id}', `${O}/members/${member.id}`);

  const made = await call('POST', '/projects', '/projects', { project: { name: 'tour' } });
  const P = `/projects/${made.project.id}`;
  const p = '/projects/{project_id}';
  await call('GET', '/projects', '/projects');
  await call('GET', '/projects/shared', '/projects/shared');
  await call('GET', p, P);
  await call('PATCH', p, P, { project: { name: 'grand tour' } });
  h.pass(1000);
  const uri = 'database_name=neondb&role_name=neondb_owner';
  await call('GET', `${p}/connection_uri`, `${P}/connection_uri?${uri}`);
  const { operations } = await call('GET', `${p}/operations`, `${P}/operations`);
  await call('GET', `${p}/operations/{operation_id}`, `${P}/operations/${operations[0].id}`);

  const { branch } = await call('POST', `${p}/branches`, `${P}/branches`, { branch: { name: 'dev' } });
  const B = `${P}/branches/${branch.id}`;
  const b = `${p}/branches/{branch_id}`;
  await call('GET', `${p}/branches`, `${P}/branches`);
  await call('GET', `${p}/branches/count`, `${P}/branches/count`);
  await call('GET', b, B);
  await call('PATCH', b, B, { branch: { name: 'develop' } });
  await call('GET', `${b}/endpoints`, `${B}/endpoints`);
  await call('POST', `${b}/set_as_default`, `${B}/set_as_default`);
  await call('POST', `${b}/roles`, `${B}/roles`, { role: { name: 'app' } });
  await call('GET', `${b}/roles`, `${B}/roles`);
  await call('GET', `${b}/roles/{role_name}`, `${B}/roles/app`);
  await call('GET', `${b}/roles/{role_name}/reveal_password`, `${B}/roles/app/reveal_password`);
  await call('POST', `${b}/roles/{role_name}/reset_password`, `${B}/roles/app/reset_password`);
  const database = { name: 'shop', owner_name: 'app' };
  await call('POST', `${b}/databases`, `${B}/databases`, { database });
  await call('GET', `${b}/databases`, `${B}/databases`);
  await call('GET', `${b}/databases/{database_name}`, `${B}/databases/shop`);
  await call('PATCH', `${b}/databases/{database_name}`, `${B}/databases/shop`, {
    database: { name: 'store' },
  });
  await call('DELETE', `${b}/databases/{database_name}`, `${B}/databases/store`);
  await call('DELETE', `${b}/roles/{role_name}`, `${B}/roles/app`);

  const e = `${p}/endpoints/{endpoint_id}`;
  const { endpoint } = await call('POST', `${p}/endpoints`, `${P}/endpoints`, {
    endpoint: { branch_id: branch.id, type: 'read_write' },
  });
  const E = `${P}/endpoints/${endpoint.id}`;
  h.pass(1000);
  await call('GET', `${p}/endpoints`, `${P}/endpoints`);
  await call('GET', e, E);
  await call('POST', `${e}/restart`, `${E}/restart`);
  h.pass(1000);
  await call('POST', `${e}/suspend`, `${E}/suspend`);
  h.pass(1000);
  await call('POST', `${e}/start`, `${E}/start`);
  h.pass(1000);
  await call('PATCH', e, E, { endpoint: { autoscaling_limit_max_cu: 2 } });
  h.pass(1000);
  await call('DELETE', e, E);

  const span = `from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z&granularity=hourly`;
  const v2 = `${span}&org_id=${organization.id}&metrics=compute_unit_seconds`;
  await call('GET', '/consumption_history/projects', `/consumption_history/projects?${span}`);
  const transfer = (destination_org_id: string) => ({ destination_org_id, project_ids: [made.project.id] });
  await call('POST', '/users/me/projects/transfer', '/users/me/projects/transfer', transfer(organization.id));
  await call('GET', '/consumption_history/v2/projects', `/consumption_history/v2/projects?${v2}`);
  const branches = `/consumption_history/v2/branches?${v2}&project_ids=${made.project.id}`;
  await call('GET', '/consumption_history/v2/branches', branches);
  const path = `${O}/projects/transfer`;
  await call('POST', '/organizations/{source_org_id}/projects/transfer', path, transfer(other.id));
  await call('POST', `${b}/set_as_default`, `${P}/branches/${made.branch.id}/set_as_default`);
  const { branch: spare } = await h.ok('POST', `${P}/branches`);
  await call('DELETE', b, `${P}/branches/${spare.id}`);
  await call('DELETE', p, P);
  return statuses;
}

test('every emulated route was called, and docs/parity.md has the result', async () => {
  const statuses = await tour();
  const built = API_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect([...statuses.keys()].sort()).toEqual([...built].sort());
  for (const name of Object.keys(DIFFERENCES)) expect(built).toContain(name);
  const page = pageOf(statuses);
  if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

test('other routes answer 501 with an error that says so', async () => {
  const h = await Harness.start();
  const built = new Set(API_ROUTES.map(({ method, path }) => `${method} ${path}`));
  const missing = DESCRIBED_ROUTES.filter(([method, path]) => !built.has(`${method} ${path}`));
  expect(missing.length).toBeGreaterThan(50);
  for (const [method, path] of missing) {
    const answer = await h.call(method, path.replaceAll(/\{\w+\}/g, 'x'));
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      501,
      'NOT_IMPLEMENTED',
      `tidemark does not emulate ${method} ${path}`,
    ]);
  }
});

function pageOf(statuses: ReadonlyMap<string, number>): string {
  const rows = DESCRIBED_ROUTES.map(([method, path]) => {
    const name = `${method} ${path}`;
    const status = statuses.get(name);
    if (status === undefined) return { name, built: false, line: `| \`${name}\` | 501 | |` };
    const difference = DIFFERENCES[name];
    const how = difference === undefined ? 'equal' : 'differs';
    return { name, built: true, line: `| \`${name}\` | ${how} | ${difference ?? ''} |` };
  });
  const count = rows.filter(({ built }) => built).length;
  return [
    '# Parity with the public description',
    '',
    `tidemark builds ${count} of the ${rows.length} routes in the public description of the API. Tests compare each answer with the`,
    'description. *equal* means that no difference is known, *differs* names the differences, and *501* is the answer of a',
    'route that is not built.',
    '',
    'These hold for all routes: project objects have one more field, `locked`, which the interface specification lists. A',
    'second read-write compute on a branch is refused with 422; the description leaves the status open. A project outside',
    "the key's scope is 404, as if it did not exist. An act that the key may not do within its scope is 403.",
    '',
    '| route | here | how it differs |',
    '| --- | --- | --- |',
    ...rows.map(({ line }) => line),
    '',
  ].join('\n');
}
