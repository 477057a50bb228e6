import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

describe('a new project', () => {
  it('has a default branch with a primary compute, a role, a database and a connection string', async () => {
    const h = await Harness.start();
    const { status, body } = await h.call('POST', '/projects', { project: { name: 'shop' } });
    expect(status).toBe(201);
    expect(body.project).toMatchObject({
      name: 'shop',
      pg_version: 17,
      region_id: 'aws-us-east-2',
      platform_id: 'aws',
      locked: false,
      cpu_used_sec: 0,
    });
    expect(body.branch).toMatchObject({ name: 'main', default: true, primary: true });
    expect(body.endpoints).toMatchObject([
      { branch_id: body.branch.id, type: 'read_write', current_state: 'init', pending_state: 'active' },
    ]);
    expect(
      body.operations.map(({ action, status }: Record<string, string>) => `${action} ${status}`),
    ).toEqual(['create_timeline finished', 'start_compute running']);
    expect(body.roles).toMatchObject([{ name: 'neondb_owner', password: expect.stringMatching(/^tdp_/) }]);
    expect(body.databases).toMatchObject([{ name: 'neondb', owner_name: 'neondb_owner' }]);
    expect(body.connection_uris[0].connection_uri).toBe(
      `postgresql://neondb_owner:${body.roles[0].password}@${body.endpoints[0].id}.localhost/neondb`,
    );
  });

  it('has the requested settings', async () => {
    const h = await Harness.start();
    const made = await h.project({
      region_id: 'aws-eu-central-1',
      pg_version: 16,
      history_retention_seconds: 3600,
      branch: { name: 'trunk', role_name: 'boss', database_name: 'shop', annotations: { team: 'a' } },
      default_endpoint_settings: { suspend_timeout_seconds: 120, autoscaling_limit_max_cu: 4 },
      autoscaling_limit_min_cu: 2,
    });
    expect(made.project).toMatchObject({
      region_id: 'aws-eu-central-1',
      pg_version: 16,
      history_retention_seconds: 3600,
    });
    expect(made.branch.name).toBe('trunk');
    expect(made.roles[0].name).toBe('boss');
    expect(made.databases[0]).toMatchObject({ name: 'shop', owner_name: 'boss' });
    expect(made.endpoints[0]).toMatchObject({
      autoscaling_limit_min_cu: 2,
      autoscaling_limit_max_cu: 4,
      suspend_timeout_seconds: 120,
    });
  });

  it.each([
    [{ region_id: 'moon' }],
    [{ pg_version: 13 }],
    [{ name: '' }],
    [{ branch: { role_name: '' } }],
    [{ branch: { role_name: 'x'.repeat(64) } }],
    [{ branch: { database_name: 'ü'.repeat(32) } }],
    [{ branch: { database_name: 'a\tb' } }],
    [{ autoscaling_limit_min_cu: 3, autoscaling_limit_max_cu: 2 }],
    [{ default_endpoint_settings: { suspend_timeout_seconds: 1 } }],
    [{ unknown: true }],
  ])('is not made, not even in part, if a setting is invalid: %j', async (project) => {
    const h = await Harness.start();
    const before = JSON.stringify(h.service.world.tables.contents().operations);
    expect((await h.call('POST', '/projects', { project })).status).toBe(422);
    const { projects, branches, endpoints, operations, roles } = h.service.world.tables.contents();
    expect([projects, branches, endpoints, roles]).toEqual([[], [], [], []]);
    expect(JSON.stringify(operations)).toBe(before);
  });

  it('on the free plan is small', async () => {
    const h = await Harness.start({ plan: 'free' });
    const { endpoints } = await h.project();
    expect(endpoints[0].autoscaling_limit_max_cu).toBe(0.25);
    expect((await h.call('POST', '/projects', { project: { autoscaling_limit_max_cu: 8 } })).status).toBe(
      422,
    );
  });
});

