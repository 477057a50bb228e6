import { describe, expect, it } from 'vitest';
import { Harness, type Person } from './harness.ts';

const YEAR_MS = 365 * 86_400_000;

/** An organization with an administrator, a member and a project, and a person who is in no organization. */
async function company() {
  const h = await Harness.start();
  const [admin, member, stranger] = [await h.user('Admin'), await h.user('Member'), await h.user('Stranger')];
  const orgId = await h.organization(admin, [member]);
  const org = `/organizations/${orgId}`;
  const { project } = await h.project({ org_id: orgId }, admin.key);
  const path = `/projects/${project.id}`;
  const status = async (key: string | null, method: string, where: string, body?: unknown) =>
    (await h.call(method, where, body, key)).status;
  const organizationKey = (by: string) => h.call('POST', `${org}/api_keys`, { key_name: 'all projects' }, by);
  const projectKey = (by: string, project_id = project.id as string) =>
    h.call('POST', `${org}/api_keys`, { key_name: 'one project', project_id }, by);
  const removeMember = async ({ id }: Person) => {
    const { members } = await h.ok('GET', `${org}/members`, undefined, admin.key);
    const found = members.find((one: { member: { user_id: string } }) => one.member.user_id === id);
    await h.ok('DELETE', `${org}/members/${found.member.id}`, undefined, admin.key);
  };
  const transfer = async () =>
    h.ok(
      'POST',
      `${org}/projects/transfer`,
      { destination_org_id: await h.organization(admin), project_ids: [project.id] },
      admin.key,
    );
  return {
    h,
    admin,
    member,
    stranger,
    orgId,
    org,
    path,
    status,
    organizationKey,
    projectKey,
    removeMember,
    transfer,
  };
}

describe('the rows of the table of key types', () => {
  it('personal | who can create it: any user', async () => {
    const { h, stranger } = await company();
    const { key } = await h.ok('POST', '/api_keys', { key_name: 'second' }, stranger.key);
    expect(await h.ok('GET', '/api_keys', undefined, key)).toHaveLength(2);
  });

  it("personal | scope: the user's projects, and those of organizations with the user as a member", async () => {
    const { h, member, stranger, orgId, path, status } = await company();
    const own = await h.project({}, member.key);
    expect(await status(member.key, 'GET', `/projects/${own.project.id}`)).toBe(200);
    expect(await status(member.key, 'GET', path)).toBe(200);
    expect((await h.ok('GET', `/projects?org_id=${orgId}`, undefined, member.key)).projects).toHaveLength(1);
    expect(await status(stranger.key, 'GET', path)).toBe(404);
    expect(await status(stranger.key, 'GET', `/projects/${own.project.id}`)).toBe(404);
  });

  it('personal | validity: until revoked; organization projects until the user leaves', async () => {
    const { member, path, status, removeMember } = await company();
    await removeMember(member);
    expect(await status(member.key, 'GET', path)).toBe(404);
    expect(await status(member.key, 'DELETE', `/api_keys/${member.keyId}`)).toBe(200);
    expect(await status(member.key, 'GET', '/projects')).toBe(401);
  });

  it('organization | who can create it: only administrators', async () => {
    const { admin, member, stranger, organizationKey } = await company();
    expect((await organizationKey(admin.key)).status).toBe(200);
    expect((await organizationKey(member.key)).status).toBe(403);
    expect((await organizationKey(stranger.key)).status).toBe(404);
  });

  it('organization | scope: all projects, and what administrators may do', async () => {
    const { h, admin, org, orgId, path, status, organizationKey } = await company();
    const { key } = (await organizationKey(admin.key)).body;
    const later = await h.project({ org_id: orgId }, admin.key);
    for (const one of [path, `/projects/${later.project.id}`])
      expect(await status(key, 'GET', one)).toBe(200);
    const { members } = await h.ok('GET', `${org}/members`, undefined, key);
    const [{ member }] = members.filter((one: { member: { role: string } }) => one.member.role === 'member');
    expect(await status(key, 'PATCH', `${org}/members/${member.id}`, { role: 'admin' })).toBe(200);
    const outside = await h.project({}, admin.key);
    expect(await status(key, 'GET', `/projects/${outside.project.id}`)).toBe(404);
  });

  it('organization | validity: until revoked, whoever created it', async () => {
    const { h, admin, org, path, status, organizationKey, member } = await company();
    const { id, key } = (await organizationKey(admin.key)).body;
    expect(await status(member.key, 'DELETE', `${org}/api_keys/${id}`)).toBe(403);
    h.pass(YEAR_MS);
    expect(await status(key, 'GET', path)).toBe(200);
    await h.ok('DELETE', `${org}/api_keys/${id}`, undefined, admin.key);
    expect(await status(key, 'GET', path)).toBe(401);
  });

  it('project-scoped | who can create it: any member', async () => {
    const { admin, member, stranger, projectKey } = await company();
    for (const { key } of [admin, member]) expect((await projectKey(key)).status).toBe(200);
    expect((await projectKey(stranger.key)).status).toBe(404);
  });

  it('project-scoped | scope: one project, and what members may do', async () => {
    const { h, admin, member, orgId, path, status, projectKey } = await company();
    const { key } = (await projectKey(member.key)).body;
    const { project } = await h.project({ org_id: orgId }, admin.key);
    expect(await status(key, 'PATCH', path, { project: { name: 'renamed' } })).toBe(200);
    expect(await status(key, 'GET', `/projects/${project.id}`)).toBe(404);
    expect((await h.ok('GET', '/projects', undefined, key)).projects).toHaveLength(1);
  });

  it('project-scoped | validity: until revoked', async () => {
    const { h, admin, member, org, path, status, projectKey } = await company();
    const { id, key } = (await projectKey(member.key)).body;
    await h.ok('DELETE', `${org}/api_keys/${id}`, undefined, admin.key);
    expect(await status(key, 'GET', path)).toBe(401);
  });

  it('project-scoped | validity: until its project leaves the organization', async () => {
    const { member, path, status, projectKey, transfer } = await company();
    const { key } = (await projectKey(member.key)).body;
    await transfer();
    expect(await status(key, 'GET', path)).toBe(401);
  });
});

