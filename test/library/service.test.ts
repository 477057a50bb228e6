import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { factSet } from '../../src/facts/index.ts';
import { serveSettings } from '../../src/library/service/serve-settings.ts';
import { startService } from '../../src/library/service/start-service.ts';
import { type RunningService, type ServeOptions, serve } from '../../src/library/service.ts';
import { ProblemError } from '../../src/problem/index.ts';
import { listens } from '../cli/listens.ts';

/** A folder for temporary files, so that each test sees the files of its own services only. */
const folder = mkdtempSync(join(tmpdir(), 'tidemark-library-'));
vi.stubEnv('TMPDIR', folder);
const running = new Set<RunningService>();

async function started(options: ServeOptions = {}): Promise<RunningService> {
  const service = await serve({ port: 0, clock: 'stopped', ...options });
  running.add(service);
  return service;
}

afterEach(async () => {
  await Promise.all([...running].map((service) => service.close()));
  running.clear();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Asks a new connection, as a client that keeps none does. */
async function ask(connectionString: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

const states = (service: RunningService) => service.computes().map(({ state }) => state);

async function call(service: RunningService, method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The message of the problem that a promise ends with. */
async function problemOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProblemError);
  return (error as ProblemError).message;
}

describe('a service in a test', () => {
  test('falls asleep when the clock is advanced, and a query wakes it', async () => {
    const service = await started();
    const url = await service.postgresUrl();
    expect(states(service)).toEqual(['init']);
    await service.withStarts(ask(url, 'create table visits (n int); insert into visits values (7)'));
    expect(states(service)).toEqual(['active']);
    await service.advance('4m');
    expect(states(service)).toEqual(['active']);
    await service.advance('2m');
    expect(states(service)).toEqual(['idle']);

    const askedAtMs = service.now().getTime();
    expect(await service.withStarts(ask(url, 'select n from visits'))).toEqual([{ n: 7 }]);
    expect(states(service)).toEqual(['active']);
    const wakeMs = service.now().getTime() - askedAtMs;
    expect(wakeMs).toBeGreaterThan(0);
    expect(wakeMs).toBeLessThan(5000);

    // The gateway reports so many changes of a session only now and then.
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    for (let i = 0; i < 50; i++) await client.query('select 1');
    await service.advance('6m');
    expect(states(service)).toEqual(['idle']);
    await client.end();
  });

  test('lets time pass as it is told to, and never by itself if the clock is stopped', async () => {
    const service = await started({ pg: false });
    const at = service.now().getTime();
    for (const duration of ['90s', 500, '1.5m', 0, '2h', '1d']) await service.advance(duration);
    expect(service.now().getTime() - at).toBe(90_000 + 500 + 90_000 + 7_200_000 + 86_400_000);
    expect(service.clock).toBe('stopped');
    for (const [duration, finding] of [
      ['6 minutes', 'found "6 minutes"; write a number with a unit such as 90s, 4.5m, 2h or 1d'],
      [-1, 'found -1; write a number'],
      [Number.NaN, 'found null; write a number'],
      ['36500d', ''],
    ] as const) {
      if (duration === '36500d') for (let i = 0; i < 79; i++) await service.advance(duration);
      expect(await problemOf(service.advance(duration))).toMatch(
        finding === '' ? 'duration: the clock cannot pass the end of the year 9999' : `duration: ${finding}`,
      );
    }
  });

  test('has a management API, a control API and a console', async () => {
    const service = await started({ pg: false, seed: 7 });
    const { status, body } = await call(service, 'POST', '/projects', { project: { name: 'shop' } });
    expect(status).toBe(201);
    const { id } = body.project as { id: string };
    expect(service.computes()).toMatchObject([{ projectId: id, state: 'init', sizeCu: 1, connections: 0 }]);
    const control = await fetch(`${service.controlUrl}/clock`, {
      headers: { authorization: `Bearer ${service.controlToken}` },
    });
    expect(await control.json()).toMatchObject({ now: service.now().toISOString(), mode: 'stopped' });
    expect((await fetch(service.consoleUrl)).status).toBe(200);
    expect([service.store, service.postgres]).toEqual(['memory', null]);
  });

  test('says how to reach a database, by names or ids', async () => {
    const service = await started();
    const url = new URL(await service.postgresUrl());
    expect(url.host).toBe(`${service.postgres?.host}:${service.postgres?.port}`);
    expect([url.username, url.pathname]).toEqual(['neondb_owner', '/neondb']);
    const [compute] = service.computes();
    expect(url.searchParams.get('options')).toBe(`endpoint=${compute?.id}`);
    const pooled = new URL(
      await service.postgresUrl({
        project: compute?.projectId as string,
        branch: 'main',
        database: 'neondb',
        role: 'neondb_owner',
        pooled: true,
      }),
    );
    expect(pooled.searchParams.get('options')).toBe(`endpoint=${compute?.id}-pooler`);
    for (const [place, message] of [
      [{ project: 'shop' }, `project: there is no project "shop"; name one of ${compute?.projectId}`],
      [{ branch: 'dev' }, 'branch: there is no branch "dev"; name one of main'],
      [{ database: 'shop' }, 'database: there is no database "shop"; name one of neondb'],
      [{ role: 'me' }, 'role: there is no role "me"; name one of neondb_owner'],
    ] as const)
      expect(await problemOf(service.postgresUrl(place))).toBe(message);
    await call(service, 'POST', `/projects/${compute?.projectId}/branches`, { branch: { name: 'bare' } });
    expect(await problemOf(service.postgresUrl({ branch: 'bare' }))).toBe(
      'branch: the branch bare has no compute that writes; create one, or name another branch',
    );
    await call(service, 'POST', '/projects', { project: { name: 'second' } });
    expect(await problemOf(service.postgresUrl())).toBe('project: there are 2 projects; name one of them');
    const none = await started({ pg: false });
    expect(await problemOf(none.postgresUrl())).toBe('pg: no clients of Postgres are accepted; accept them');
  });

  test('gives work its own error, and goes on', async () => {
    const service = await started({ pg: false });
    const error = new Error('of the work');
    await expect(service.withStarts(Promise.reject(error))).rejects.toBe(error);
    expect(await service.withStarts(Promise.resolve(7))).toBe(7);
  });

  test('runs beside another one', async () => {
    const [one, other] = await Promise.all([started(), started({ clock: 'real' })]);
    const [url, otherUrl] = await Promise.all([one.postgresUrl(), other.postgresUrl()]);
    await Promise.all([
      one.withStarts(ask(url, "create table place as select 'one' as name")),
      other.withStarts(ask(otherUrl, "create table place as select 'other' as name")),
    ]);
    expect(await ask(url, 'select name from place')).toEqual([{ name: 'one' }]);
    expect(await ask(otherUrl, 'select name from place')).toEqual([{ name: 'other' }]);
    await one.advance('6m');
    expect([states(one), states(other)]).toEqual([['idle'], ['active']]);
    expect([one.clock, other.clock]).toEqual(['stopped', 'real']);
    expect((await call({ ...other, apiKey: one.apiKey }, 'GET', '/users/me')).status).toBe(401);
  });

  test('writes nothing, and gives its log to whoever asks', async () => {
    const written: unknown[] = [];
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        written.push(text);
        return true;
      }),
    );
    const events: string[] = [];
    const service = await started({ log: ({ event }) => events.push(event), pg: false });
    await call(service, 'GET', '/users/me');
    await service.close();
    for (const spy of spies) spy.mockRestore();
    expect(written).toEqual([]);
    expect(events).toEqual(['request', 'stopped']);
  });
});

