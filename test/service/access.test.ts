import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/compute/index.ts';
import {
  type ClientConnection,
  type ComputeAccess,
  type ConnectionOutcome,
  openAccess,
} from '../../src/service/index.ts';
import { Harness } from './harness.ts';
import { TextStore } from './text-store.ts';

const MINUTE_MS = 60_000;

async function awake(options: Parameters<typeof Harness.start>[0] = {}, wish: Record<string, unknown> = {}) {
  const h = await Harness.start(options);
  const made = await h.project(wish);
  const { id } = made.endpoints[0];
  const access = openAccess(h.service);
  const inside = () => h.control('GET', `/computes/${id}`);
  return { h, made, id, access, inside, one: `/projects/${made.project.id}/endpoints/${id}` };
}

/** A client, with the outcomes that it has heard so far. */
function connect(
  access: ComputeAccess,
  endpointId: string,
  wish: { pooled?: boolean; waitMs?: number } = {},
) {
  const told: ConnectionOutcome[] = [];
  const { pooled = false, waitMs = 5000 } = wish;
  const client = access.connect({ endpointId, pooled, waitMs }, (outcome) =>
    told.push(outcome),
  ) as ClientConnection;
  return { client, told };
}

/** Activity at whole seconds is seen by the next look, 300 ms later; falling asleep takes 200 ms. */
function asleepAt(lastActiveMs: number): string {
  const seenMs = Math.ceil((lastActiveMs - 300) / 1000) * 1000 + 300;
  return new Date(seenMs + 5 * MINUTE_MS + 200).toISOString();
}

const soon = () => Promise.resolve();

