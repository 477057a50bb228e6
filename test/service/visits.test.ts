import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/engine/index.ts';
import { type Step, type Visit, type VisitOutcome, Visits } from '../../src/service/index.ts';
import { Harness } from './harness.ts';
import { TextStore } from './text-store.ts';

const MINUTE_MS = 60_000;

async function awake(options: Parameters<typeof Harness.start>[0] = {}, wish: Record<string, unknown> = {}) {
  const h = await Harness.start(options);
  const made = await h.project(wish);
  const { id } = made.endpoints[0];
  const visits = new Visits(h.service);
  const inside = () => h.control('GET', `/computes/${id}`);
  return { h, made, id, visits, inside, one: `/projects/${made.project.id}/endpoints/${id}` };
}

/** A visit, with what it has been told so far. */
function knock(visits: Visits, endpointId: string, wish: { pooled?: boolean; waitMs?: number } = {}) {
  const told: VisitOutcome[] = [];
  const { pooled = false, waitMs = 5000 } = wish;
  const visit = visits.knock({ endpointId, pooled, waitMs }, (outcome) => told.push(outcome)) as Visit;
  return { visit, told };
}

/** Activity at whole seconds is seen by the next look, 300 ms later; falling asleep takes 200 ms. */
function asleepAt(lastActiveMs: number): string {
  const seenMs = Math.ceil((lastActiveMs - 300) / 1000) * 1000 + 300;
  return new Date(seenMs + 5 * MINUTE_MS + 200).toISOString();
}

const soon = () => Promise.resolve();