describe('close', () => {
  test('leaves no port, timer, thread or file', async () => {
    const before = process.getActiveResourcesInfo().sort();
    const service = await started();
    const { url, postgres } = service;
    expect(await listens(url)).toBe(true);
    const database = await service.postgresUrl();
    await service.withStarts(ask(database, 'create table t (n int)'));
    expect(readdirSync(folder)).toHaveLength(1);
    await service.close();
    expect(readdirSync(folder)).toEqual([]);
    expect([await listens(url), await listens(`http://127.0.0.1:${postgres?.port}`)]).toEqual([false, false]);
    await expect.poll(() => process.getActiveResourcesInfo().sort()).toEqual(before);
  });

  test('can be called again, or left to `await using`', async () => {
    const service = await started({ pg: false });
    await service[Symbol.asyncDispose]();
    await service.close();
    await service.ended;
    expect(await listens(service.url)).toBe(false);
    for (const late of [service.advance('1m'), service.postgresUrl()])
      expect(await problemOf(late)).toBe('the service has ended; start another one');
    expect(() => service.computes()).toThrow('the service has ended');
  });
});

describe('a service whose store fails', () => {
  test('closes its ports and ends with a problem', async () => {
    const settings = serveSettings({ port: 0, clock: 'stopped', pg: false });
    const started = await startService(settings, factSet('spec'), null);
    Object.assign(started.service.store, { write: () => Promise.reject(new Error('the disk is gone')) });
    started.service.advance(1000);
    const message =
      'store: memory cannot be written: the disk is gone; repair it and start again; nothing that was answered is lost';
    expect(await problemOf(started.ended)).toBe(message);
    expect(await problemOf(started.close())).toBe(message);
    expect(await listens(started.origin)).toBe(false);
  });
});

