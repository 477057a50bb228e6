import { describe, expect, it } from 'vitest';
import { MOST_KEYS_ADVISED } from '../../src/service/accounts/keys.ts';
import { Harness, type Person } from './harness.ts';
import { TextStore } from './text-store.ts';

/** An organization with an administrator, a member and a project. */
async function company() {
  const store = new TextStore();
  const h = await Harness.start({ store });
  const admin = await h.user('Admin');
  const member = await h.user('Member');
  const orgId = await h.organization(admin, [member]);
  const { project } = await h.project({ org_id: orgId }, admin.key);
  const keyFor = async (by: Person, projectId?: string) => {
    const wish = { key_name: 'machine', ...(projectId === undefined ? {} : { project_id: projectId }) };
    return h.ok('POST', `/organizations/${orgId}/api_keys`, wish, by.key);
  };
  const status = async (method: string, path: string, key: string, body?: unknown) =>
    (await h.call(method, path, body, key)).status;
  return { h, store, admin, member, orgId, project, keyFor, status };
}

const membershipOf = async (h: Harness, orgId: string, person: Person, key: string) => {
  const { members } = await h.ok('GET', `/organizations/${orgId}/members`, undefined, key);
  return members.find((one: { member: { user_id: string } }) => one.member.user_id === person.id).member.id;
};