describe('a visit', () => {
  it('wakes a compute, waits for it, acts and leaves', async () => {
    const { h, id, visits, inside } = await awake();
    h.pass(6 * MINUTE_MS);
    expect(await inside()).toMatchObject({ current_state: 'idle' });
    const { visit, told } = knock(visits, id);
    expect(visit.act('running')).toBe(false);
    expect(await inside()).toMatchObject({ current_state: 'idle', pending_state: 'active', waiting: 1 });
    h.pass(300);
    await soon();
    expect(told).toEqual([{ kind: 'connected' }]);
    const session = { id: visit.id, pooled: false, outside: true, busy_until: null };
    expect(visit.act('running')).toBe(true);
    expect(await inside()).toMatchObject({
      connections: 1,
      busy: 1,
      sessions: [{ ...session, doing: 'running' }],
    });
    h.pass(60 * MINUTE_MS);
    expect(visit.act('waiting')).toBe(true);
    expect(await inside()).toMatchObject({ busy: 1, sessions: [{ ...session, doing: 'waiting' }] });
    h.pass(60 * MINUTE_MS);
    const outcomes: string[] = [];
    h.service.listen(({ event }) => {
      if (event.kind === 'session') outcomes.push(event.outcome);
    });
    expect(visit.act('idle')).toBe(true);
    expect(visit.act('idle')).toBe(true);
    expect(outcomes).toEqual(['done']);
    expect(await inside()).toMatchObject({ busy: 0, sessions: [{ ...session, doing: 'idle' }] });
    h.pass(5 * MINUTE_MS - 1);
    expect(await inside()).toMatchObject({ current_state: 'active', pending_state: null });
    h.pass(1);
    await soon();
    expect(await inside()).toMatchObject({ current_state: 'active', pending_state: 'idle', connections: 0 });
    expect(told).toEqual([{ kind: 'connected' }, { kind: 'dropped', why: REFUSALS.dropped }]);
    expect(visit.act('running')).toBe(false);
    visit.leave();
  });

  it('leaves once, from inside or from the door, and hears no more', async () => {
    const { h, id, visits, inside } = await awake();
    const first = knock(visits, id);
    first.visit.leave();
    first.visit.leave();
    expect(await inside()).toMatchObject({ connections: 0 });
    h.pass(6 * MINUTE_MS);
    const second = knock(visits, id);
    second.visit.leave();
    h.pass(300);
    await soon();
    expect(await inside()).toMatchObject({ current_state: 'active', connections: 0, waiting: 0 });
    expect([first.told, second.told]).toEqual([[], []]);
  });

  it('ends what it was at when it leaves, and inactivity counts from there', async () => {
    const { h, id, visits, one } = await awake();
    const { visit } = knock(visits, id);
    visit.act('running');
    h.pass(4 * MINUTE_MS);
    visit.leave();
    const leftMs = h.now;
    h.pass(30 * MINUTE_MS);
    expect((await h.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(leftMs));
  });

  it('is told why it is refused, that its time is over, and that somebody cut it off', async () => {
    const { h, id, visits, one, inside } = await awake({
      life: { startTime: { kind: 'constant', ms: 9000 } },
    });
    h.pass(20_000);
    const cut = knock(visits, id);
    await h.control('DELETE', `/computes/${id}/connections/${cut.visit.id}`);
    await h.call('POST', `${one}/suspend`);
    h.pass(1000);
    const late = knock(visits, id);
    h.pass(5000);
    await h.call('PATCH', one, { endpoint: { disabled: true } });
    h.pass(30_000);
    await h.call('PATCH', one, { endpoint: { disabled: true } });
    h.pass(30_000);
    const barred = knock(visits, id);
    await soon();
    const closed = { ...REFUSALS.dropped, reason: 'somebody closed the connection at the control API' };
    expect(cut.told).toEqual([{ kind: 'connected' }, { kind: 'dropped', why: closed }]);
    expect(late.told).toEqual([{ kind: 'timeout', why: REFUSALS.timeout }]);
    expect(barred.told).toEqual([{ kind: 'refused', why: REFUSALS.barred }]);
    expect(await inside()).toMatchObject({ current_state: 'idle' });
    expect(visits.knock({ endpointId: 'ep-nothing', pooled: false, waitMs: 1 }, () => {})).toBeUndefined();
  });

  it('counts among the connections, pooled or not, and knows the limits and faults of its compute', async () => {
    const { h, id, visits, inside } = await awake(
      {},
      { autoscaling_limit_max_cu: 0.25, autoscaling_limit_min_cu: 0.25 },
    );
    const { visit } = knock(visits, id);
    const { clientConnections, diskBytes, poolSize } = visit.limits;
    expect([clientConnections, poolSize, diskBytes]).toEqual([105, 100, 20 * 1024 ** 3]);
    for (let n = 1; n < clientConnections; n++) knock(visits, id);
    const over = knock(visits, id);
    await soon();
    expect(over.told).toEqual([{ kind: 'refused', why: REFUSALS.connections }]);
    const pooled = knock(visits, id, { pooled: true });
    await soon();
    expect(pooled.told).toEqual([{ kind: 'connected' }]);
    expect(visit.diskIsFull).toBe(false);
    expect(await h.control('PUT', `/computes/${id}/disk`, { full: true })).toMatchObject({
      compute: { disk_full: true },
    });
    expect(visit.diskIsFull).toBe(true);
    await h.control('PUT', `/computes/${id}/disk`, { full: false });
    expect((await inside()).disk_full).toBe(false);
    expect((await h.controlCall('PUT', `/computes/${id}/disk`, {})).status).toBe(422);
  });

  it('asks its own queries: nobody else asks for it', async () => {
    const { h, id, visits } = await awake();
    const { visit } = knock(visits, id);
    const path = `/computes/${id}/connections/${visit.id}/query`;
    expect(await h.controlCall('POST', path, { busy_ms: 5 })).toMatchObject({
      status: 422,
      body: { message: `connection ${visit.id} is of a client that asks its own queries` },
    });
  });

  it('makes load while it runs something: the autoscaler gives it processors', async () => {
    const { h, id, visits, inside } = await awake(
      {},
      { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 8 },
    );
    const running = Array.from({ length: 6 }, () => knock(visits, id).visit);
    for (const visit of running) visit.act('running');
    h.pass(10 * MINUTE_MS);
    expect((await inside()).size_cu).toBe(6.75);
    for (const visit of running) visit.act('waiting');
    h.pass(20 * MINUTE_MS);
    expect(await inside()).toMatchObject({ size_cu: 1, busy: 6 });
  });

  it('runs something without end beside queries that end when they would', async () => {
    const { h, id, visits } = await awake({}, { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 });
    const ends: number[] = [];
    h.service.listen(({ event }) => {
      if (event.kind === 'session' && event.outcome === 'done') ends.push(event.atMs - startMs);
    });
    const others = [0, 1].map(() => knock(visits, id).visit);
    for (const visit of others) visit.act('running');
    h.pass(7777);
    const startMs = h.now;
    await h.control('POST', `/computes/${id}/connections`, { cpu_ms: 20_000 });
    h.pass(15_000);
    others[0]?.leave();
    h.pass(15_000);
    // Two thirds of a processor for 15 s, and a whole one for what is left.
    expect(ends).toEqual([25_000]);
  });
});

describe('where a client wants to go', () => {
  it('is found with its branch, its roles and its databases', async () => {
    const { made, id, visits } = await awake();
    expect(visits.find('ep-nothing')).toBeUndefined();
    const found = visits.find(id);
    expect(found).toMatchObject({
      endpoint: { id, type: 'read_write', poolerEnabled: false, disabled: false },
      branch: { id: made.branch.id },
      project: { id: made.project.id },
      roles: [{ name: 'neondb_owner' }],
      databases: [{ name: 'neondb', ownerName: 'neondb_owner' }],
    });
    const role = found?.role('neondb_owner');
    expect(role && found?.passwordOf(role)).toBe(made.roles[0].password);
    expect(found?.role('nobody')).toBeUndefined();
    expect(found?.database('neondb')).toMatchObject({ id: `${made.branch.id}/neondb` });
  });
});

describe('another world', () => {
  it.each(['reset', 'snapshot'])('drops who is inside and who waits: %s', async (what) => {
    const { h, id, visits, one } = await awake();
    const { endpoints } = await h.project();
    const inside = knock(visits, id);
    inside.visit.act('running');
    await h.call('POST', `/projects/${endpoints[0].project_id}/endpoints/${endpoints[0].id}/suspend`);
    h.pass(1000);
    const waiting = knock(visits, endpoints[0].id);
    const snapshot = await h.control('GET', '/snapshot');
    expect(JSON.stringify(snapshot)).not.toContain(inside.visit.id);
    if (what === 'reset') await h.control('POST', '/reset');
    else await h.control('PUT', '/snapshot', snapshot);
    await soon();
    const dropped = { kind: 'dropped', why: REFUSALS.dropped };
    expect(inside.told).toEqual([{ kind: 'connected' }, dropped]);
    expect(waiting.told).toEqual([dropped]);
    expect([inside.visit.act('idle'), waiting.visit.act('idle')]).toEqual([false, false]);
    if (what === 'reset') return;
    const now = h.now;
    expect(await h.control('GET', `/computes/${id}`)).toMatchObject({ connections: 0, busy: 0 });
    h.pass(10 * MINUTE_MS);
    expect((await h.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(now));
  });
});

describe('a service that was ended while somebody was inside', () => {
  it.each([
    ['running', 1],
    ['running', 20],
    ['waiting', 20],
    ['idle', 1],
  ] as const)('lets its compute fall asleep (%s for %i minutes)', async (doing, minutes) => {
    const store = new TextStore();
    const { h, id, visits, one } = await awake({ store });
    const { visit } = knock(visits, id);
    visit.act(doing);
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
    // What somebody was at ended with the process.
    const lastActiveMs = doing === 'idle' ? actedMs : endedMs;
    expect((await again.ok('GET', one)).endpoint.suspended_at).toBe(asleepAt(lastActiveMs));
  });

  it('finishes the start that somebody waited for', async () => {
    const store = new TextStore();
    const { h, id, visits, one } = await awake({ store });
    h.pass(6 * MINUTE_MS);
    knock(visits, id);
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

  it('makes a compute smaller that nobody loads any more', async () => {
    const store = new TextStore();
    const { h, id, visits } = await awake(
      { store },
      {
        autoscaling_limit_min_cu: 1,
        autoscaling_limit_max_cu: 8,
        default_endpoint_settings: { suspend_timeout_seconds: -1 },
      },
    );
    for (let n = 0; n < 6; n++) knock(visits, id).visit.act('running');
    h.pass(60 * MINUTE_MS);
    await h.service.close();
    const again = await h.reopened(store, { kind: 'stopped' });
    expect((await again.control('GET', `/computes/${id}`)).size_cu).toBe(6.75);
    again.pass(20 * MINUTE_MS);
    expect((await again.control('GET', `/computes/${id}`)).size_cu).toBe(1);
  });
});

describe('who follows', () => {
  const words = ({ table, before, after }: Step) => {
    const name = (record: { id: string; name: string | null } | null) =>
      record === null ? '-' : (record.name ?? record.id);
    return `${table} ${name(before)} > ${name(after)}`;
  };
  async function followed() {
    const all = await awake();
    const steps: string[] = [];
    all.visits.follow((some) => {
      for (const step of some) if (step.table !== 'endpoints') steps.push(words(step));
    });
    return { ...all, steps };
  }

  it('hears of each step before its caller is answered, and of a new name as one', async () => {
    const { h, made, steps } = await followed();
    const branches = `/projects/${made.project.id}/branches`;
    const { branch } = await h.ok('POST', branches, { branch: { name: 'dev' } });
    expect(steps.splice(0)).toEqual(['branches - > dev', 'roles - > neondb_owner', 'databases - > neondb']);
    const databases = `${branches}/${branch.id}/databases`;
    await h.ok('PATCH', `${databases}/neondb`, { database: { name: 'shop' } });
    expect(steps.splice(0)).toEqual(['databases neondb > shop']);
    await h.ok('DELETE', `${databases}/shop`);
    expect(steps.splice(0)).toEqual(['databases shop > -']);
    await h.ok('DELETE', `${branches}/${branch.id}`);
    expect(steps.splice(0)).toEqual(['roles neondb_owner > -', 'branches dev > -']);
  });

  it('hears of another world as the way there', async () => {
    const { h, made, steps } = await followed();
    const snapshot = await h.control('GET', '/snapshot');
    await h.ok('POST', `/projects/${made.project.id}/branches`, { branch: { name: 'dev' } });
    steps.length = 0;
    await h.control('PUT', '/snapshot', snapshot);
    expect(steps.splice(0)).toEqual([
      'databases neondb > -',
      'roles neondb_owner > -',
      'branches dev > -',
      'branches main > main',
      'roles neondb_owner > neondb_owner',
      'databases neondb > neondb',
    ]);
    await h.control('POST', '/reset');
    expect(steps).toEqual(['databases neondb > -', 'roles neondb_owner > -', 'branches main > -']);
  });
});