describe('a service in memory', () => {
  test('leaves no file anywhere, even while it runs', async () => {
    const service = await started({ pg: false });
    await call(service, 'POST', '/projects', { project: {} });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a service in a folder', () => {
  test('goes on where it was, with a new key beside the old one', async () => {
    const data = join(folder, 'data');
    const first = await started({ data, pg: false });
    const { body } = await call(first, 'POST', '/projects', { project: { name: 'kept' } });
    await first.close();
    const again = await started({ data, pg: false });
    expect(again.controlToken).toBe(first.controlToken);
    expect(again.now()).toEqual(first.now());
    for (const apiKey of [first.apiKey, again.apiKey])
      expect((await call({ ...again, apiKey }, 'GET', '/projects')).body).toMatchObject({
        projects: [{ id: (body.project as { id: string }).id }],
      });
    expect(again.apiKey).not.toBe(first.apiKey);
    expect(await problemOf(serve({ port: 0, data, pg: false }))).toMatch(/is in use by pid/);
    await again.close();
    rmSync(data, { recursive: true });
  });
});

describe('an option', () => {
  test.each<[object, string]>([
    [{ port: 70_000 }, 'port: found 70000; write a port from 0 to 65535'],
    [{ port: '4010' }, 'port: found "4010"; write a port from 0 to 65535'],
    [{ pgPort: 1.5 }, 'pgPort: found 1.5; write a port from 0 to 65535'],
    [{ port: 65_535 }, 'pgPort: there is no port after 65535; name one'],
    [{ host: ' ' }, 'host: found " "; write an address, or 0.0.0.0 for all of this machine'],
    [{ host: '203.0.113.1' }, 'host: this machine has no such address; name an address of this machine'],
    [
      { allowHost: ['http://a.example'] },
      'allowHost: found ["http://a.example"]; write a list of names such as tidemark.example.com, without a scheme or a port',
    ],
    [{ clock: 'fast' }, 'clock: found "fast"; write real, stopped, or a speed such as 60x'],
    [{ clock: '0x' }, 'clock: found "0x"; write real, stopped, or a speed such as 60x'],
    [
      { facts: 'new' },
      'facts: there is no fact set and no file "new"; use 2026-08, 2026-11, lakebase-2026-03, spec, or a file',
    ],
    [{ plan: 'pro' }, 'plan: found "pro"; write one of free, launch, scale'],
    [{ seed: -1 }, 'seed: found -1; write a whole number of up to 15 digits'],
    [{ pg: 'no' }, 'pg: found "no"; write true or false'],
    [{ controlToken: '' }, 'controlToken: it is empty; write another, or none, and one is made'],
    [{ secret: 7 }, 'secret: it is not a text, or empty; write a text'],
    [{ data: '' }, 'data: found ""; write the path of a folder'],
    [
      { databaseUrl: 'mysql://me:hush@host/db' },
      'databaseUrl: is no address of a PostgreSQL server; give postgres://user:password@host:port/database, with special characters of the password as %23',
    ],
    [
      { backendUrl: 'hush' },
      'backendUrl: is no address of a PostgreSQL server; give postgres://user:password@host:port/database, with special characters of the password as %23',
    ],
    [{ log: 'text' }, 'log: found "text"; write a function of a line'],
    [{ allowHosts: [] }, 'allowHosts: there is no such option; write allowHost'],
    [{ scheme: 'https' }, 'scheme: there is no such option; leave it out'],
    [
      { data: 'a', databaseUrl: 'postgres://host/db' },
      'data, databaseUrl: only one place can keep everything; leave out one',
    ],
    [
      { pg: false, pgPort: 1, backendUrl: 'postgres://host/db' },
      'pgPort, backendUrl: no clients of Postgres are accepted; leave it out, or accept them',
    ],
    [
      { port: -1, clock: 'fast' },
      'port: found -1; write a port from 0 to 65535\nclock: found "fast"; write real, stopped, or a speed such as 60x',
    ],
  ])('that is wrong is a problem that names it: %j', async (options, message) => {
    expect(await problemOf(serve({ port: 0, ...options } as ServeOptions))).toBe(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('whose port is taken is named', async () => {
    const { url } = await started({ pg: false });
    const port = Number(new URL(url).port);
    expect(await problemOf(serve({ port, pgPort: 0 }))).toBe(
      'port: another program listens there already; choose another',
    );
    expect(await problemOf(serve({ port: 0, pgPort: port }))).toBe(
      'pgPort: another program listens there already; choose another, or accept no clients of Postgres',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is undefined counts as left out', async () => {
    const options = { port: 0, pg: false, seed: undefined, data: undefined } as unknown as ServeOptions;
    const service = await started(options);
    expect(service.store).toBe('memory');
  });
});
