import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/service/index.ts';
import { run } from './run.ts';
import { MAIN, type Served, serve } from './served.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

const call = (served: Served, path: string, key = served.key) =>
  fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

const control = (served: Served, method: string, path: string, body?: unknown) =>
  fetch(`${served.control}${path}`, {
    method,
    headers: { authorization: `Bearer ${served.controlToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The status that a client with this host name gets, as a browser would ask. */
async function statusOf(served: Served, host: string): Promise<number | undefined> {
  const asked = get(`${served.control}/health`, { headers: { host } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** Runs a command line in a process of its own. */
function tidemark(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

describe('serve', () => {
  test('answers, logs each request without a secret, and ends at Ctrl-C with 0', async () => {
    const served = await serve();
    expect([served.store, served.clock]).toEqual(['memory', 'real']);
    expect(served.key).toMatch(/^tdm_[\w-]{43}$/);
    expect((await call(served, '/users/me')).status).toBe(200);
    expect((await call(served, '/users/me', 'tdm_wrong-secret')).status).toBe(401);
    expect(await served.end()).toBe(0);
    expect(served.log()).toMatch(
      /info {2}request requestId=\w+-1 method=GET path=\/api\/v2\/users\/me status=200/,
    );
    expect(served.log()).toContain('status=401');
    expect(served.log()).toContain('stopped');
    expect(served.log()).not.toMatch(/tdm_/);
  });

  test('answers only to its own host names', async () => {
    const served = await serve(
      '--log',
      'off',
      '--no-pg',
      '--allow-host',
      'one.example',
      '--allow-host',
      'two.example',
    );
    const asked = [
      '127.0.0.1',
      'localhost',
      hostname(),
      'one.example',
      'Two.Example:80',
      'three.example',
      'three',
    ];
    const statuses = await Promise.all(asked.map((host) => statusOf(served, host)));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 421, 421]);
    await served.end();
  });

  test('calls an upload that its client breaks off a bad request, not an error of its own', async () => {
    const served = await serve('--no-pg', '--log', 'json');
    const logged = () =>
      served
        .log()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { event: string; status?: number });
    for (const [path, token] of [
      ['/api/v2/projects', served.key],
      ['/_tidemark/snapshot', served.controlToken],
    ]) {
      const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
      await once(socket, 'connect');
      const method = path === '/_tidemark/snapshot' ? 'PUT' : 'POST';
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"project`,
      );
      // The server has to read the request before the client goes.
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.destroy();
    }
    await expect.poll(() => logged().filter(({ event }) => event === 'request').length).toBe(2);
    await served.end();
    expect(logged().map(({ event, status }) => [event, status])).toEqual([
      ['request', 400],
      ['request', 400],
      ['stopped', undefined],
    ]);
  });

  test('writes its log as JSON lines, or not at all', async () => {
    const [json, off] = await Promise.all([serve('--log', 'json'), serve('--log', 'off')]);
    for (const served of [json, off]) {
      await call(served, '/regions');
      await served.end('SIGTERM');
    }
    const lines = json
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event)).toEqual(['request', 'stopped']);
    expect(off.log()).toBe('');
  });

  test('introduces itself in words if nobody asks for JSON', async () => {
    const child = await new Promise<string>((resolve, reject) => {
      const process = execFile('node', [MAIN, 'serve', '--port', '0', '--clock', '60x', '--host', '0.0.0.0']);
      process.stdout?.once('data', (text: string) => {
        process.kill('SIGINT');
        resolve(text);
      });
      process.once('error', reject);
    });
    expect(
      child
        .replaceAll(/\d{4,5}(?=[/,])/g, 'PORT')
        .replace(/[0-9a-f]{32}/, 'TOKEN')
        .replace(/tdm_.*/, 'KEY'),
    ).toBe(
      [
        'API            http://0.0.0.0:PORT/api/v2',
        'console        http://0.0.0.0:PORT/',
        'control API    http://0.0.0.0:PORT/_tidemark',
        'control token  TOKEN',
        'Postgres       127.0.0.1:PORT, databases in PGlite in a temporary folder',
        'store          memory',
        'clock          60x',
        'reachable      from other machines, at 0.0.0.0, without encryption',
        'first API key, shown this once:',
        'KEY',
        '',
      ].join('\n'),
    );
  });

  test('keeps everything in a folder, with its secrets for the owner only', async () => {
    const dir = join(folder, 'data');
    const first = await serve('--data', dir, '--clock', 'stopped', '--log', 'off');
    const key = first.key as string;
    const made = await fetch(`${first.url}/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project: { name: 'kept' } }),
    });
    const { connection_uris } = (await made.json()) as { connection_uris: { connection_uri: string }[] };
    await first.end();
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(['control-token', 'secret']));
    for (const name of ['control-token', 'secret'])
      expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    const again = await serve('--data', dir, '--log', 'off');
    expect([again.key, again.clock, again.controlToken]).toEqual([null, 'stopped', first.controlToken]);
    const { projects } = (await (await call(again, '/projects', key)).json()) as {
      projects: { id: string }[];
    };
    const uri = `/projects/${projects[0]?.id}/connection_uri?database_name=neondb&role_name=neondb_owner`;
    const withoutPort = (text = '') => text.replace(/:\d+\//, '/');
    const { uri: kept } = (await (await call(again, uri, key)).json()) as { uri: string };
    expect(withoutPort(kept)).toBe(withoutPort(connection_uris[0]?.connection_uri));
    const second = await tidemark(['serve', '--data', dir, '--port', '0']);
    expect(second.code).toBe(2);
    expect(second.err).toMatch(/^tidemark: .*data.*\n$/);
    const rescue = await tidemark(['keys', 'create', 'rescue', '--data', dir, '--url', again.url]);
    expect([rescue.code, rescue.out]).toEqual([0, expect.stringMatching(/^tdm_[\w-]{43}\n$/)]);
    expect((await call(again, '/users/me', rescue.out.trim())).status).toBe(200);
    await again.end();
    expect(readFileSync(join(dir, 'control-token'), 'utf8')).not.toContain('tdm_');
  });

  // The next two go on in the same folder: each start of PGlite takes its time.
  test('warns about a lost secret, because passwords have changed', async () => {
    const dir = join(folder, 'data');
    rmSync(join(dir, 'secret'));
    const again = await serve('--no-pg', '--data', dir);
    await again.end();
    expect(again.log()).toContain(`new secret remedy=${dir} had no file "secret", so all passwords`);
  });

  test('ends with 70 if it cannot go on from its store, and leaves nothing listening', async () => {
    const dir = join(folder, 'data');
    const store = await openStore({ folder: dir, url: null });
    const [endpoint] = (await store.load()).endpoints;
    if (endpoint === undefined || endpoint.live.life === null) throw new Error('a compute is there');
    // The life is a day ahead of its own alarms.
    const life = { ...endpoint.live.life, nowMs: endpoint.live.life.nowMs + 86_400_000 };
    const record = { ...endpoint, live: { ...endpoint.live, life } };
    await store.write([{ table: 'endpoints', id: endpoint.id, record }]);
    await store.close();
    const args = ['serve', '--data', dir, '--port', '0', '--pg-port', '0', '--clock', '60x'];
    const { code, err } = await tidemark(args);
    expect(code).toBe(70);
    expect(err).toContain(
      `broken invariant: PGlite in ${dir} holds what a service saves: live of ${endpoint.id} is a valid state; found a past time lies after the snapshot`,
    );
  });

  test('brings the demand of a scenario to its computes', async () => {
    const served = await serve('--scenario', 'scenarios/poller.yaml', '--clock', 'stopped', '--log', 'off');
    await control(served, 'POST', '/clock/advance', { by: '1h' });
    const { computes } = (await (await control(served, 'GET', '/computes')).json()) as {
      computes: { current_state: string }[];
    };
    // A client that comes every ten seconds never lets it sleep.
    expect(computes.map(({ current_state }) => current_state)).toEqual(['active']);
    await served.end();
  });

  test.each([
    [['--clock', 'fast'], 'tidemark: --clock: found "fast"; write real, stopped, or a speed such as 60x\n'],
    [['--scenario', 'none.yaml'], 'tidemark: none.yaml: there is no such file; check the path\n'],
    [
      ['--host', '203.0.113.1'],
      'tidemark: --host: this machine has no such address; name an address of this machine\n',
    ],
    [
      ['--host', ''],
      "tidemark: option '--host <HOST>' argument '' is invalid. Write an address, or 0.0.0.0 for all of this machine.\nSee tidemark serve --help.\n",
    ],
    [
      ['--allow-host', 'http://tidemark.example.com'],
      "tidemark: option '--allow-host <NAME>' argument 'http://tidemark.example.com' is invalid. Write a name such as tidemark.example.com, without a scheme or a port.\nSee tidemark serve --help.\n",
    ],
    [
      ['--port', '70000'],
      "tidemark: option '--port <PORT>' argument '70000' is invalid. Write a port from 0 to 65535.\nSee tidemark serve --help.\n",
    ],
  ])('%j is one clear problem', async (args, message) => {
    const { code, out, err } = await run(['serve', '--port', '0', ...args]);
    expect([code, out, err]).toEqual([2, '', message]);
  });

  test('reports a port that is taken as one clear problem', async () => {
    const served = await serve('--log', 'off');
    // The next port, the default for Postgres clients, may be taken too.
    const { code, err } = await run(['serve', '--port', new URL(served.url).port, '--no-pg']);
    expect([code, err]).toEqual([
      2,
      'tidemark: --port: another program listens there already; choose another\n',
    ]);
    // It ends even if Postgres clients are accepted already.
    const second = spawn(process.execPath, [
      MAIN,
      'serve',
      '--port',
      new URL(served.url).port,
      '--pg-port',
      '0',
    ]);
    const [ended] = await once(second, 'close');
    expect(ended).toBe(2);
    await served.end();
  });

  test('prints the first key at the first start that succeeds', async () => {
    const dir = join(folder, 'late');
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const failed = await run(['serve', '--port', port, '--no-pg', '--data', dir, '--log', 'off']);
    expect([failed.code, failed.out]).toEqual([2, '']);
    taken.close();
    const served = await serve('--log', 'off', '--no-pg', '--data', dir);
    expect(served.key).toMatch(/^tdm_[\w-]{43}$/);
    expect((await call(served, '/users/me')).status).toBe(200);
    await served.end();
  });

  test('refuses flags for Postgres clients if these are not accepted', async () => {
    const { code, err } = await run(['serve', '--no-pg', '--pg-port', '4011']);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("'--no-pg' cannot be used with option '--pg-port"),
    ]);
  });
});

describe('keys', () => {
  test('are created, listed and revoked from the command line', async () => {
    const served = await serve('--log', 'off', '--clock', 'stopped');
    const env = { TIDEMARK_API_KEY: served.key as string, TIDEMARK_URL: served.url };
    const made = await tidemark(['keys', 'create', 'ci'], env);
    expect([made.code, made.err]).toEqual([0, expect.stringMatching(/^key \d+, shown this once\n$/)]);
    const listed = await tidemark(['keys', 'list'], env);
    expect(listed.out.split('\n').map((line) => line.replaceAll(/ {2,}.*/g, ''))).toHaveLength(4);
    expect(listed.out).toMatch(/first key.*\n.*ci /);
    const id = /^\D*(\d+)/.exec(made.err)?.[1] as string;
    expect((await tidemark(['keys', 'revoke', id], env)).out).toBe(`revoked ${id} ci\n`);
    expect((await call(served, '/users/me', made.out.trim())).status).toBe(401);
    const gone = await tidemark(['keys', 'revoke', id], env);
    expect([gone.code, gone.err]).toEqual([
      2,
      expect.stringMatching(/^tidemark: DELETE .*: 404: there is no API key/),
    ]);
    const wrong = await tidemark(['keys', 'list'], { ...env, TIDEMARK_API_KEY: 'tdm_wrong' });
    expect([wrong.code, wrong.err]).toEqual([
      2,
      'tidemark: GET /api/v2/api_keys: 401: the API key is unknown or was revoked; use another key; tidemark keys create --data makes one\n',
    ]);
    const json = JSON.parse((await tidemark(['keys', 'list', '--json'], env)).out) as unknown[];
    expect(json).toHaveLength(1);
    await served.end();
  });

  test('report a server that is down in one line', async () => {
    const { code, err } = await tidemark(['keys', 'list', '--url', 'http://127.0.0.1:1'], {
      TIDEMARK_API_KEY: 'x',
    });
    expect(code).toBe(2);
    expect(err).toMatch(
      /^tidemark: --url: http:\/\/127\.0\.0\.1:1 does not answer \(.*\); start tidemark serve, or name where it listens\n$/,
    );
  });

  test('cannot be used without a key to call the API', async () => {
    const { code, err } = await tidemark(['keys', 'create', 'x'], { TIDEMARK_API_KEY: '' });
    expect([code, err]).toEqual([
      2,
      'tidemark: TIDEMARK_API_KEY: no API key is set; set it to one, or use --data or TIDEMARK_CONTROL_TOKEN\n',
    ]);
  });
});
