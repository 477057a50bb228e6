import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const text = expect.any(String);
const number = expect.any(Number);
const boolean = expect.any(Boolean);
const integer = { asymmetricMatch: Number.isSafeInteger };
const timestamp = expect.stringMatching(TIMESTAMP);

/** The fields of each resource and their types. */
const PROJECT = {
  cpu_used_sec: integer,
  id: text,
  platform_id: text,
  region_id: text,
  name: text,
  provisioner: text,
  pg_version: integer,
  locked: boolean,
  created_at: timestamp,
  updated_at: timestamp,
  proxy_host: text,
  branch_logical_size_limit: integer,
};
const COMPUTE = {
  id: expect.stringMatching(/^ep-/),
  host: text,
  project_id: text,
  branch_id: text,
  type: 'read_write',
  region_id: text,
  autoscaling_limit_min_cu: number,
  autoscaling_limit_max_cu: number,
  current_state: expect.stringMatching(/^(init|active|idle)$/),
  settings: { pg_settings: expect.any(Object) },
  pooler_enabled: boolean,
  pooler_mode: 'transaction',
  disabled: boolean,
  passwordless_access: boolean,
  created_at: timestamp,
  updated_at: timestamp,
  proxy_host: text,
};
const OPERATION = {
  id: expect.stringMatching(UUID),
  project_id: text,
  branch_id: text,
  endpoint_id: text,
  action: expect.stringMatching(/^(start_compute|apply_config|suspend_compute)$/),
  status: expect.stringMatching(/^(running|scheduling)$/),
  failures_count: integer,
  created_at: timestamp,
  updated_at: timestamp,
};

async function created() {
  const h = await Harness.start();
  const { project, branch } = await h.project({});
  const path = `/projects/${project.id}`;
  const { id } = (await h.ok('POST', `${path}/branches`, {})).branch;
  const made = await h.ok('POST', `${path}/endpoints`, { endpoint: { branch_id: id, type: 'read_write' } });
  return { h, path, made, defaultBranch: branch.id as string };
}

describe('the fields of the resources', () => {
  it.each(Object.keys(PROJECT))('project | %s', async (field) => {
    const { h } = await created();
    const { projects } = await h.ok('GET', '/projects');
    expect(projects[0][field]).toEqual(PROJECT[field as keyof typeof PROJECT]);
  });

  it.each(Object.keys(COMPUTE))('compute | %s', async (field) => {
    const { made } = await created();
    expect(made.endpoint[field]).toEqual(COMPUTE[field as keyof typeof COMPUTE]);
  });

  it('compute | pending_state is present while a change is under way', async () => {
    const { h, path, made } = await created();
    expect(made.endpoint.pending_state).toBe('active');
    h.pass(1000);
    const { endpoint } = await h.ok('GET', `${path}/endpoints/${made.endpoint.id}`);
    expect('pending_state' in endpoint).toBe(false);
  });

  it('compute | last_active is missing at first, and a time once the compute was used', async () => {
    const { h, path, made } = await created();
    expect('last_active' in made.endpoint).toBe(false);
    h.pass(1000);
    await h.control('POST', `/computes/${made.endpoint.id}/connections`);
    const { endpoint } = await h.ok('GET', `${path}/endpoints/${made.endpoint.id}`);
    expect(endpoint.last_active).toEqual(timestamp);
  });

  it('project | every project has a default branch with a primary', async () => {
    const { h, path, defaultBranch } = await created();
    const { endpoints } = await h.ok('GET', `${path}/endpoints`);
    const there = endpoints.filter(({ branch_id }: { branch_id: string }) => branch_id === defaultBranch);
    expect(there.map(({ type }: { type: string }) => type)).toEqual(['read_write']);
  });

  it.each(Object.keys(OPERATION))('operation | %s', async (field) => {
    const { h, path, made } = await created();
    h.pass(3_600_000);
    const { id } = (await h.ok('POST', `${path}/branches`, {})).branch;
    const moved = await h.ok('PATCH', `${path}/endpoints/${made.endpoint.id}`, {
      endpoint: { branch_id: id },
    });
    for (const operation of [...made.operations, ...moved.operations])
      expect(operation[field]).toEqual(OPERATION[field as keyof typeof OPERATION]);
  });
});
