import { describe, expect, it } from 'vitest';
import { type Answer, Harness } from './harness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A project with its primary compute awake, and what is asked of it again and again. */
async function awake(
  wish: Record<string, unknown> = {},
  options: NonNullable<Parameters<typeof Harness.start>[0]> = {},
) {
  const h = await Harness.start(options);
  const { project, branch, endpoints } = await h.project(wish);
  const all = `/projects/${project.id}/endpoints`;
  const id: string = endpoints[0].id;
  const one = `${all}/${id}`;
  return {
    h,
    project,
    branch,
    id,
    all,
    one,
    get: async () => (await h.ok('GET', one)).endpoint,
    states: async () => stateOf((await h.ok('GET', one)).endpoint),
    patch: (fields: Record<string, unknown>) => h.call('PATCH', one, { endpoint: fields }),
    command: (name: string) => h.call('POST', `${one}/${name}`),
    branchOf: async (body: unknown = {}) =>
      (await h.ok('POST', `/projects/${project.id}/branches`, body)).branch.id as string,
    inside: () => h.control('GET', `/computes/${id}`),
    connect: (wishes: Record<string, unknown> = {}) =>
      h.control('POST', `/computes/${id}/connections`, wishes),
    load: (wishes: Record<string, unknown>) => h.control('PUT', `/computes/${id}/load`, wishes),
    operations: async () => {
      const { operations } = await h.ok('GET', `/projects/${project.id}/operations`);
      return actionsOf({ operations });
    },
  };
}

function stateOf(endpoint: { current_state: string; pending_state?: string }): string {
  return `${endpoint.current_state}/${endpoint.pending_state ?? '-'}`;
}

function actionsOf({ operations }: { operations: readonly { action: string; status: string }[] }): string[] {
  return operations.map(({ action, status }) => `${action} ${status}`);
}

function refusal({ status, body }: Answer): string {
  return `${status} ${body?.code}`;
}

describe('creating a compute', () => {
  it('shows init with pending active, a running start, and no last activity', async () => {
    const { h, all, branchOf } = await awake();
    const branchId = await branchOf();
    const { status, body } = await h.call('POST', all, {
      endpoint: { branch_id: branchId, type: 'read_write' },
    });
    expect(status).toBe(201);
    expect(body.endpoint).toMatchObject({
      branch_id: branchId,
      type: 'read_write',
      current_state: 'init',
      pending_state: 'active',
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 1,
      pooler_enabled: false,
      pooler_mode: 'transaction',
      disabled: false,
    });
    expect(body.endpoint.id).toMatch(/^ep-/);
    expect(body.endpoint).not.toHaveProperty('last_active');
    expect(actionsOf(body)).toEqual(['start_compute running']);
    expect(body.operations[0]).toMatchObject({ endpoint_id: body.endpoint.id, branch_id: branchId });
    h.pass(299);
    expect(stateOf((await h.ok('GET', `${all}/${body.endpoint.id}`)).endpoint)).toBe('init/active');
    h.pass(1);
    const { endpoint } = await h.ok('GET', `${all}/${body.endpoint.id}`);
    expect(stateOf(endpoint)).toBe('active/-');
    expect(endpoint.last_active).toBe(endpoint.started_at);
  });

  it('is refused for a second read_write compute on a branch, but not for read replicas', async () => {
    const { h, all, branch } = await awake();
    const create = (type: string) => h.call('POST', all, { endpoint: { branch_id: branch.id, type } });
    const second = await create('read_write');
    expect(refusal(second)).toBe('422 ENDPOINTS_LIMIT_EXCEEDED');
    expect(second.body.message).toBe('read_write endpoint already exists');
    for (let n = 0; n < 12; n++) expect((await create('read_only')).status).toBe(201);
    const { endpoints } = await h.ok('GET', all);
    expect(endpoints).toHaveLength(13);
    expect(refusal(await create('read_write'))).toBe('422 ENDPOINTS_LIMIT_EXCEEDED');
  });

  it('needs a branch of its project', async () => {
    const { h, all } = await awake();
    const other = await h.project();
    const create = (branchId: string) =>
      h.call('POST', all, { endpoint: { branch_id: branchId, type: 'read_only' } });
    expect((await create('br-nowhere-00000000')).status).toBe(404);
    expect((await create(other.branch.id)).status).toBe(404);
    expect((await h.call('POST', all, { endpoint: { type: 'read_only' } })).status).toBe(422);
  });

  it('accepts sizes, a range, a timeout, the pooler, a name and settings, and can begin disabled', async () => {
    const { h, all, branchOf } = await awake();
    const wish = {
      branch_id: await branchOf(),
      type: 'read_write',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 8,
      suspend_timeout_seconds: 60,
      pooler_enabled: true,
      name: 'reports',
      settings: { pg_settings: { work_mem: '8MB' } },
      disabled: true,
    };
    const { endpoint } = await h.ok('POST', all, { endpoint: wish });
    expect(endpoint).toMatchObject(wish);
    h.pass(1000);
    expect(stateOf((await h.ok('GET', `${all}/${endpoint.id}`)).endpoint)).toBe('idle/-');
    expect(refusal(await h.call('POST', `${all}/${endpoint.id}/start`))).toBe('422 ENDPOINT_DISABLED');
  });
});

