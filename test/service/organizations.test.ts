import { describe, expect, it } from 'vitest';
import { Harness, type Person } from './harness.ts';

async function company() {
  const h = await Harness.start();
  const admin = await h.user('Admin');
  const member = await h.user('Member');
  const orgId = await h.organization(admin, [member]);
  const path = `/organizations/${orgId}`;
  const membership = async (person: Person) => {
    const { members } = await h.ok('GET', `${path}/members`, undefined, admin.key);
    const found = members.find((one: { member: { user_id: string } }) => one.member.user_id === person.id);
    return `${path}/members/${found?.member.id}`;
  };
  const status = async (method: string, where: string, key: string, body?: unknown) =>
    (await h.call(method, where, body, key)).status;
  return { h, admin, member, orgId, path, membership, status };
}

describe('an organization', () => {
  it('is visible to its members, with its members', async () => {
    const { h, admin, member, orgId, path } = await company();
    expect(await h.ok('GET', path, undefined, member.key)).toMatchObject({
      id: orgId,
      name: 'Org',
      plan: 'scale',
    });
    const { organizations } = await h.ok('GET', '/users/me/organizations', undefined, member.key);
    expect(organizations.map(({ id }: { id: string }) => id)).toEqual([orgId]);
    const { members } = await h.ok(
      'GET',
      `${path}/members?sort_by=email&sort_order=asc`,
      undefined,
      member.key,
    );
    expect(
      members.map(({ user, member }: Record<string, Record<string, string>>) => [user?.email, member?.role]),
    ).toEqual([
      ['admin@example.com', 'admin'],
      ['member@example.com', 'member'],
    ]);
    expect((await h.ok('GET', '/users/me', undefined, admin.key)).email).toBe('admin@example.com');
  });

  it('keeps at least one administrator', async () => {
    const { admin, member, membership, status } = await company();
    const [ofAdmin, ofMember] = [await membership(admin), await membership(member)];
    expect(await status('PATCH', ofAdmin, admin.key, { role: 'member' })).toBe(422);
    expect(await status('DELETE', ofAdmin, admin.key)).toBe(422);
    expect(await status('PATCH', ofMember, admin.key, { role: 'admin' })).toBe(200);
    expect(await status('PATCH', ofAdmin, admin.key, { role: 'member' })).toBe(200);
    expect(await status('PATCH', ofMember, admin.key, { role: 'member' })).toBe(403);
  });

  it('lets members leave, and only administrators remove others', async () => {
    const { h, admin, member, orgId, membership, status } = await company();
    const third = await h.user('Third');
    await h.control('POST', `/organizations/${orgId}/members`, { user_id: third.id });
    const ofThird = await membership(third);
    expect(await status('DELETE', ofThird, member.key)).toBe(403);
    expect(await status('DELETE', ofThird, third.key)).toBe(200);
    expect(await status('DELETE', ofThird, admin.key)).toBe(404);
    expect(await status('DELETE', await membership(member), admin.key)).toBe(200);
    expect((await h.ok('GET', '/users/me/organizations', undefined, member.key)).organizations).toEqual([]);
  });
});

describe('projects', () => {
  it('move to an organization of their owner, all or none', async () => {
    const { h, member, orgId, status } = await company();
    const mine = await h.project({}, member.key);
    const other = await h.project({}, h.key);
    const give = (...ids: string[]) =>
      status('POST', '/users/me/projects/transfer', member.key, {
        destination_org_id: orgId,
        project_ids: ids,
      });
    expect(await give(mine.project.id, other.project.id)).toBe(404);
    expect(
      (await h.ok('GET', `/projects/${mine.project.id}`, undefined, member.key)).project,
    ).not.toHaveProperty('org_id');
    expect(await give(mine.project.id)).toBe(200);
    expect((await h.ok('GET', `/projects/${mine.project.id}`, undefined, member.key)).project.org_id).toBe(
      orgId,
    );
    expect(await give(mine.project.id)).toBe(404);
  });

  it('cannot move to an organization that their owner is not a member of', async () => {
    const { h, member, status } = await company();
    const elsewhere = await h.organization(await h.user('Other'));
    const mine = await h.project({}, member.key);
    const wish = { destination_org_id: elsewhere, project_ids: [mine.project.id] };
    expect(await status('POST', '/users/me/projects/transfer', member.key, wish)).toBe(404);
  });

  it('can be moved out of an organization by its administrators with personal keys', async () => {
    const { h, admin, member, orgId, path, status } = await company();
    const other = await h.organization(admin, [member]);
    const { project } = await h.project({ org_id: orgId }, member.key);
    const { key } = await h.ok('POST', `${path}/api_keys`, { key_name: 'all' }, admin.key);
    const wish = { destination_org_id: other, project_ids: [project.id] };
    const move = (by: string) => status('POST', `${path}/projects/transfer`, by, wish);
    expect(await move(member.key)).toBe(403);
    expect(await move(key)).toBe(403);
    expect(await move(admin.key)).toBe(200);
    expect(await status('GET', `/projects/${project.id}`, key)).toBe(404);
    expect(await move(admin.key)).toBe(404);
    const back = { destination_org_id: other, project_ids: [project.id] };
    expect(await status('POST', `/organizations/${other}/projects/transfer`, admin.key, back)).toBe(422);
  });
});