describe('the rules on keys', () => {
  it('1. the secret is shown when the key is created and never again', async () => {
    const { h, admin, org, organizationKey } = await company();
    const made = (await organizationKey(admin.key)).body;
    const shown = [
      await h.ok('GET', `${org}/api_keys`, undefined, admin.key),
      await h.ok('DELETE', `${org}/api_keys/${made.id}`, undefined, admin.key),
    ];
    expect(made.key).not.toBe('');
    expect(JSON.stringify(shown)).not.toContain(made.key);
  });

  it('2. creating an organization key takes the personal key of a present administrator', async () => {
    const { h, admin, member, orgId, organizationKey, projectKey } = await company();
    const role = (role: string) =>
      h.control('POST', `/organizations/${orgId}/members`, { user_id: member.id, role });
    const ofOrganization = (await organizationKey(admin.key)).body.key;
    const ofProject = (await projectKey(admin.key)).body.key;
    for (const key of [ofOrganization, ofProject, member.key])
      expect((await organizationKey(key)).status).toBe(403);
    await role('admin');
    expect((await organizationKey(member.key)).status).toBe(200);
    await role('member');
    expect((await organizationKey(member.key)).status).toBe(403);
  });

  it('3. a project-scoped key cannot delete its project, act on the organization or create projects', async () => {
    const { member, org, orgId, path, status, projectKey, organizationKey } = await company();
    const { key } = (await projectKey(member.key)).body;
    expect(await status(key, 'DELETE', path)).toBe(403);
    expect(await status(key, 'POST', '/projects', { project: {} })).toBe(403);
    expect(await status(key, 'POST', '/projects', { project: { org_id: orgId } })).toBe(403);
    for (const where of [org, `${org}/members`, `${org}/api_keys`])
      expect(await status(key, 'GET', where)).toBe(403);
    expect((await organizationKey(key)).status).toBe(403);
    expect((await projectKey(key)).status).toBe(403);
  });

  it('4. a project-scoped key stops working when its project is transferred out', async () => {
    const { h, admin, path, status, projectKey, transfer } = await company();
    const { key } = (await projectKey(admin.key)).body;
    await transfer();
    for (const where of ['/projects', path, `${path}/endpoints`])
      expect(await status(key, 'GET', where)).toBe(401);
    expect((await h.ok('GET', path, undefined, admin.key)).project.name).toBeDefined();
  });

  it('5. the first key exists without a call, and creates further keys', async () => {
    const h = await Harness.start();
    expect((await h.call('POST', '/api_keys', { key_name: 'none' }, null)).status).toBe(401);
    const { key } = await h.ok('POST', '/api_keys', { key_name: 'second' });
    await h.ok('POST', '/api_keys', { key_name: 'third' }, key);
    expect(await h.ok('GET', '/api_keys')).toHaveLength(3);
  });

  it('6. revocation is immediate and permanent', async () => {
    const { h, status } = await company();
    const { id, key } = await h.ok('POST', '/api_keys', { key_name: 'lost' });
    expect((await h.ok('DELETE', `/api_keys/${id}`)).revoked).toBe(true);
    expect(await status(key, 'GET', '/projects')).toBe(401);
    await h.ok('POST', '/api_keys', { key_name: 'lost' });
    h.pass(YEAR_MS);
    expect(await status(key, 'GET', '/projects')).toBe(401);
    expect(await status(h.key, 'DELETE', `/api_keys/${id}`)).toBe(404);
  });
});

