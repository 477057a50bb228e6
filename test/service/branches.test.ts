import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

async function project() {
  const h = await Harness.start();
  const made = await h.project();
  const path = `/projects/${made.project.id}/branches`;
  const branch = async (wish: Record<string, unknown> = {}) =>
    (await h.ok('POST', path, { branch: wish })).branch as { id: string; name: string; parent_id: string };
  return { h, ...made, path, of: branch };
}

describe('a new branch', () => {
  it('is a copy of the default branch, or of the named one', async () => {
    const { h, path, of, branch } = await project();
    await h.ok('POST', `${path}/${branch.id}/databases`, {
      database: { name: 'other', owner_name: 'neondb_owner' },
    });
    const child = await of({ name: 'dev' });
    expect(child).toMatchObject({ name: 'dev', parent_id: branch.id, default: false });
    const { databases } = await h.ok('GET', `${path}/${child.id}/databases`);
    expect(databases.map(({ name }: { name: string }) => name)).toEqual(['neondb', 'other']);
    const grandchild = await of({ parent_id: child.id });
    expect(grandchild).toMatchObject({ name: grandchild.id, parent_id: child.id });
    expect((await h.call('POST', path, { branch: { parent_id: 'br-nothing-00000000' } })).status).toBe(404);
    expect((await h.ok('GET', `${path}/count`)).count).toBe(3);
  });

  it('has no compute, or the requested ones', async () => {
    const { h, path } = await project();
    expect((await h.ok('POST', path, {})).endpoints).toEqual([]);
    expect((await h.ok('POST', path)).endpoints).toEqual([]);
    const made = await h.ok('POST', path, {
      endpoints: [{ type: 'read_write', autoscaling_limit_max_cu: 2 }, { type: 'read_only' }],
    });
    expect(made.endpoints).toMatchObject([
      { type: 'read_write', autoscaling_limit_max_cu: 2 },
      { type: 'read_only' },
    ]);
    expect(made.operations.map(({ action }: { action: string }) => action)).toEqual([
      'create_branch',
      'start_compute',
      'start_compute',
    ]);
    expect(made.connection_uris).toHaveLength(1);
    const two = await h.call('POST', path, { endpoints: [{ type: 'read_write' }, { type: 'read_write' }] });
    expect([two.status, two.body.code]).toEqual([422, 'ENDPOINTS_LIMIT_EXCEEDED']);
  });

  it('has a unique name', async () => {
    const { h, path, of } = await project();
    const { id } = await of({ name: 'dev' });
    const again = await h.call('POST', path, { branch: { name: 'dev' } });
    expect([again.status, again.body.code]).toEqual([409, 'BRANCH_ALREADY_EXISTS']);
    expect((await h.call('PATCH', `${path}/${id}`, { branch: { name: 'main' } })).status).toBe(409);
    expect((await h.call('PATCH', `${path}/${id}`, { branch: { name: 'dev' } })).status).toBe(200);
  });
});

describe('deleting a branch', () => {
  it('deletes its computes too, and happens once', async () => {
    const { h, path, project: made } = await project();
    const { branch, endpoints } = await h.ok('POST', path, { endpoints: [{ type: 'read_write' }] });
    h.pass(1000);
    expect((await h.ok('DELETE', `${path}/${branch.id}`)).branch.id).toBe(branch.id);
    expect((await h.call('DELETE', `${path}/${branch.id}`)).status).toBe(204);
    expect((await h.call('GET', `${path}/${branch.id}`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${made.id}/endpoints/${endpoints[0].id}`)).status).toBe(404);
    expect((await h.call('DELETE', `${path}/br-nothing-00000000`)).status).toBe(404);
  });

  it('is refused for the default branch, for one with children, and while a compute changes', async () => {
    const { h, path, branch, of } = await project();
    expect((await h.call('DELETE', `${path}/${branch.id}`)).status).toBe(422);
    const parent = await of();
    const child = await of({ parent_id: parent.id });
    expect((await h.call('DELETE', `${path}/${parent.id}`)).status).toBe(422);
    await h.ok('DELETE', `${path}/${child.id}`);
    expect((await h.call('DELETE', `${path}/${parent.id}`)).status).toBe(200);
    const busy = await h.ok('POST', path, { endpoints: [{ type: 'read_only' }] });
    expect((await h.call('DELETE', `${path}/${busy.branch.id}`)).status).toBe(423);
    h.pass(1000);
    expect((await h.call('DELETE', `${path}/${busy.branch.id}`)).status).toBe(200);
  });
});

describe('the default branch', () => {
  it('is always one branch, and can be changed', async () => {
    const { h, path, branch, of } = await project();
    const next = await of({ expires_at: new Date(h.now + 60_000).toISOString() });
    await h.ok('POST', `${path}/${next.id}/set_as_default`);
    const { branches } = await h.ok('GET', path);
    const defaults = branches.filter((one: { default: boolean }) => one.default);
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([next.id]);
    expect((await h.call('DELETE', `${path}/${next.id}`)).status).toBe(422);
    h.pass(120_000);
    expect((await h.call('GET', `${path}/${next.id}`)).status).toBe(200);
    const expires = { branch: { expires_at: new Date(h.now + 60_000).toISOString() } };
    expect((await h.call('PATCH', `${path}/${next.id}`, expires)).status).toBe(422);
    expect((await h.call('PATCH', `${path}/${branch.id}`, expires)).status).toBe(200);
  });
});

describe('a branch that expires', () => {
  it('is deleted at its expiry, unless the expiry was removed', async () => {
    const { h, path, of } = await project();
    const at = (ms: number) => new Date(h.now + ms).toISOString();
    const goes = await of({ expires_at: at(60_000) });
    const stays = await of({ expires_at: at(60_000) });
    await h.ok('PATCH', `${path}/${stays.id}`, { branch: { expires_at: null } });
    h.pass(59_999);
    expect((await h.call('GET', `${path}/${goes.id}`)).status).toBe(200);
    h.pass(1);
    expect((await h.call('GET', `${path}/${goes.id}`)).status).toBe(404);
    expect((await h.call('GET', `${path}/${stays.id}`)).status).toBe(200);
    expect((await h.call('POST', path, { branch: { expires_at: at(0) } })).status).toBe(422);
  });

  it('waits until its children are deleted', async () => {
    const { h, path, of } = await project();
    const parent = await of({ expires_at: new Date(h.now + 1000).toISOString() });
    const child = await of({ parent_id: parent.id });
    h.pass(100_000);
    expect((await h.call('GET', `${path}/${parent.id}`)).status).toBe(200);
    await h.ok('DELETE', `${path}/${child.id}`);
    h.pass(60_000);
    expect((await h.call('GET', `${path}/${parent.id}`)).status).toBe(404);
  });
});

it('lists can be searched and sorted', async () => {
  const { h, path, of } = await project();
  for (const name of ['b', 'c', 'a']) {
    h.pass(1000);
    await of({ name });
  }
  const names = async (query: string) =>
    (await h.ok('GET', `${path}?${query}`)).branches.map(({ name }: { name: string }) => name);
  expect(await names('sort_by=name&sort_order=asc')).toEqual(['a', 'b', 'c', 'main']);
  expect(await names('sort_by=created_at&sort_order=desc')).toEqual(['a', 'c', 'b', 'main']);
  expect(await names('search=MAI')).toEqual(['main']);
});
