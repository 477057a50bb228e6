import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

async function branch(wish: Record<string, unknown> = {}) {
  const h = await Harness.start();
  const made = await h.project(wish);
  h.pass(1000);
  return { h, ...made, path: `/projects/${made.project.id}/branches/${made.branch.id}` };
}

describe('a database', () => {
  it('can be created, renamed, given to another owner and deleted', async () => {
    const { h, path } = await branch();
    const create = (name: string, owner_name = 'neondb_owner') =>
      h.call('POST', `${path}/databases`, { database: { name, owner_name } });
    const made = await create('shop');
    expect([made.status, made.body.database]).toMatchObject([
      201,
      { name: 'shop', owner_name: 'neondb_owner' },
    ]);
    expect((await create('shop')).status).toBe(409);
    expect((await create('x', 'nobody')).status).toBe(404);
    await h.ok('POST', `${path}/roles`, { role: { name: 'clerk' } });
    const changed = await h.ok('PATCH', `${path}/databases/shop`, {
      database: { name: 'store', owner_name: 'clerk' },
    });
    expect(changed.database).toMatchObject({ id: made.body.database.id, name: 'store', owner_name: 'clerk' });
    expect((await h.call('GET', `${path}/databases/shop`)).status).toBe(404);
    expect((await h.call('PATCH', `${path}/databases/store`, { database: { name: 'neondb' } })).status).toBe(
      409,
    );
    expect((await h.call('DELETE', `${path}/databases/store`)).status).toBe(200);
    expect((await h.call('DELETE', `${path}/databases/store`)).status).toBe(204);
    expect((await h.call('DELETE', `${path}/databases/never`)).status).toBe(404);
    expect((await create('store')).status).toBe(201);
    expect((await h.call('DELETE', `${path}/databases/store`)).status).toBe(200);
  });

  it('may have any name that Postgres accepts, also in URLs', async () => {
    const { h, path } = await branch();
    for (const name of [
      'a b',
      'ü/ö',
      '..',
      '%',
      "it's",
      '"q"',
      '__proto__',
      'x'.repeat(63),
      'new\u00a0line',
    ]) {
      const made = await h.call('POST', `${path}/databases`, {
        database: { name, owner_name: 'neondb_owner' },
      });
      expect([name, made.status]).toEqual([name, 201]);
      // A path of dots is another path.
      if (name === '..') continue;
      const { database } = await h.ok('GET', `${path}/databases/${encodeURIComponent(name)}`);
      expect(database.name).toBe(name);
    }
    for (const name of ['', 'x'.repeat(64), 'a\0b', 'tab\t', '\ud800'])
      expect(
        (await h.call('POST', `${path}/databases`, { database: { name, owner_name: 'neondb_owner' } }))
          .status,
      ).toBe(422);
  });
});

describe('a role', () => {
  it('has a password, which is shown at its creation, revealed, and reset', async () => {
    const { h, path } = await branch();
    const { role } = await h.ok('POST', `${path}/roles`, { role: { name: 'clerk' } });
    expect(role.password).toMatch(/^tdp_/);
    expect((await h.call('POST', `${path}/roles`, { role: { name: 'clerk' } })).status).toBe(409);
    expect((await h.ok('GET', `${path}/roles/clerk`)).role).not.toHaveProperty('password');
    const { roles } = await h.ok('GET', `${path}/roles`);
    expect(roles.map(({ name, password }: Record<string, string>) => [name, password])).toEqual([
      ['neondb_owner', undefined],
      ['clerk', undefined],
    ]);
    const reveal = async () => (await h.ok('GET', `${path}/roles/clerk/reveal_password`)).password;
    expect(await reveal()).toBe(role.password);
    const reset = await h.ok('POST', `${path}/roles/clerk/reset_password`);
    expect(reset.role.password).not.toBe(role.password);
    expect(await reveal()).toBe(reset.role.password);
  });

  it('has no password to reveal if its project stores none', async () => {
    const { h, path } = await branch({ store_passwords: false });
    expect((await h.call('GET', `${path}/roles/neondb_owner/reveal_password`)).status).toBe(412);
  });

  it('can be deleted if it owns nothing', async () => {
    const { h, path } = await branch();
    expect((await h.call('DELETE', `${path}/roles/neondb_owner`)).status).toBe(422);
    await h.ok('DELETE', `${path}/databases/neondb`);
    expect((await h.call('DELETE', `${path}/roles/neondb_owner`)).status).toBe(200);
    expect((await h.call('DELETE', `${path}/roles/neondb_owner`)).status).toBe(204);
    expect((await h.call('DELETE', `${path}/roles/never`)).status).toBe(404);
  });

  it('of one branch is separate from that of another', async () => {
    const { h, path, project } = await branch();
    const child = await h.ok('POST', `/projects/${project.id}/branches`, {});
    const other = `/projects/${project.id}/branches/${child.branch.id}`;
    await h.ok('POST', `${other}/roles/neondb_owner/reset_password`);
    const reveal = async (of: string) =>
      (await h.ok('GET', `${of}/roles/neondb_owner/reveal_password`)).password;
    expect(await reveal(path)).not.toBe(await reveal(other));
    await h.ok('DELETE', `${other}/databases/neondb`);
    expect((await h.call('GET', `${path}/databases/neondb`)).status).toBe(200);
  });
});