describe('settings of PostgreSQL', () => {
  it.each([
    [{ shared_buffers: '1GB', work_mem: '8MB', no_such: '1' }, 'shared_buffers, no_such'],
    [{ log_statement: 'all' }, 'log_statement'],
    [{ transaction_read_only: 'on' }, 'transaction_read_only'],
    [{ 'work_mem=1 -c role': 'x' }, 'work_mem=1 -c role'],
    [{ 'app. tenant': 'x' }, 'app. tenant'],
    [{ '': 'x' }, ''],
  ])('are refused if no session may set them: %j', async (pgSettings, names) => {
    const { h, all, branchOf, get } = await awake();
    const { id } = await get();
    const before = await get();
    const settings = { pg_settings: pgSettings };
    const defaults = { default_endpoint_settings: settings };
    const made = { branch_id: await branchOf(), type: 'read_only', settings };
    const answers = [
      await h.call('PATCH', `${all}/${id}`, { endpoint: { settings } }),
      await h.call('POST', all, { endpoint: made }),
      await h.call('POST', '/projects', { project: defaults }),
      await h.call('PATCH', `/projects/${before.project_id}`, { project: defaults }),
      await h.call('POST', `/projects/${before.project_id}/branches`, {
        endpoints: [{ type: 'read_write', settings }],
      }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body.message).toContain(`cannot set ${names};`);
    }
    expect(await get()).toEqual(before);
  });

  it.each([
    ['work_mem', 'abc', 'a size in B, kB, MB, GB or TB, from 64kB to 2147483647kB'],
    ['statement_timeout', '5MB', 'a time in us, ms, s, min, h or d, from 0ms to 2147483647ms'],
    ['ENABLE_SEQSCAN', 'maybe', 'on or off'],
    ['geqo_threshold', 'many', 'an integer from 2 to 2147483647'],
    ['random_page_cost', '1,1', 'a number from 0 on'],
    ['work_mem', '1kB', 'a size in B, kB, MB, GB or TB, from 64kB to 2147483647kB'],
    ['geqo_effort', '11', 'an integer from 1 to 10'],
    ['bytea_output', 'octal', 'one of escape, hex'],
  ])('are refused with a value that PostgreSQL refuses: %s %s', async (name, value, words) => {
    const { h, all, get } = await awake();
    const settings = { pg_settings: { [name]: value } };
    const { status, body } = await h.call('PATCH', `${all}/${(await get()).id}`, { endpoint: { settings } });
    expect([status, body.message]).toEqual([422, `pg_settings: ${name} is "${value}"; write ${words}`]);
  });

  it('are kept as they were named if a session may set them', async () => {
    const { h, all, get } = await awake();
    const settings = { pg_settings: { WORK_MEM: '8MB', 'app.tenant': '7', statement_timeout: '0' } };
    const { endpoint } = await h.ok('PATCH', `${all}/${(await get()).id}`, { endpoint: { settings } });
    expect(endpoint.settings).toEqual(settings);
  });
});

