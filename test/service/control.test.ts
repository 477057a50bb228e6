import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KERNEL_BYTES } from '../../src/compute/index.ts';
import { runs } from '../runs.ts';
import { CONTROL_TOKEN, Harness, START } from './harness.ts';
import { TextStore } from './text-store.ts';
import { act, anyDoing, told } from './worlds.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

async function awake(options: NonNullable<Parameters<typeof Harness.start>[0]> = {}) {
  const h = await Harness.start(options);
  const { project, endpoints } = await h.project();
  const id: string = endpoints[0].id;
  return { h, project, id, compute: `/computes/${id}`, one: `/projects/${project.id}/endpoints/${id}` };
}

describe('a caller of the control API', () => {
  const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };

  it('needs the token', async () => {
    const h = await Harness.start();
    const status = async (authorization?: string) =>
      (
        await h.raw(
          'GET',
          '/_tidemark/clock',
          authorization === undefined ? {} : { headers: { authorization } },
        )
      ).status;
    expect(await status(`Bearer ${CONTROL_TOKEN}`)).toBe(200);
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${CONTROL_TOKEN}x`,
      CONTROL_TOKEN,
      `Bearer ${h.key}`,
    ])
      expect(await status(wrong)).toBe(401);
    expect((await h.call('GET', '/projects', undefined, CONTROL_TOKEN)).status).toBe(401);
  });

  it('is refused if the token is empty', async () => {
    const h = await Harness.start({ controlToken: '' });
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Bearer  ', 'Basic Og==']) {
      const shown = authorization === undefined ? {} : { headers: { authorization } };
      expect((await h.raw('GET', '/_tidemark/clock', shown)).status).toBe(401);
    }
  });

  it('calls from this machine, unless remote callers are allowed', async () => {
    const h = await Harness.start();
    const from = async (address: string, of = h) =>
      (await of.raw('GET', '/_tidemark/clock', { headers }, address)).status;
    for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect(await from(own)).toBe(200);
    for (const other of ['10.0.0.1', '192.168.1.5', '::ffff:10.0.0.1', 'fe80::1', '', '1127.0.0.1'])
      expect(await from(other)).toBe(403);
    expect(await from('10.0.0.1', await Harness.start({ remote: true }))).toBe(200);
  });

  it('needs no token to ask for its health', async () => {
    const h = await Harness.start();
    expect((await h.raw('GET', '/_tidemark/health', {}, '10.0.0.1')).body).toEqual({ status: 'ok' });
    expect((await h.raw('GET', '/_tidemark/ready', {}, '10.0.0.1')).body).toEqual({
      status: 'ready',
      store: 'memory',
    });
  });
});

describe('the clock', () => {
  it('stands still, runs like the wall clock or faster, and never steps back', async () => {
    const h = await Harness.start();
    const now = async () => Date.parse((await h.control('GET', '/clock')).now) - START;
    h.wall.nowMs += HOUR;
    expect(await now()).toBe(0);
    await h.control('PUT', '/clock', { mode: '60x' });
    h.wall.nowMs += 1000;
    expect(await now()).toBe(60_000);
    await h.control('PUT', '/clock', { mode: 'real' });
    h.wall.nowMs += 1000;
    expect(await now()).toBe(61_000);
    h.wall.nowMs -= 30_000;
    expect(await now()).toBe(61_000);
    await h.control('PUT', '/clock', { mode: 'stopped' });
    h.wall.nowMs += HOUR;
    expect(await now()).toBe(61_000);
    for (const mode of ['fast', '0x', '-1x', 'x', ''])
      expect((await h.controlCall('PUT', '/clock', { mode })).status).toBe(422);
  });

  it('can be advanced, and everything due happens in its order', async () => {
    const { h, id } = await awake();
    const events: string[] = [];
    h.service.listen(({ event }) => {
      if (event.kind === 'state') events.push(`${event.atMs - START} ${event.state}/${event.pending}`);
    });
    const clock = await h.control('POST', '/clock/advance', { by: '1h' });
    expect(clock).toEqual({
      now: new Date(START + 1000 + HOUR).toISOString(),
      mode: 'stopped',
      next_event_at: null,
    });
    expect(events).toEqual(['300300 active/idle', '300500 idle/null']);
    await h.control('POST', `/computes/${id}/connections`, {});
    expect((await h.control('GET', '/clock')).next_event_at).toBe(new Date(h.now + 300).toISOString());
    for (const by of ['-1s', 'soon', -1, 1.5, null])
      expect((await h.controlCall('POST', '/clock/advance', { by })).status).toBe(422);
  });

  it('cannot pass the end of the year 9999', async () => {
    const h = await Harness.start();
    let status = 200;
    for (let n = 0; n < 100 && status === 200; n++)
      status = (await h.controlCall('POST', '/clock/advance', { by: '36500d' })).status;
    expect(status).toBe(422);
    expect((await h.control('GET', '/clock')).now).toMatch(/^9\d{3}-/);
  });
});

describe('the same seed', () => {
  it('gives the same ids and times, and another seed gives others', async () => {
    const names = async (seed: number) => {
      const { h, id, project } = await awake({ seed });
      await h.control('PUT', '/seed', { seed: seed + 1 });
      return [id, project.id, (await h.project()).project.id];
    };
    expect(await names(1)).toEqual(await names(1));
    expect((await names(1))[0]).not.toBe((await names(2))[0]);
  });
});

describe('reset', () => {
  it('deletes everything but the time, also in the store, and shows a first key', async () => {
    const store = new TextStore();
    const { h } = await awake({ store });
    await h.control('PUT', '/faults', { rules: [{ error: { status: 503 } }] });
    h.pass(HOUR);
    const before = h.now;
    const { key } = await h.control('POST', '/reset');
    expect((await h.call('GET', '/projects')).status).toBe(401);
    expect((await h.ok('GET', '/projects', undefined, key)).projects).toEqual([]);
    expect(h.now).toBe(before);
    const { projects, endpoints, operations, keys, users } = store.contents();
    expect([projects, endpoints, operations, keys.length, users.length]).toEqual([[], [], [], 1, 1]);
  });
});

describe('a broken world', () => {
  const BREAKS: Readonly<Record<string, (h: Harness, id: string) => void>> = {
    'whose time cannot go on': ({ service }) => {
      service.world.advance = () => {
        throw new Error('broken');
      };
    },
    'with a compute that has no record': ({ service }, id) => service.world.tables.endpoints.delete(id),
    'with a record that has no compute': ({ service }, id) => service.world.computes.delete(id),
  };

  it.each(Object.keys(BREAKS))('%s can be replaced by a reset or a snapshot', async (name) => {
    const store = new TextStore();
    const { h, id, one } = await awake({ store });
    const snapshot = await h.control('GET', '/snapshot');
    const breakIt = () => BREAKS[name]?.(h, id);
    breakIt();
    expect([404, 500]).toContain((await h.call('POST', `${one}/restart`)).status);
    await h.control('PUT', '/snapshot', snapshot);
    expect((await h.ok('GET', one)).endpoint.current_state).toBe('active');
    breakIt();
    const { key } = await h.control('POST', '/reset');
    expect((await h.ok('GET', '/projects', undefined, key)).projects).toEqual([]);
    const { project } = await h.project({}, key);
    expect(store.contents().projects.map(({ id }) => id)).toEqual([project.id]);
  });
});

const FAULT_FORMS =
  'write {"profile": "realistic"} alone, or {"rules": [...], "starts": {...}} with either or both';

describe('a refused call says what to do', () => {
  it.each<readonly [string, string, unknown, string]>([
    [
      'POST',
      '/clock/advance',
      { by: '4m50s' },
      'by: write one number with one unit such as 90s, 4.5m, 2h or 1d, or whole milliseconds',
    ],
    ...[[], 'realistic', { profiles: 'realistic' }, { profile: 'realistic', rules: [] }].map(
      (body) => ['PUT', '/faults', body, FAULT_FORMS] as const,
    ),
    ['PUT', '/faults', { profile: 'slow' }, 'profile: Invalid input: expected "realistic"'],
    [
      'PUT',
      '/faults',
      { rules: [{ probability: 2 }] },
      'rules.0.probability: Too big: expected number to be <=1',
    ],
  ])('%s %s', async (method, path, body, message) => {
    const h = await Harness.start();
    expect((await h.controlCall(method, path, body)).body).toMatchObject({
      code: 'INVALID_REQUEST',
      message,
    });
  });
});

describe('a snapshot', () => {
  it('restores the same world, which goes on in the same way', async () => {
    const plan = fc.array(anyDoing, { minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(plan, plan, async (before, after) => {
        const { h } = await awake();
        for (const doing of before) await act(h, doing);
        const snapshot = await h.control('GET', '/snapshot');
        const shown = await told(h, h);
        const goOn = async () => {
          for (const doing of after) if (doing.kind !== 'key') await act(h, doing);
          h.pass(HOUR);
          return settled(await told(h, h));
        };
        const once = await goOn();
        await h.control('PUT', '/snapshot', snapshot);
        expect(settled(await told(h, h))).toEqual(settled(shown));
        expect(await goOn()).toEqual(once);
      }),
      runs(12, 60),
    );
  });

  it('can be taken to another service', async () => {
    const { h, one } = await awake();
    const snapshot = await h.control('GET', '/snapshot');
    const other = await Harness.start({ seed: 7 });
    await other.control('PUT', '/snapshot', snapshot);
    expect(await other.ok('GET', one, undefined, h.key)).toEqual(await h.ok('GET', one));
  });

  it('that is invalid changes nothing', async () => {
    const { h, one } = await awake();
    const before = await h.ok('GET', one);
    const frame = { schema: 'tidemark/snapshot', version: 1 };
    for (const body of [
      {},
      frame,
      { ...frame, contents: {} },
      { ...frame, contents: { endpoints: [{}] } },
      [],
    ])
      expect((await h.controlCall('PUT', '/snapshot', body)).status).toBe(422);
    expect(await h.ok('GET', one)).toEqual(before);
  });
});

/** Sorts operations, since those of one millisecond have no order. */
function settled(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    if (!Array.isArray(part?.operations)) return part;
    const operations = part.operations
      .map(({ id: _id, ...rest }: { id: string }) => JSON.stringify(rest))
      .sort();
    return { operations };
  });
}

describe('faults', () => {
  it('affect the calls of their rule, with its status', async () => {
    const { h, one } = await awake();
    const error = { status: 503, code: 'MAINTENANCE', message: 'later' };
    await h.control('PUT', '/faults', { rules: [{ method: 'GET', path: '/projects/*', error }] });
    const answer = await h.call('GET', one);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([503, 'MAINTENANCE', 'later']);
    expect((await h.call('GET', '/projects')).status).toBe(200);
    expect((await h.call('POST', `${one}/restart`)).status).toBe(200);
    expect((await h.call('GET', one, undefined, 'wrong')).status).toBe(401);
    await h.control('PUT', '/faults', { rules: [] });
    expect((await h.call('GET', one)).status).toBe(200);
  });

  it('occur with their probability, the same each time', async () => {
    const struck = async () => {
      const h = await Harness.start();
      await h.control('PUT', '/faults', { rules: [{ probability: 0.25, error: { status: 500 } }] });
      const statuses = [];
      for (let n = 0; n < 400; n++) statuses.push((await h.call('GET', '/regions')).status);
      return statuses;
    };
    const statuses = await struck();
    const share = statuses.filter((status) => status === 500).length / 400;
    expect(share).toBeGreaterThan(0.18);
    expect(share).toBeLessThan(0.32);
    expect(await struck()).toEqual(statuses);
  });

  it.each([
    { profile: 'realistic' },
    { rules: [{ method: 'GET', path: '/projects/*', delay_ms: 5, error: { status: 503 } }] },
    { starts: { takes: { ms: 300 }, failure_share: 0.5 } },
    { starts: { takes: 'measured' } },
    { starts: { takes: 'stated' } },
    { starts: { admission: { refused_share: 0.5, for_ms: 20_000 } } },
  ])('are shown in the form in which they are set: %j', async (faults) => {
    const h = await Harness.start();
    await h.control('PUT', '/faults', faults);
    const shown = await h.control('GET', '/faults');
    await h.control('PUT', '/faults', {});
    expect(await h.control('PUT', '/faults', shown)).toEqual(shown);
    expect(await h.control('GET', '/faults')).toEqual(shown);
  });

  it('of admission let the first client of a wake wait, and refuse further ones until some time after it', async () => {
    const { h, compute, one } = await awake();
    await h.control('PUT', '/faults', {
      starts: { takes: { ms: 2000 }, admission: { refused_share: 1, for_ms: 10 * SECOND } },
    });
    await h.call('POST', `${one}/suspend`);
    h.pass(SECOND);
    const connect = async () => (await h.control('POST', `${compute}/connections`, {})).connections[0];
    const refused = { state: 'refused', sqlstate: 'XX000', message: "Couldn't connect to compute node" };
    expect(await connect()).toMatchObject({ state: 'waiting' });
    expect(await connect()).toMatchObject(refused);
    h.pass(2 * SECOND);
    expect((await h.control('GET', compute)).connections).toBe(1);
    expect(await connect()).toMatchObject(refused);
    h.pass(10 * SECOND);
    expect(await connect()).toMatchObject({ state: 'connected' });
  });

  it.each([0, 2 * SECOND, 13 * SECOND])(
    'of admission refuse as long, if a snapshot is restored %i ms after the first client',
    async (afterMs) => {
      const outcomes = async (restarts: boolean) => {
        const { h, compute, one } = await awake();
        await h.control('PUT', '/faults', {
          starts: { takes: { ms: 2000 }, admission: { refused_share: 1, for_ms: 10 * SECOND } },
        });
        await h.call('POST', `${one}/suspend`);
        h.pass(SECOND);
        await h.control('POST', `${compute}/connections`, {});
        h.pass(afterMs);
        if (restarts) await h.control('PUT', '/snapshot', await h.control('GET', '/snapshot'));
        const found: string[] = [];
        for (let s = 0; s < 15; s++) {
          found.push((await h.control('POST', `${compute}/connections`, {})).connections[0].state);
          h.pass(SECOND);
        }
        return found;
      };
      const found = await outcomes(true);
      expect(found).toEqual(await outcomes(false));
      expect(found.includes('refused')).toBe(afterMs < 13 * SECOND);
    },
  );

  it('of the realistic profile make starts slow, and one call in a thousand fail', async () => {
    const { h, one } = await awake();
    await h.control('PUT', '/faults', { profile: 'realistic' });
    const took: number[] = [];
    for (let n = 0; n < 60; n++) {
      await h.call('POST', `${one}/suspend`);
      h.pass(1000);
      await h.call('POST', `${one}/start`);
      const { operations } = await h.ok('GET', `${one.replace(/\/endpoints.*/, '')}/operations?limit=1`);
      h.pass(20_000);
      const { operation } = await h.ok(
        'GET',
        `${one.replace(/\/endpoints.*/, '')}/operations/${operations[0].id}`,
      );
      took.push(operation.total_duration_ms);
    }
    took.sort((a, b) => a - b);
    expect(took[30]).toBeGreaterThan(1300);
    expect(took[30]).toBeLessThan(2400);
  });
});

describe('connections', () => {
  it('can open, run queries and close', async () => {
    const { h, compute } = await awake();
    const { connections } = await h.control('POST', `${compute}/connections`, { count: 3 });
    const [first] = connections;
    const asked = await h.control('POST', `${compute}/connections/${first.id}/query`, { busy_ms: 5000 });
    expect(asked.compute).toMatchObject({ connections: 3, busy: 1 });
    h.pass(5000);
    expect((await h.control('GET', compute)).busy).toBe(0);
    await h.control('DELETE', `${compute}/connections/${first.id}`);
    expect((await h.controlCall('DELETE', `${compute}/connections/${first.id}`)).status).toBe(404);
    expect(
      (await h.controlCall('POST', `${compute}/connections/${first.id}/query`, { busy_ms: 1 })).status,
    ).toBe(404);
    expect((await h.control('DELETE', `${compute}/connections`)).closed).toBe(2);
    expect((await h.controlCall('GET', '/computes/ep-nothing')).status).toBe(404);
  });

  it('are cut off at once if memory has no room for them', async () => {
    const { h, id, compute } = await awake();
    const { core, settings } = h.service.world.compute(id);
    const usableBytes = settings.limits.ramBytes - KERNEL_BYTES;
    const room = usableBytes - core.machine.nonReclaimableBytes;
    await h.control('PUT', `${compute}/load`, { memory_bytes: room - 1 });
    const { connections } = await h.control('POST', `${compute}/connections`, { busy_ms: 10 });
    expect(connections).toMatchObject([{ state: 'connected' }]);
    expect(await h.control('GET', compute)).toMatchObject({ connections: 0, busy: 0 });
  });

  it('may send a new query while they wait for the pooler, and a snapshot goes on from there', async () => {
    const h = await Harness.start({ assumptions: { poolSize: 1 } });
    const { endpoints } = await h.project();
    const compute = `/computes/${endpoints[0].id}`;
    const wish = { count: 3, pooled: true, busy_ms: 60_000 };
    const { connections } = await h.control('POST', `${compute}/connections`, wish);
    h.pass(1000);
    await h.control('POST', `${compute}/connections/${connections[1].id}/query`, { busy_ms: 1000 });
    expect(await h.control('GET', compute)).toMatchObject({ busy: 1, waiting_in_pool: 2 });
    await h.control('PUT', '/snapshot', await h.control('GET', '/snapshot'));
    expect(await h.control('GET', compute)).toMatchObject({ busy: 1, waiting_in_pool: 2 });
    h.pass(60_000);
    const { sessions } = await h.control('GET', compute);
    const doing = (id: string) => sessions.find((one: { id: string }) => one.id === id).doing;
    // The one that asked anew stands behind the other.
    expect(connections.map(({ id }: { id: string }) => doing(id))).toEqual(['idle', 'waiting', 'waiting']);
    h.pass(59_500);
    expect(await h.control('GET', compute)).toMatchObject({ busy: 1, waiting_in_pool: 0 });
    h.pass(1000);
    expect(await h.control('GET', compute)).toMatchObject({ busy: 0, waiting_in_pool: 0 });
  });

  it('are quick by the ten thousand, also while they wait', async () => {
    const { h, compute, one } = await awake();
    await h.call('POST', `${one}/suspend`);
    h.pass(1000);
    for (let n = 0; n < 8; n++)
      await h.control('POST', `${compute}/connections`, { count: 1000, pooled: true });
    expect((await h.control('GET', compute)).waiting).toBe(8000);
    h.pass(300);
    expect((await h.control('GET', compute)).connections).toBe(8000);
  });
});

describe('the stream of events', () => {
  it('has the events as they happen', async () => {
    const { h, id, one } = await awake();
    const stop = new AbortController();
    const response = await h.fetch(
      new Request('http://localhost/_tidemark/events', {
        headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
        signal: stop.signal,
      }),
      { from: '127.0.0.1', requestId: 'stream' },
    );
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await h.call('POST', `${one}/restart`);
    h.pass(1000);
    stop.abort();
    const text = await response.text();
    const states = [...text.matchAll(/^id: \d+\nevent: state\ndata: (.*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    );
    expect(states.map(({ computeId, state, pending }) => [computeId, state, pending])).toEqual([
      [id, 'active', 'active'],
      [id, 'idle', 'active'],
      [id, 'active', null],
    ]);
    await h.call('POST', `${one}/suspend`);
  });
});

describe('metrics', () => {
  it('are text that Prometheus can read', async () => {
    const { h } = await awake();
    const text = await h.control('GET', '/metrics');
    const samples = new Map<string, number>();
    const typed = new Set<string>();
    for (const line of text.trimEnd().split('\n')) {
      const type = /^# TYPE (\w+) (?:gauge|counter)$/.exec(line)?.[1];
      if (type !== undefined) typed.add(type);
      if (line.startsWith('#')) {
        expect(line).toMatch(/^# (?:HELP|TYPE) [a-z_]+ .+$/);
        continue;
      }
      const [, name, labels = '', value] =
        /^([a-z_]+)(\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? (\S+)$/.exec(line) ?? [];
      expect([line, typed.has(name ?? '')]).toEqual([line, true]);
      expect(Number.isFinite(Number(value))).toBe(true);
      samples.set(`${name}${labels}`, Number(value));
    }
    expect(text.endsWith('\n')).toBe(true);
    expect(samples.get('tidemark_computes{state="active",pending="none"}')).toBe(1);
    expect(samples.get('tidemark_records{kind="projects"}')).toBe(1);
    expect(samples.get('tidemark_clock_seconds')).toBe(h.now / 1000);
  });
});

describe('text that would harm the store or the world', () => {
  it('is refused in a snapshot, and the present world goes on', async () => {
    const h = await Harness.start();
    await h.project({ name: 'kept' });
    const good = await h.control('GET', '/snapshot');
    const spoil = (change: (contents: typeof good.contents) => void) => {
      const snapshot = structuredClone(good);
      change(snapshot.contents);
      return snapshot;
    };
    const setting = (contents: typeof good.contents, id: string) =>
      contents.settings.find((one: { id: string }) => one.id === id);
    const bad = [
      spoil((contents) => {
        setting(contents, 'clock').value = {};
      }),
      spoil((contents) => {
        contents.users = [];
      }),
      spoil((contents) => {
        contents.branches = [];
      }),
      spoil((contents) => {
        contents.endpoints[0].minCu = 99;
      }),
      spoil((contents) => {
        contents.endpoints[0].live.life.state = 'bogus';
      }),
      spoil((contents) => {
        contents.endpoints[0].live.sessions = [{}];
      }),
    ];
    for (const snapshot of bad) {
      const answer = await h.raw('PUT', '/_tidemark/snapshot', {
        headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
        body: JSON.stringify(snapshot),
      });
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_REQUEST']);
      expect((await h.ok('GET', '/projects')).projects).toHaveLength(1);
    }
    await h.control('PUT', '/snapshot', good);
    expect((await h.ok('GET', '/projects')).projects).toHaveLength(1);
  });

  it('is refused in a name', async () => {
    const h = await Harness.start();
    const answer = await h.raw('POST', '/_tidemark/users', {
      headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
      body: '{"name":"a\\u0000b","email":"a@example.com"}',
    });
    expect(answer.status).toBe(422);
  });
});