describe('a project', () => {
  it('can be renamed, and get defaults for new computes', async () => {
    const h = await Harness.start();
    const { project, endpoints } = await h.project();
    const path = `/projects/${project.id}`;
    const defaults = { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
    h.pass(1000);
    const changed = await h.ok('PATCH', path, {
      project: { name: 'new', default_endpoint_settings: defaults },
    });
    expect(changed.project).toMatchObject({ name: 'new', default_endpoint_settings: defaults });
    expect(changed.project.updated_at > project.updated_at).toBe(true);
    const { endpoints: made } = await h.ok('POST', `${path}/branches`, {
      endpoints: [{ type: 'read_write' }],
    });
    expect(made[0]).toMatchObject(defaults);
    const old = await h.ok('GET', `${path}/endpoints/${endpoints[0].id}`);
    expect(old.endpoint.autoscaling_limit_max_cu).toBe(1);
    const wrong = { default_endpoint_settings: { autoscaling_limit_min_cu: 50 } };
    expect((await h.call('PATCH', path, { project: wrong })).status).toBe(422);
  });

  it('is deleted with everything in it', async () => {
    const h = await Harness.start();
    const { project, branch, endpoints } = await h.project();
    const path = `/projects/${project.id}`;
    await h.ok('DELETE', path);
    for (const rest of [
      '',
      '/endpoints',
      `/endpoints/${endpoints[0].id}`,
      '/branches',
      `/branches/${branch.id}`,
    ])
      expect((await h.call('GET', path + rest)).status).toBe(404);
    expect((await h.call('DELETE', path)).status).toBe(404);
    const left = h.service.world.tables.contents();
    expect([
      left.branches,
      left.endpoints,
      left.operations,
      left.roles,
      left.databases,
      left.consumption,
    ]).toEqual([[], [], [], [], [], []]);
    h.pass(86_400_000);
    expect((await h.ok('GET', '/projects')).projects).toEqual([]);
  });

  it('can be found by its name or id', async () => {
    const h = await Harness.start();
    const { project } = await h.project({ name: 'Blue Shop' });
    await h.project({ name: 'other' });
    const found = async (search: string) =>
      (await h.ok('GET', `/projects?search=${encodeURIComponent(search)}`)).projects.map(
        ({ name }: { name: string }) => name,
      );
    expect(await found('blue s')).toEqual(['Blue Shop']);
    expect(await found(project.id)).toEqual(['Blue Shop']);
    expect(await found('red')).toEqual([]);
  });

  it('has the connection string of a role for a database, on one of its computes', async () => {
    const h = await Harness.start();
    const { project, branch, endpoints } = await h.project();
    const ask = (query: string) => h.call('GET', `/projects/${project.id}/connection_uri?${query}`);
    const base = 'database_name=neondb&role_name=neondb_owner';
    const { body } = await ask(`${base}&pooled=true&branch_id=${branch.id}`);
    expect(body.uri).toContain(`@${endpoints[0].id}-pooler.localhost/neondb`);
    expect((await ask(`${base}&endpoint_id=${endpoints[0].id}`)).status).toBe(200);
    expect((await ask('database_name=nothing&role_name=neondb_owner')).status).toBe(404);
    expect((await ask('database_name=neondb&role_name=nobody')).status).toBe(404);
    expect((await ask('database_name=neondb')).status).toBe(422);
  });

  it.each([
    ['localhost', 'localhost:6543'],
    ['::1', '[::1]:6543'],
  ])('names the compute as an option if a gateway at %s serves all computes', async (host, place) => {
    const h = await Harness.start({ gateway: { host, port: 6543, pgVersion: 18 } });
    const { project, roles, endpoints, connection_uris } = await h.project();
    const base = `postgresql://neondb_owner:${roles[0].password}@${place}/neondb?options=endpoint%3D${endpoints[0].id}`;
    expect(connection_uris[0]).toMatchObject({
      connection_uri: base,
      connection_parameters: {
        host: `${endpoints[0].id}.localhost`,
        pooler_host: `${endpoints[0].id}-pooler.localhost`,
      },
    });
    const query = 'database_name=neondb&role_name=neondb_owner&pooled=true';
    expect((await h.ok('GET', `/projects/${project.id}/connection_uri?${query}`)).uri).toBe(`${base}-pooler`);
  });
});