describe('scale to zero', () => {
  it('suspends a compute after five minutes of inactivity, and the next connection wakes it', async () => {
    const { h, states, connect, get, inside } = await awake();
    const { started_at } = await get();
    const idleAt = Date.parse(started_at) + 5 * MINUTE;
    h.pass(idleAt - 1 - h.now);
    expect(await states()).toBe('active/-');
    h.pass(1);
    expect(await states()).toBe('active/idle');
    h.pass(200);
    expect(await states()).toBe('idle/-');
    h.pass(HOUR);
    const { connections } = await connect();
    expect(connections).toEqual([{ id: connections[0].id, state: 'waiting' }]);
    expect(await states()).toBe('idle/active');
    h.pass(300);
    expect(await states()).toBe('active/-');
    expect((await inside()).sessions).toHaveLength(1);
  });

  it('counts anew from each connection, and waits while a query runs', async () => {
    const { h, states, connect } = await awake();
    for (let n = 0; n < 6; n++) {
      h.pass(4 * MINUTE);
      await connect();
      expect(await states()).toBe('active/-');
    }
    await connect({ busy_ms: 3 * HOUR });
    h.pass(3 * HOUR + 4 * MINUTE);
    expect(await states()).toBe('active/-');
    h.pass(2 * MINUTE);
    expect(await states()).toBe('idle/-');
  });

  it('ignores open idle connections', async () => {
    const { h, states, connect } = await awake();
    await connect({ count: 20 });
    h.pass(6 * MINUTE);
    expect(await states()).toBe('idle/-');
  });

  it('keeps the compute active if it is off, and a release then needs a manual restart', async () => {
    const { h, states, patch, command, get } = await awake();
    expect((await patch({ suspend_timeout_seconds: -1 })).status).toBe(200);
    for (let week = 0; week < 3; week++) {
      h.pass(7 * 24 * HOUR);
      await h.control('POST', '/releases');
    }
    expect(await states()).toBe('active/-');
    expect((await get()).compute_release_version).toBe('0');
    await command('restart');
    h.pass(1000);
    expect((await get()).compute_release_version).toBe('3');
  });

  it('picks up a release with each wake', async () => {
    const { h, get, connect } = await awake();
    await h.control('POST', '/releases');
    h.pass(10 * MINUTE);
    expect((await get()).compute_release_version).toBe('0');
    await connect();
    h.pass(300);
    expect((await get()).compute_release_version).toBe('1');
  });

  it('follows a new timeout at once, counted from the last activity', async () => {
    const { h, states, patch } = await awake();
    h.pass(3 * MINUTE);
    await patch({ suspend_timeout_seconds: 120 });
    h.pass(1000);
    expect(await states()).toBe('idle/-');
  });
});

describe('start', () => {
  it('wakes a sleeping compute', async () => {
    const { h, states, command } = await awake();
    h.pass(10 * MINUTE);
    const { status, body } = await command('start');
    expect([status, ...actionsOf(body)]).toEqual([200, 'start_compute running']);
    expect(stateOf(body.endpoint)).toBe('idle/active');
    h.pass(300);
    expect(await states()).toBe('active/-');
  });

  it('does nothing to an active compute', async () => {
    const { command } = await awake();
    const { status, body } = await command('start');
    expect([status, body.operations]).toEqual([200, []]);
  });
});

describe('suspend', () => {
  it('puts an active compute to sleep and drops its sessions', async () => {
    const { h, states, command, connect, inside } = await awake();
    await connect({ count: 3, busy_ms: HOUR });
    const { status, body } = await command('suspend');
    expect([status, ...actionsOf(body)]).toEqual([200, 'suspend_compute running']);
    expect(stateOf(body.endpoint)).toBe('active/idle');
    expect((await inside()).sessions).toEqual([]);
    h.pass(200);
    expect(await states()).toBe('idle/-');
  });

  it('does nothing to an idle compute', async () => {
    const { h, command } = await awake();
    h.pass(10 * MINUTE);
    const { status, body } = await command('suspend');
    expect([status, body.operations]).toEqual([200, []]);
  });
});

describe('restart', () => {
  it('is a suspend and a start, and drops connections', async () => {
    const { h, states, command, connect, inside, operations } = await awake();
    await connect({ count: 2 });
    const { status, body } = await command('restart');
    expect([status, ...actionsOf(body)]).toEqual([
      200,
      'suspend_compute running',
      'start_compute scheduling',
    ]);
    expect(stateOf(body.endpoint)).toBe('active/active');
    expect((await inside()).sessions).toEqual([]);
    h.pass(200);
    expect(await states()).toBe('idle/active');
    expect((await operations()).slice(0, 2)).toEqual(['start_compute running', 'suspend_compute finished']);
    h.pass(300);
    expect(await states()).toBe('active/-');
    expect((await operations())[0]).toBe('start_compute finished');
  });

  it('starts an idle compute', async () => {
    const { h, command, states } = await awake();
    h.pass(10 * MINUTE);
    const { status, body } = await command('restart');
    expect([status, ...actionsOf(body)]).toEqual([200, 'start_compute running']);
    expect(stateOf(body.endpoint)).toBe('idle/active');
    h.pass(300);
    expect(await states()).toBe('active/-');
  });
});