describe('the secret of a key', () => {
  it('is shown once, and is in no list, store or log afterwards', async () => {
    const { h, store, admin, orgId, project, keyFor } = await company();
    const personal = await h.ok('POST', '/api_keys', { key_name: 'second' });
    const ofOrganization = await keyFor(admin);
    const ofProject = await keyFor(admin, project.id);
    const secrets = [h.key, personal.key, ofOrganization.key, ofProject.key];
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^tdm_[\w-]{43}$/);
    const shown = [
      await h.ok('GET', '/api_keys'),
      await h.ok('GET', `/organizations/${orgId}/api_keys`, undefined, admin.key),
      await h.ok('DELETE', `/api_keys/${personal.id}`),
      await h.control('GET', '/snapshot'),
    ];
    await h.service.committed();
    const everything = JSON.stringify([shown, store.written, h.logs]);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  it('is saved as a hash', async () => {
    const { h, store } = await company();
    await h.service.committed();
    for (const { hash } of store.contents().keys) expect(hash).toMatch(/^[\da-f]{64}$/);
  });

  it('is needed for a call: neither the hash nor the id of a key works', async () => {
    const { h, store, status } = await company();
    await h.service.committed();
    for (const { hash, id } of store.contents().keys) {
      expect(await status('GET', '/projects', hash)).toBe(401);
      expect(await status('GET', '/projects', id)).toBe(401);
    }
  });
});

describe('the Authorization header', () => {
  it.each([
    ['Bearer', 401],
    ['Bearer ', 401],
    ['Basic dXNlcjpwYXNz', 401],
    ['Bearer KEY KEY', 401],
    ['Bearer KEYx', 401],
    ['KEY', 401],
    ['', 401],
    ['Bearer KEY', 200],
    ['bearer KEY', 200],
    ['Bearer   KEY  ', 200],
  ])('%j gets status %i', async (header, status) => {
    const h = await Harness.start();
    const authorization = header.replaceAll('KEY', h.key);
    const answer = await h.raw('GET', '/api/v2/projects', { headers: { authorization } });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('revocation', () => {
  it('is possible for the key of the call itself', async () => {
    const { h, status } = await company();
    const [{ id }] = await h.ok('GET', '/api_keys');
    expect(await h.ok('DELETE', `/api_keys/${id}`)).toMatchObject({ revoked: true });
    expect(await status('GET', '/api_keys', h.key)).toBe(401);
  });
});

describe('an organization key', () => {
  it('is created with a personal key of a present administrator', async () => {
    const { h, admin, member, orgId, keyFor, status } = await company();
    const create = (key: string) =>
      status('POST', `/organizations/${orgId}/api_keys`, key, { key_name: 'new' });
    const { key } = await keyFor(admin);
    expect(await create(key)).toBe(403);
    expect(await create(member.key)).toBe(403);
    const membership = await membershipOf(h, orgId, member, admin.key);
    const path = `/organizations/${orgId}/members/${membership}`;
    await h.ok('PATCH', path, { role: 'admin' }, admin.key);
    expect(await create(member.key)).toBe(200);
    await h.ok('PATCH', path, { role: 'member' }, admin.key);
    expect(await create(member.key)).toBe(403);
  });

  it('reaches all projects of its organization, also later ones, and acts as an administrator', async () => {
    const { h, admin, member, orgId, keyFor, status } = await company();
    const { key } = await keyFor(admin);
    const later = await h.project({ org_id: orgId }, admin.key);
    expect(await status('GET', `/projects/${later.project.id}`, key)).toBe(200);
    const own = await h.ok('POST', '/projects', { project: {} }, key);
    expect(own.project).toMatchObject({ org_id: orgId });
    const { projects } = await h.ok('GET', '/projects', undefined, key);
    expect(projects).toHaveLength(3);
    const membership = await membershipOf(h, orgId, member, key);
    expect(await status('DELETE', `/organizations/${orgId}/members/${membership}`, key)).toBe(200);
  });

  it('outlives the membership of its creator', async () => {
    const { h, admin, member, orgId, project, keyFor, status } = await company();
    const { key } = await keyFor(admin);
    const path = `/organizations/${orgId}/members`;
    await h.ok('PATCH', `${path}/${await membershipOf(h, orgId, member, key)}`, { role: 'admin' }, key);
    await h.ok('DELETE', `${path}/${await membershipOf(h, orgId, admin, key)}`, undefined, key);
    expect(await status('GET', `/projects/${project.id}`, key)).toBe(200);
  });
});

describe('a project-scoped key', () => {
  it('is created by any member, for a project of the organization', async () => {
    const { h, member, orgId, project, status } = await company();
    const create = (key: string, projectId: string) =>
      h.call('POST', `/organizations/${orgId}/api_keys`, { key_name: 'ci', project_id: projectId }, key);
    const made = await create(member.key, project.id);
    expect(made.body).toMatchObject({ name: 'ci', project_id: project.id, created_by: member.id });
    expect(await status('GET', `/projects/${project.id}`, made.body.key)).toBe(200);
    const { project: personal } = await h.project({}, member.key);
    expect((await create(member.key, personal.id)).status).toBe(404);
    expect((await create(h.key, project.id)).status).toBe(404);
  });

  it('manages its project, but cannot delete it, create others or act on the organization', async () => {
    const { h, admin, orgId, project, keyFor, status } = await company();
    const { key } = await keyFor(admin, project.id);
    const path = `/projects/${project.id}`;
    const { branch } = await h.ok('POST', `${path}/branches`, { endpoints: [{ type: 'read_write' }] }, key);
    h.pass(1000);
    await h.ok('PATCH', path, { project: { name: 'renamed' } }, key);
    await h.ok('DELETE', `${path}/branches/${branch.id}`, undefined, key);
    const { projects } = await h.ok('GET', '/projects', undefined, key);
    expect(projects.map(({ name }: { name: string }) => name)).toEqual(['renamed']);
    expect(await status('DELETE', path, key)).toBe(403);
    expect(await status('POST', '/projects', key, { project: {} })).toBe(403);
    expect(await status('GET', `/organizations/${orgId}`, key)).toBe(403);
    expect(await status('GET', `/projects?org_id=${orgId}`, key)).toBe(403);
    expect(await status('GET', `/regions?org_id=${orgId}`, key)).toBe(403);
    expect(await status('POST', `/organizations/${orgId}/api_keys`, key, { key_name: 'more' })).toBe(403);
  });

  it('stops working when its project leaves the organization, also if the project comes back', async () => {
    const { h, admin, orgId, project, keyFor, status } = await company();
    const { id, key } = await keyFor(admin, project.id);
    const other = await h.organization(admin);
    const move = (from: string, to: string) =>
      h.ok(
        'POST',
        `/organizations/${from}/projects/transfer`,
        { destination_org_id: to, project_ids: [project.id] },
        admin.key,
      );
    await move(orgId, other);
    expect(await status('GET', `/projects/${project.id}`, key)).toBe(401);
    await move(other, orgId);
    expect(await status('GET', `/projects/${project.id}`, key)).toBe(401);
    const listed = await h.ok('GET', `/organizations/${orgId}/api_keys`, undefined, admin.key);
    expect(listed.map((one: { id: number }) => one.id)).not.toContain(id);
    expect(await status('GET', `/projects/${project.id}`, (await keyFor(admin, project.id)).key)).toBe(200);
  });

  it('stops working when its project is deleted', async () => {
    const { h, admin, orgId, project, keyFor, status } = await company();
    const { key } = await keyFor(admin, project.id);
    await h.ok('DELETE', `/projects/${project.id}`, undefined, admin.key);
    expect(await status('GET', '/auth', key)).toBe(401);
    expect(await h.ok('GET', `/organizations/${orgId}/api_keys`, undefined, admin.key)).toEqual([]);
  });
});

describe('a personal key', () => {
  it('reaches projects of an organization for as long as its owner is a member', async () => {
    const { h, member, orgId, project, status } = await company();
    const own = await h.project({}, member.key);
    const path = `/projects/${project.id}`;
    expect(await status('GET', path, member.key)).toBe(200);
    const membership = await membershipOf(h, orgId, member, member.key);
    expect(await status('DELETE', `/organizations/${orgId}/members/${membership}`, member.key)).toBe(200);
    expect(await status('GET', path, member.key)).toBe(404);
    expect(await status('PATCH', path, member.key, { project: { name: 'mine' } })).toBe(404);
    expect(await status('GET', `/organizations/${orgId}`, member.key)).toBe(404);
    expect(await status('GET', `/projects/${own.project.id}`, member.key)).toBe(200);
    await h.control('POST', `/organizations/${orgId}/members`, { user_id: member.id });
    expect(await status('GET', path, member.key)).toBe(200);
  });

  it('is listed with its name, its creator and its last use, to the minute', async () => {
    const h = await Harness.start();
    h.pass(60_000);
    const [first] = await h.ok('GET', '/api_keys');
    expect(first).toEqual({
      id: first.id,
      name: 'first key',
      created_at: '2026-03-02T09:00:00.000Z',
      created_by: { id: first.created_by.id, name: 'You', image: '' },
      last_used_at: '2026-03-02T09:01:00.000Z',
      last_used_from_addr: '127.0.0.1',
    });
    h.pass(59_999);
    expect((await h.ok('GET', '/api_keys'))[0].last_used_at).toBe('2026-03-02T09:01:00.000Z');
    h.pass(1);
    expect((await h.ok('GET', '/api_keys'))[0].last_used_at).toBe('2026-03-02T09:02:00.000Z');
  });

  it('needs a name', async () => {
    const h = await Harness.start();
    const create = async (body: unknown) => (await h.call('POST', '/api_keys', body)).status;
    expect(await create({ key_name: '' })).toBe(422);
    expect(await create({ key_name: '  ' })).toBe(422);
    expect(await create({ key_name: 'x'.repeat(65) })).toBe(422);
    expect(await create({})).toBe(422);
    expect(await create({ key_name: 'x', extra: 1 })).toBe(422);
    expect(await h.ok('GET', '/api_keys')).toHaveLength(1);
  });
});

describe('the number of keys', () => {
  it('has no limit, but too many cause a warning', async () => {
    const h = await Harness.start();
    const { keys } = h.service.world.tables;
    const [first] = [...keys.all()];
    if (first === undefined) throw new Error('the first key is there');
    for (let n = keys.size; n < MOST_KEYS_ADVISED - 1; n++)
      keys.put({ ...first, id: `${1e6 + n}`, hash: `${n}` });
    expect(h.logs.filter(({ event }) => event === 'many keys')).toEqual([]);
    const { key } = await h.ok('POST', '/api_keys', { key_name: 'one more' });
    expect(h.logs.filter(({ event }) => event === 'many keys')).toEqual([
      { level: 'warn', event: 'many keys', account: first.userId, keys: 10_000, advised: 10_000 },
    ]);
    expect((await h.call('GET', '/projects', undefined, key)).status).toBe(200);
    // Another account has few.
    await h.user('Somebody');
    expect(h.logs.filter(({ event }) => event === 'many keys')).toHaveLength(1);
  });
});