describe('a client from outside', () => {
  it('wakes a compute, waits for it, acts and leaves', async () => {
    const { h, id, access, inside } = await awake();
    h.pass(6 * MINUTE_MS);
    expect(await inside()).toMatchObject({ current_state: 'idle' });
    const { client, told } = connect(access, id);
    expect(client.report('running')).toBe(false);
    expect(await inside()).toMatchObject({ current_state: 'idle', pending_state: 'active', waiting: 1 });
    h.pass(300);
    await soon();
    expect(told).toEqual([{ kind: 'connected' }]);
    const session = { id: client.id, pooled: false, outside: true, busy_until: null };
    expect(client.report('running')).toBe(true);
    expect(await inside()).toMatchObject({
      connections: 1,
      busy: 1,
      sessions: [{ ...session, doing: 'running' }],
    });
    h.pass(60 * MINUTE_MS);
    expect(client.report('waiting')).toBe(true);
    expect(await inside()).toMatchObject({ busy: 1, sessions: [{ ...session, doing: 'waiting' }] });
    h.pass(60 * MINUTE_MS);
    const outcomes: string[] = [];
    h.service.listen(({ event }) => {
      if (event.kind === 'session') outcomes.push(event.outcome);
    });
    expect(client.report('idle')).toBe(true);
    expect(client.report('idle')).toBe(true);
    expect(outcomes).toEqual(['done']);
    expect(await inside()).toMatchObject({ busy: 0, sessions: [{ ...session, doing: 'idle' }] });
    h.pass(5 * MINUTE_MS - 1);
    expect(await inside()).toMatchObject({ current_state: 'active', pending_state: null });
    h.pass(1);
    await soon();
    expect(await inside()).toMatchObject({ current_state: 'active', pending_state: 'idle', connections: 0 });
    expect(told).toEqual([{ kind: 'connected' }, { kind: 'dropped', why: REFUSALS.dropped }]);
    expect(client.report('running')).toBe(false);
    client.leave();
  });

  it('leaves once, whether it is connected or waits, and gets no more outcomes', async () => {
    const { h, id, access, inside } = await awake();
    const first = connect(access, id);
    first.client.leave();
    first.client.leave();
    expect(await inside()).toMatchObject({ connections: 0 });
    h.pass(6 * MINUTE_MS);
    const second = connect(access, id);
    second.client.leave();
    h.pass(300);
    await soon();
    expect(await inside()).toMatchObject({ current_state: 'active', connections: 0, waiting: 0 });
    expect([first.told, second.told]).toEqual([[], []]);
  });

  it('ends its query when it leaves, and inactivity counts from then', async () => {
    const { h, id, access, one } = await awake();
    const { client } = connect(access, id);
    client.report('running');
    h.pass(4 * MINUTE_MS);
    client.leave();
    const leftMs = h.now;
    h.pass(30 * MINUTE_MS);
    expect((await h.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(leftMs));
  });

  it('is told why it is refused, timed out or cut off', async () => {
    const { h, id, access, one, inside } = await awake({
      life: { startTime: { kind: 'constant', ms: 9000 } },
    });
    h.pass(20_000);
    const cut = connect(access, id);
    await h.control('DELETE', `/computes/${id}/connections/${cut.client.id}`);
    await h.call('POST', `${one}/suspend`);
    h.pass(1000);
    const late = connect(access, id);
    h.pass(5000);
    await h.call('PATCH', one, { endpoint: { disabled: true } });
    h.pass(30_000);
    await h.call('PATCH', one, { endpoint: { disabled: true } });
    h.pass(30_000);
    const barred = connect(access, id);
    await soon();
    const closed = { ...REFUSALS.dropped, reason: 'the connection was closed at the control API' };
    expect(cut.told).toEqual([{ kind: 'connected' }, { kind: 'dropped', why: closed }]);
    expect(late.told).toEqual([{ kind: 'timeout', why: REFUSALS.timeout }]);
    expect(barred.told).toEqual([{ kind: 'refused', why: REFUSALS.barred }]);
    expect(await inside()).toMatchObject({ current_state: 'idle' });
    expect(access.connect({ endpointId: 'ep-nothing', pooled: false, waitMs: 1 }, () => {})).toBeUndefined();
  });

  it('counts as a connection, pooled or not, and knows the limits and faults of its compute', async () => {
    const { h, id, access, inside } = await awake(
      {},
      { autoscaling_limit_max_cu: 0.25, autoscaling_limit_min_cu: 0.25 },
    );
    const { client } = connect(access, id);
    const { diskBytes, poolSize } = client.limits;
    const { clientConnections } = h.service.world.compute(id).limits;
    expect([clientConnections, poolSize, diskBytes]).toEqual([105, 100, 20 * 1024 ** 3]);
    for (let n = 1; n < clientConnections; n++) connect(access, id);
    const over = connect(access, id);
    await soon();
    expect(over.told).toEqual([{ kind: 'refused', why: REFUSALS.connections }]);
    const pooled = connect(access, id, { pooled: true });
    await soon();
    expect(pooled.told).toEqual([{ kind: 'connected' }]);
    expect(client.diskIsFull).toBe(false);
    expect(await h.control('PUT', `/computes/${id}/disk`, { full: true })).toMatchObject({
      compute: { disk_full: true },
    });
    expect(client.diskIsFull).toBe(true);
    await h.control('PUT', `/computes/${id}/disk`, { full: false });
    expect((await inside()).disk_full).toBe(false);
    expect((await h.controlCall('PUT', `/computes/${id}/disk`, {})).status).toBe(422);
  });

  it('runs its own queries, and the control API cannot run one for it', async () => {
    const { h, id, access } = await awake();
    const { client } = connect(access, id);
    const path = `/computes/${id}/connections/${client.id}/query`;
    expect(await h.controlCall('POST', path, { busy_ms: 5 })).toMatchObject({
      status: 422,
      body: { message: `connection ${client.id} belongs to a client that runs its own queries` },
    });
  });

  it('causes load while it runs a query, and the autoscaler adds processors', async () => {
    const { h, id, access, inside } = await awake(
      {},
      { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 8 },
    );
    const running = Array.from({ length: 6 }, () => connect(access, id).client);
    for (const client of running) client.report('running');
    h.pass(10 * MINUTE_MS);
    expect((await inside()).size_cu).toBe(6.75);
    for (const client of running) client.report('waiting');
    h.pass(20 * MINUTE_MS);
    expect(await inside()).toMatchObject({ size_cu: 1, busy: 6 });
  });

  it('runs an endless query without a change to the end of others', async () => {
    const { h, id, access } = await awake({}, { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 });
    const ends: number[] = [];
    h.service.listen(({ event }) => {
      if (event.kind === 'session' && event.outcome === 'done') ends.push(event.atMs - startMs);
    });
    const others = [0, 1].map(() => connect(access, id).client);
    for (const client of others) client.report('running');
    h.pass(7777);
    const startMs = h.now;
    await h.control('POST', `/computes/${id}/connections`, { cpu_ms: 20_000 });
    h.pass(15_000);
    others[0]?.leave();
    h.pass(15_000);
    // Two thirds of a processor for 15 s, less 3% because three queries share two, and a whole one for what is left.
    expect(ends).toEqual([25_323]);
  });
});

describe('the target of a connection', () => {
  it('is found with its branch, its roles and its databases', async () => {
    const { made, id, access } = await awake();
    expect(access.find('ep-nothing')).toBeUndefined();
    const found = access.find(id);
    expect(found).toMatchObject({
      branchId: made.branch.id,
      readOnly: false,
      poolerEnabled: false,
      roles: [{ name: 'neondb_owner', canLogIn: true }],
      databases: [{ name: 'neondb', owner: 'neondb_owner' }],
    });
    expect(found?.role('neondb_owner')?.password()).toBe(made.roles[0].password);
    expect(found?.role('nobody')).toBeUndefined();
    expect(found?.database('neondb')).toEqual({ name: 'neondb', owner: 'neondb_owner' });
    expect(found?.database('nothing')).toBeUndefined();
  });
});

describe('replacing the world', () => {
  it.each(['reset', 'snapshot'])('drops connected and waiting clients: %s', async (what) => {
    const { h, id, access, one } = await awake();
    const { endpoints } = await h.project();
    const inside = connect(access, id);
    inside.client.report('running');
    await h.call('POST', `/projects/${endpoints[0].project_id}/endpoints/${endpoints[0].id}/suspend`);
    h.pass(1000);
    const waiting = connect(access, endpoints[0].id);
    const snapshot = await h.control('GET', '/snapshot');
    expect(JSON.stringify(snapshot)).not.toContain(inside.client.id);
    if (what === 'reset') await h.control('POST', '/reset');
    else await h.control('PUT', '/snapshot', snapshot);
    await soon();
    const dropped = { kind: 'dropped', why: REFUSALS.dropped };
    expect(inside.told).toEqual([{ kind: 'connected' }, dropped]);
    expect(waiting.told).toEqual([dropped]);
    expect([inside.client.report('idle'), waiting.client.report('idle')]).toEqual([false, false]);
    if (what === 'reset') return;
    const now = h.now;
    expect(await h.control('GET', `/computes/${id}`)).toMatchObject({ connections: 0, busy: 0 });
    h.pass(10 * MINUTE_MS);
    expect((await h.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(now));
  });
});

describe('a service that ended while a client was connected', () => {
  it.each([
    ['running', 1],
    ['running', 20],
    ['waiting', 20],
    ['idle', 1],
  ] as const)('lets its compute fall asleep (%s for %i minutes)', async (doing, minutes) => {
    const store = new TextStore();
    const { h, id, access, one } = await awake({ store });
    const { client } = connect(access, id);
    client.report(doing);
    const actedMs = h.now;
    h.pass(minutes * MINUTE_MS);
    const endedMs = h.now;
    await h.service.close();
    const again = await h.reopened(store, { kind: 'stopped' });
    expect(again.now).toBe(endedMs);
    expect(await again.control('GET', `/computes/${id}`)).toMatchObject({
      current_state: 'active',
      connections: 0,
      busy: 0,
      sessions: [],
    });
    again.pass(30 * MINUTE_MS);
    // A query that ran ended with the process.
    const lastActiveMs = doing === 'idle' ? actedMs : endedMs;
    expect((await again.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(lastActiveMs));
  });

  it('finishes the start for which a client waited', async () => {
    const store = new TextStore();
    const { h, id, access, one } = await awake({ store });
    h.pass(6 * MINUTE_MS);
    connect(access, id);
    h.pass(100);
    await h.service.close();
    const again = await h.reopened(store, { kind: 'stopped' });
    const startedMs = again.now + 200;
    expect(await again.control('GET', `/computes/${id}`)).toMatchObject({
      pending_state: 'active',
      waiting: 0,
    });
    again.pass(200);
    expect(await again.control('GET', `/computes/${id}`)).toMatchObject({ current_state: 'active' });
    again.pass(30 * MINUTE_MS);
    expect((await again.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(startedMs));
  });

  it('scales a compute down that has no load any more', async () => {
    const store = new TextStore();
    const { h, id, access } = await awake(
      { store },
      {
        autoscaling_limit_min_cu: 1,
        autoscaling_limit_max_cu: 8,
        default_endpoint_settings: { suspend_timeout_seconds: -1 },
      },
    );
    for (let n = 0; n < 6; n++) connect(access, id).client.report('running');
    h.pass(60 * MINUTE_MS);
    await h.service.close();
    const again = await h.reopened(store, { kind: 'stopped' });
    expect((await again.control('GET', `/computes/${id}`)).size_cu).toBe(6.75);
    again.pass(20 * MINUTE_MS);
    expect((await again.control('GET', `/computes/${id}`)).size_cu).toBe(1);
  });
});

describe('an observer', () => {
  async function observed() {
    const all = await awake();
    const changes: string[] = [];
    const names = new Map([[all.made.branch.id, 'main']]);
    const nameOf = (branchId: string | null) => names.get(branchId ?? '') ?? String(branchId);
    const stop = all.access.observe({
      computeStarted: () => changes.push('compute started'),
      computeUnavailable: (id) => changes.push(`${id} unavailable`),
      branchIdle: (id) => changes.push(`${nameOf(id)} rests`),
      branchCreated(id, parentId) {
        if (parentId !== null) names.set(id, `child of ${nameOf(parentId)}`);
        changes.push(`${nameOf(id)} created`);
      },
      branchDeleted: (id) => changes.push(`${nameOf(id)} deleted`),
      databaseRenamed: (id, from, to) => changes.push(`${from} renamed to ${to} in ${nameOf(id)}`),
      databaseDeleted: (id, name) => changes.push(`${name} deleted in ${nameOf(id)}`),
    });
    return { ...all, stop, taken: () => changes.splice(0) };
  }

  it('gets changes of branches and databases before the caller is answered, until it stops', async () => {
    const { h, made, stop, taken } = await observed();
    const branches = `/projects/${made.project.id}/branches`;
    const { branch } = await h.ok('POST', branches, { branch: { name: 'dev' } });
    expect(taken()).toEqual(['child of main created']);
    const databases = `${branches}/${branch.id}/databases`;
    await h.ok('PATCH', `${databases}/neondb`, { database: { name: 'shop' } });
    expect(taken()).toEqual(['neondb renamed to shop in child of main']);
    await h.ok('DELETE', `${databases}/shop`);
    expect(taken()).toEqual(['shop deleted in child of main']);
    await h.ok('DELETE', `${branches}/${branch.id}`);
    expect(taken()).toEqual(['child of main deleted']);
    stop();
    await h.ok('POST', branches, { branch: { name: 'dev' } });
    expect(taken()).toEqual([]);
  });

  it('gets a replacement of the world as the changes between both', async () => {
    const { h, made, taken } = await observed();
    const snapshot = await h.control('GET', '/snapshot');
    await h.ok('POST', `/projects/${made.project.id}/branches`, { branch: { name: 'dev' } });
    taken();
    await h.control('PUT', '/snapshot', snapshot);
    expect(taken()).toEqual(['neondb deleted in child of main', 'child of main deleted']);
    await h.control('POST', '/reset');
    expect(taken()).toEqual(['neondb deleted in main', 'main deleted']);
  });

  it('is told that a compute stops, that a branch has no running compute, and that a compute has started', async () => {
    const { h, made, id, taken } = await observed();
    const computes = `/projects/${made.project.id}/endpoints`;
    const { endpoint } = await h.ok('POST', computes, {
      endpoint: { branch_id: made.branch.id, type: 'read_only' },
    });
    h.pass(1000);
    taken();
    await h.ok('POST', `${computes}/${id}/suspend`);
    h.pass(1000);
    await soon();
    expect(taken()).not.toContain('main rests');
    await h.ok('POST', `${computes}/${endpoint.id}/suspend`);
    h.pass(1000);
    await soon();
    expect(taken()).toEqual([`${endpoint.id} unavailable`, `${endpoint.id} unavailable`, 'main rests']);
    await h.ok('POST', `${computes}/${id}/start`);
    h.pass(1000);
    expect(taken()).toContain('compute started');
  });
});