describe('while a change is under way', () => {
  it.each([
    ['start', 'POST'],
    ['suspend', 'POST'],
    ['restart', 'POST'],
    ['', 'DELETE'],
    ['', 'PATCH'],
  ])('another one is refused as locked, and changes nothing: %s %s', async (name, method) => {
    const { h, one, command, get, project, branch } = await awake();
    await command('restart');
    const before = [await get(), await h.ok('GET', `/projects/${project.id}/operations`)];
    const body = method === 'PATCH' ? { endpoint: { autoscaling_limit_max_cu: 2 } } : undefined;
    const answer = await h.call(method, name === '' ? one : `${one}/${name}`, body);
    expect(refusal(answer)).toBe('423 CONFLICTING_OPERATION');
    expect([await get(), await h.ok('GET', `/projects/${project.id}/operations`)]).toEqual(before);
    expect((await h.call('DELETE', `/projects/${project.id}`)).status).toBe(423);
    expect((await h.call('DELETE', `/projects/${project.id}/branches/${branch.id}`)).status).toBe(422);
    h.pass(500);
    expect((await h.call(method, name === '' ? one : `${one}/${name}`, body)).status).toBe(200);
  });

  it('settings that do not affect the compute can be changed', async () => {
    const { command, patch } = await awake();
    await command('restart');
    expect((await patch({ name: 'fresh' })).body).toMatchObject({
      endpoint: { name: 'fresh' },
      operations: [],
    });
  });
});

describe('a new size', () => {
  it.each([
    ['of a fixed compute', {}, { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 }],
    ['a new maximum', {}, { autoscaling_limit_max_cu: 4 }],
    [
      'a new minimum',
      { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4 },
      { autoscaling_limit_min_cu: 2 },
    ],
  ])('restarts and drops connections: %s', async (_, from, to) => {
    const { h, patch, connect, inside, states } = await awake(from);
    await connect({ count: 5 });
    const { body } = await patch(to);
    expect(actionsOf(body)).toEqual([
      'apply_config running',
      'suspend_compute scheduling',
      'start_compute scheduling',
    ]);
    expect(body.endpoint).toMatchObject(to);
    expect(await states()).toBe('active/active');
    h.pass(100);
    expect((await inside()).sessions).toEqual([]);
    h.pass(500);
    expect(await states()).toBe('active/-');
    expect((await inside()).size_cu).toBe(body.endpoint.autoscaling_limit_min_cu);
  });

  it('of an idle compute is applied while it sleeps', async () => {
    const { h, patch, states, operations } = await awake();
    h.pass(10 * MINUTE);
    const { body } = await patch({ autoscaling_limit_max_cu: 4 });
    expect(actionsOf(body)).toEqual(['apply_config running', 'suspend_compute scheduling']);
    expect(stateOf(body.endpoint)).toBe('idle/idle');
    h.pass(300);
    expect(await states()).toBe('idle/-');
    expect((await operations()).slice(0, 2)).toEqual(['suspend_compute finished', 'apply_config finished']);
  });

  it('changes nothing if it is the old one', async () => {
    const { patch, get } = await awake();
    const before = await get();
    const { status, body } = await patch({ autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 });
    expect([status, body.operations, body.endpoint]).toEqual([200, [], before]);
  });

  it.each([
    ['spec', 0.25, 16, 200],
    ['spec', 0.25, 18, 422],
    ['spec', 18, 18, 200],
    ['spec', 56, 56, 200],
    ['spec', 57, 57, 422],
    ['spec', 16, 18, 422],
    ['spec', 17, 17, 422],
    ['spec', 0.75, 0.75, 422],
    ['spec', 4, 2, 422],
    ['spec', 0.1, 1, 422],
    ['2026-08', 1, 9, 200],
    ['2026-08', 1, 10, 422],
    ['2026-08', 8, 16, 200],
  ] as const)('%s: %d to %d CU gets status %i', async (facts, minCu, maxCu, status) => {
    const { patch, get } = await awake({}, { facts });
    const before = await get();
    const timeout = maxCu > 16 && facts === '2026-08' ? { suspend_timeout_seconds: -1 } : {};
    const answer = await patch({
      autoscaling_limit_min_cu: minCu,
      autoscaling_limit_max_cu: maxCu,
      ...timeout,
    });
    expect(answer.status).toBe(status);
    if (status === 422) expect(await get()).toEqual(before);
  });

  it('above 16 CU means that the compute never sleeps, by the facts of 2026-08', async () => {
    const size = { autoscaling_limit_min_cu: 20, autoscaling_limit_max_cu: 20 };
    const { h, patch, states } = await awake({}, { facts: '2026-08' });
    expect((await patch({ ...size, suspend_timeout_seconds: 300 })).status).toBe(422);
    const { body } = await patch({ ...size, suspend_timeout_seconds: -1 });
    expect(body.endpoint.autoscaling_limit_max_cu).toBe(20);
    h.pass(24 * HOUR);
    expect(await states()).toBe('active/-');
  });

  it('is for paid plans only', async () => {
    const { patch, get } = await awake({}, { plan: 'free' });
    const before = await get();
    expect(refusal(await patch({ autoscaling_limit_max_cu: 2 }))).toBe('422 PLAN_LIMIT');
    expect((await patch({ suspend_timeout_seconds: -1 })).status).toBe(422);
    expect(await get()).toEqual(before);
    expect((await patch({ pooler_enabled: true })).status).toBe(200);
  });
});

