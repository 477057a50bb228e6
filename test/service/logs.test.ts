import { expect, it } from 'vitest';
import { CONTROL_TOKEN, Harness } from './harness.ts';
import { TextStore } from './text-store.ts';

/** Passwords are derived from this secret, which no client has. */
const DERIVES = 'secret of tests';

it('no key, token or password is in the log, in refusals or in the store', async () => {
  const store = new TextStore();
  const h = await Harness.start({ store });
  const refusals: unknown[] = [];
  const secrets = new Set<string>([h.key, CONTROL_TOKEN, DERIVES]);
  const admin = await h.user('Admin');
  secrets.add(admin.key);
  const orgId = await h.organization(admin);
  const made = await h.project({ org_id: orgId }, admin.key);
  const path = `/projects/${made.project.id}`;
  const branch = `${path}/branches/${made.branch.id}`;
  secrets.add(made.roles[0].password);
  const call = async (method: string, where: string, body?: unknown, key: string | null = admin.key) => {
    const answer = await h.call(method, where, body, key);
    if (answer.status >= 400) refusals.push(answer.body);
    return answer.body;
  };
  for (const wish of [{ key_name: 'a' }, { key_name: 'b', project_id: made.project.id }])
    secrets.add((await call('POST', `/organizations/${orgId}/api_keys`, wish)).key);
  secrets.add((await call('POST', '/api_keys', { key_name: 'c' })).key);
  secrets.add((await call('POST', `${branch}/roles`, { role: { name: 'other' } })).role.password);
  secrets.add((await call('POST', `${branch}/roles/other/reset_password`)).role.password);
  const uri = await call('GET', `${path}/connection_uri?database_name=neondb&role_name=other`);
  expect(uri.uri).toContain([...secrets].at(-1));
  secrets.add((await call('GET', `${branch}/roles/neondb_owner/reveal_password`)).password);
  expect(secrets.size).toBe(10);

  // Everything that can go wrong with a secret in hand.
  for (const secret of secrets) {
    await call('GET', '/projects', undefined, secret.slice(1));
    await call('POST', '/projects', { project: {} }, secret);
    await call('DELETE', '/api_keys/1', undefined, secret);
    // In a place where it does not belong.
    if (secret !== DERIVES) await call('DELETE', `/api_keys/${secret}`);
    refusals.push(
      (await h.raw('GET', '/_tidemark/clock', { headers: { authorization: `Bearer ${secret}` } })).body,
    );
  }
  await h.control('GET', '/computes');
  await h.control('GET', '/faults');
  await h.service.committed();

  const everything = JSON.stringify([h.logs, store.written, await h.control('GET', '/snapshot')]);
  const refused = JSON.stringify(refusals.filter((one) => (one as { code?: string }).code !== undefined));
  for (const secret of secrets) {
    expect(everything).not.toContain(secret);
    expect(refused).not.toContain(secret);
  }
});

it('each answer has the request id of its line in the log', async () => {
  const h = await Harness.start();
  const { headers } = await h.call('GET', '/projects');
  const refusal = await h.call('GET', '/projects/nothing');
  const lines = h.logs.filter(({ event }) => event === 'request');
  expect(lines).toEqual([
    expect.objectContaining({
      requestId: headers.get('x-request-id'),
      path: '/api/v2/projects',
      status: 200,
    }),
    expect.objectContaining({ requestId: refusal.body.request_id, status: 404 }),
  ]);
});

it('a fault of the service is in the log, and its caller gets only the request id', async () => {
  const h = await Harness.start();
  const { project, endpoints } = await h.project();
  h.service.world.tables.projects.of = () => {
    throw new TypeError('inner workings');
  };
  const { status, body } = await h.call('GET', '/projects');
  expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
  expect(JSON.stringify(body)).not.toContain('inner workings');
  expect(h.logs.find(({ event }) => event === 'fault')).toMatchObject({
    level: 'error',
    requestId: body.request_id,
    error: 'inner workings',
  });
  expect((await h.call('GET', `/projects/${project.id}/endpoints/${endpoints[0].id}`)).status).toBe(200);
});