describe('the rules on authentication', () => {
  it('1. a request carries Authorization: Bearer and the key', async () => {
    const h = await Harness.start();
    const given = async (authorization: string) =>
      (await h.raw('GET', '/api/v2/projects', { headers: { authorization } })).status;
    expect(await given(`Bearer ${h.key}`)).toBe(200);
    for (const header of [h.key, `Token ${h.key}`, `Basic ${btoa(`key:${h.key}`)}`])
      expect(await given(header)).toBe(401);
  });

  it('2. without the header, or with an invalid or revoked key: 401', async () => {
    const { h, path, status } = await company();
    const { id, key } = await h.ok('POST', '/api_keys', { key_name: 'lost' });
    await h.ok('DELETE', `/api_keys/${id}`);
    const calls = [
      ['GET', '/projects'],
      ['POST', `${path}/endpoints`],
      ['GET', `${path}/endpoints`],
      ['PATCH', `${path}/endpoints/ep-any`],
      ['DELETE', `${path}/endpoints/ep-any`],
      ['POST', `${path}/endpoints/ep-any/restart`],
    ] as const;
    for (const [method, where] of calls)
      for (const wrong of [null, 'no-key-of-anybody', `${h.key}x`, key])
        expect(await status(wrong, method, where)).toBe(401);
  });

  it('3. a key does not expire', async () => {
    const { h, admin, member, path, status, organizationKey, projectKey } = await company();
    const keys = [
      h.key,
      (await organizationKey(admin.key)).body.key,
      (await projectKey(member.key)).body.key,
    ];
    h.pass(100 * YEAR_MS);
    for (const key of keys) expect(await status(key, 'GET', '/projects')).toBe(200);
    expect(await status(keys[2], 'GET', path)).toBe(200);
  });

  it('4. who may revoke: the owner of a personal key; administrators, the keys of the organization', async () => {
    const { h, admin, member, org, status, organizationKey, projectKey } = await company();
    const ofOrganization = (await organizationKey(admin.key)).body;
    const ofProject = (await projectKey(member.key)).body;
    for (const [key, refused] of [
      [admin.key, 404],
      [h.key, 404],
      [ofOrganization.key, 403],
      [ofProject.key, 403],
    ])
      expect(await status(key, 'DELETE', `/api_keys/${member.keyId}`)).toBe(refused);
    expect(await status(member.key, 'DELETE', `${org}/api_keys/${ofProject.id}`)).toBe(403);
    expect(await status(member.key, 'DELETE', `${org}/api_keys/${ofOrganization.id}`)).toBe(403);
    expect(await status(ofOrganization.key, 'DELETE', `${org}/api_keys/${ofProject.id}`)).toBe(200);
    expect(await status(admin.key, 'DELETE', `${org}/api_keys/${ofOrganization.id}`)).toBe(200);
    expect(await status(member.key, 'DELETE', `/api_keys/${member.keyId}`)).toBe(200);
  });

  it('5. a key acts only within its scope', async () => {
    const { h, admin, member, stranger, path, status, organizationKey, projectKey } = await company();
    const keys = [
      stranger.key,
      (await organizationKey(admin.key)).body.key,
      (await projectKey(member.key)).body.key,
    ];
    const outside = await h.project({}, member.key);
    const place = `/projects/${outside.project.id}`;
    const endpoint = `${place}/endpoints/${outside.endpoints[0].id}`;
    for (const key of keys) {
      for (const where of [place, endpoint]) {
        expect(await status(key, 'GET', where)).toBe(404);
        expect([403, 404]).toContain(await status(key, 'DELETE', where));
      }
      expect(await status(key, 'POST', `${endpoint}/restart`)).toBe(404);
    }
    expect(await status(member.key, 'GET', endpoint)).toBe(200);
    expect(await status(stranger.key, 'GET', path)).toBe(404);
  });
});