describe('moving to another branch', () => {
  it('of an active compute applies, suspends and starts, and drops connections', async () => {
    const { h, patch, branchOf, connect, inside, states } = await awake();
    await connect();
    const branchId = await branchOf();
    const { body } = await patch({ branch_id: branchId });
    expect(body.endpoint.branch_id).toBe(branchId);
    expect(actionsOf(body)).toEqual([
      'apply_config running',
      'suspend_compute scheduling',
      'start_compute scheduling',
    ]);
    h.pass(600);
    expect(await states()).toBe('active/-');
    expect((await inside()).sessions).toEqual([]);
  });

  it('of an idle compute applies and suspends, and shows idle on its way to idle', async () => {
    const { h, patch, branchOf, states } = await awake();
    h.pass(10 * MINUTE);
    const branchId = await branchOf();
    const { body } = await patch({ branch_id: branchId });
    expect(actionsOf(body)).toEqual(['apply_config running', 'suspend_compute scheduling']);
    expect(body.endpoint).toMatchObject({
      branch_id: branchId,
      current_state: 'idle',
      pending_state: 'idle',
    });
    h.pass(300);
    expect(await states()).toBe('idle/-');
  });

  it('is refused if the branch has a primary, but not for a read replica', async () => {
    const { h, all, patch, branch, branchOf, get } = await awake();
    const taken = await branchOf({ endpoints: [{ type: 'read_write' }] });
    const before = await get();
    expect(refusal(await patch({ branch_id: taken }))).toBe('422 ENDPOINTS_LIMIT_EXCEEDED');
    expect((await patch({ branch_id: 'br-nowhere-00000000' })).status).toBe(404);
    expect(await get()).toEqual(before);
    const { endpoint } = await h.ok('POST', all, { endpoint: { branch_id: branch.id, type: 'read_only' } });
    h.pass(1000);
    const moved = await h.ok('PATCH', `${all}/${endpoint.id}`, { endpoint: { branch_id: taken } });
    expect(moved.endpoint.branch_id).toBe(taken);
  });

  it('lets the old branch have another primary', async () => {
    const { h, all, branch, patch, branchOf } = await awake();
    await patch({ branch_id: await branchOf() });
    const made = await h.call('POST', all, { endpoint: { branch_id: branch.id, type: 'read_write' } });
    expect(made.status).toBe(201);
  });
});

describe('deleting', () => {
  it('answers with the compute once, then with an empty body, and with 404 if it never existed', async () => {
    const { h, one, all, id, project } = await awake();
    const { status, body } = await h.call('DELETE', one);
    expect([status, body.endpoint.id]).toEqual([200, id]);
    expect((await h.call('GET', one)).status).toBe(404);
    expect((await h.call('DELETE', one)).status).toBe(204);
    expect((await h.call('DELETE', one)).status).toBe(204);
    expect((await h.call('DELETE', `${all}/ep-nowhere-00000000`)).status).toBe(404);
    expect((await h.call('POST', `${one}/start`)).status).toBe(404);
    expect((await h.ok('GET', all)).endpoints).toEqual([]);
    expect((await h.ok('GET', `/projects/${project.id}`)).project.id).toBe(project.id);
  });

  it('is not visible in another project, which answers with 404', async () => {
    const { h, one, id } = await awake();
    await h.ok('DELETE', one);
    const other = await h.project();
    expect((await h.call('DELETE', `/projects/${other.project.id}/endpoints/${id}`)).status).toBe(404);
    expect((await h.call('DELETE', `/projects/${other.project.id}/branches/${id}`)).status).toBe(404);
  });

  it('works for an idle compute too', async () => {
    const { h, one } = await awake();
    h.pass(10 * MINUTE);
    expect((await h.call('DELETE', one)).status).toBe(200);
    h.pass(24 * HOUR);
    expect((await h.call('DELETE', one)).status).toBe(204);
  });
});

describe('a disabled compute', () => {
  it('sleeps, and refuses connections and starts until it is enabled', async () => {
    const { h, patch, states, connect, command } = await awake();
    await connect();
    const { body } = await patch({ disabled: true });
    expect(body.endpoint.disabled).toBe(true);
    expect(stateOf(body.endpoint)).toBe('active/idle');
    h.pass(1000);
    const { connections } = await connect();
    expect(connections[0]).toMatchObject({ state: 'refused', reason: expect.stringMatching(/./) });
    expect(refusal(await command('start'))).toBe('422 ENDPOINT_DISABLED');
    expect(await states()).toBe('idle/-');
    await patch({ disabled: false });
    h.pass(1000);
    expect((await connect()).connections[0].state).toBe('waiting');
    h.pass(300);
    expect(await states()).toBe('active/-');
  });
});

describe('autoscaling', () => {
  const range = { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 4 };

  it('follows the load within its range, and drops no connections', async () => {
    const { h, load, connect, inside, states, operations } = await awake(range);
    await connect({ count: 10 });
    const sizes = new Set<number>();
    const events = h.service.listen(({ event }) => event.kind === 'state' && sizes.add(event.cu));
    const before = await operations();
    await load({ vcpu: 2.5 });
    h.pass(10 * MINUTE);
    expect((await inside()).size_cu).toBeGreaterThanOrEqual(2.5);
    await load({ vcpu: 50 });
    h.pass(10 * MINUTE);
    expect((await inside()).size_cu).toBe(4);
    await load({ vcpu: 0 });
    h.pass(4 * MINUTE);
    await connect();
    h.pass(4 * MINUTE);
    events();
    expect(await states()).toBe('active/-');
    expect((await inside()).sessions).toHaveLength(11);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...sizes)).toBe(4);
    expect([...sizes].every((cu) => Number.isInteger(cu * 4))).toBe(true);
    expect(await operations()).toEqual(before);
  });

  it('keeps a compute with load awake', async () => {
    const { h, load, states } = await awake(range);
    await load({ vcpu: 0.01 });
    h.pass(24 * HOUR);
    expect(await states()).toBe('active/-');
    await load({});
    h.pass(6 * MINUTE);
    expect(await states()).toBe('idle/-');
  });

  it('leaves a compute of fixed size alone', async () => {
    const { h, load, inside } = await awake();
    await load({ vcpu: 20 });
    h.pass(HOUR);
    expect((await inside()).size_cu).toBe(1);
  });
});

describe('starts that fail', () => {
  it('are tried again, and the operation counts its failures', async () => {
    const { h, all, branchOf, project } = await awake();
    await h.control('PUT', '/faults', { starts: { failure_share: 1 } });
    const { endpoint, operations } = await h.ok('POST', all, {
      endpoint: { branch_id: await branchOf(), type: 'read_write' },
    });
    const path = `/projects/${project.id}/operations/${operations[0].id}`;
    h.pass(300);
    const { operation } = await h.ok('GET', path);
    expect(operation).toMatchObject({ status: 'running', failures_count: 1 });
    expect(Date.parse(operation.retry_at)).toBeGreaterThan(h.now);
    await h.control('PUT', '/faults', { starts: { failure_share: 0 } });
    h.pass(HOUR / 60);
    expect((await h.ok('GET', path)).operation).toMatchObject({ status: 'finished', failures_count: 1 });
    expect(stateOf((await h.ok('GET', `${all}/${endpoint.id}`)).endpoint)).toBe('active/-');
  });

  it('end as failed after the last try, and the compute sleeps', async () => {
    const { h, command, operations, states, project } = await awake();
    h.pass(10 * MINUTE);
    await h.control('PUT', '/faults', { starts: { failure_share: 1 } });
    await command('start');
    h.pass(HOUR);
    expect(await states()).toBe('idle/-');
    expect((await operations())[0]).toBe('start_compute failed');
    const listed = await h.ok('GET', `/projects/${project.id}/operations?limit=1`);
    expect(listed.operations[0]).toMatchObject({ error: 'the compute did not start' });
    expect(listed.operations[0].failures_count).toBeGreaterThan(1);
  });
});

describe('the quota of the free plan', () => {
  const HOURS_OF_QUOTA = 100;

  it('suspends computes when it is spent, refuses starts, and is renewed with the next month', async () => {
    const { h, load, states, command, connect, project } = await awake({}, { plan: 'free' });
    await load({ vcpu: 0.1 });
    const { autoscaling_limit_max_cu: cu } = (await h.ok('GET', `/projects/${project.id}/endpoints`))
      .endpoints[0];
    h.pass((HOURS_OF_QUOTA / cu - 1) * HOUR);
    expect(await states()).toBe('active/-');
    h.pass(HOUR);
    expect(await states()).toBe('idle/-');
    const spent = (await h.ok('GET', `/projects/${project.id}`)).project.compute_time_seconds;
    expect(Math.abs(spent - HOURS_OF_QUOTA * 3600)).toBeLessThanOrEqual(1);
    expect(refusal(await command('start'))).toBe('422 QUOTA_EXCEEDED');
    expect((await connect()).connections[0].state).toBe('refused');
    await load({});
    h.pass(Date.UTC(2026, 3, 1) - 1 - h.now);
    expect(refusal(await command('start'))).toBe('422 QUOTA_EXCEEDED');
    h.pass(1);
    expect((await command('start')).status).toBe(200);
  });

  it('ends with a paid plan', async () => {
    const { h, load, states, command } = await awake({}, { plan: 'free' });
    await load({ vcpu: 0.1 });
    h.pass(25 * 24 * HOUR);
    expect(await states()).toBe('idle/-');
    const { users } = await h.control('GET', '/users');
    await load({});
    await h.control('PATCH', `/users/${users[0].id}`, { plan: 'scale' });
    expect((await command('start')).status).toBe(200);
    h.pass(1000);
    expect(await states()).toBe('active/-');
    // Back on the free plan, what this month has used is too much already.
    await h.control('PATCH', `/users/${users[0].id}`, { plan: 'free' });
    h.pass(1000);
    expect(await states()).toBe('idle/-');
  });

  it('ends with a transfer to a paid organization', async () => {
    const { h, load, command, project } = await awake({}, { plan: 'free' });
    await load({ vcpu: 0.1 });
    h.pass(25 * 24 * HOUR);
    const { users } = await h.control('GET', '/users');
    const orgId = await h.organization({ id: users[0].id, key: h.key, keyId: 0 }, [], 'scale');
    await h.ok('POST', '/users/me/projects/transfer', {
      destination_org_id: orgId,
      project_ids: [project.id],
    });
    await load({});
    h.pass(1000);
    expect((await command('start')).status).toBe(200);
  });
});

describe('connections', () => {
  it('wait as long as their client does, and no longer', async () => {
    const { h, connect, inside, command } = await awake({}, { life: {} });
    await command('suspend');
    h.pass(200);
    await connect({ wait_ms: 100 });
    await connect({ wait_ms: 5000 });
    h.pass(100);
    expect((await inside()).waiting).toBe(1);
    h.pass(200);
    expect((await inside()).sessions).toHaveLength(1);
  });

  it('beyond max_connections are refused, except those of the pooler', async () => {
    const { connect, inside } = await awake();
    const { connections } = await connect({ count: 450 });
    const states = connections.map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'connected')).toHaveLength(443);
    expect((await inside()).max_connections).toBe(450);
    expect((await connect({ pooled: true })).connections[0].state).toBe('connected');
    expect((await connect({ pooled: true, count: 10_000 })).connections.at(-1)).toMatchObject({
      state: 'refused',
    });
  });
});
