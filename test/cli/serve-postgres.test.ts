import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { listens } from './listens.ts';
import { MAIN, serve } from './served.ts';

let taken: Server | null = null;
afterEach(() => {
  taken?.close();
  taken = null;
});

/** Runs a command line that ends by itself. */
function tidemark(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [MAIN, 'serve', '--log', 'off', ...args],
      { env: { ...process.env, ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

async function takenPort(): Promise<number> {
  taken = createServer((socket) => socket.destroy());
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  return (taken.address() as AddressInfo).port;
}

describe('serve, with Postgres', () => {
  test('names --pg-port if its port is taken, and leaves nothing listening', async () => {
    const pgPort = await takenPort();
    const port = pgPort > 60_000 ? pgPort - 1_000 : pgPort + 1_000;
    const { code, out, err } = await tidemark({}, '--port', String(port), '--pg-port', String(pgPort));
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'tidemark: --pg-port: another program listens there already; choose another, or accept no clients of Postgres\n',
    });
    expect(await listens(`http://127.0.0.1:${port}`)).toBe(false);
  });

  test('releases its port and its databases if the port of the API is taken', async () => {
    const port = await takenPort();
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-serve-taken-'));
    try {
      const { code, out, err } = await tidemark({ TMPDIR: folder }, '--port', String(port), '--pg-port', '0');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^tidemark: --port: [^\n]*\n$/);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('is left out by --no-pg', async () => {
    const served = await serve('--log', 'off', '--no-pg');
    expect((served as unknown as { postgres: unknown }).postgres).toBeNull();
    expect(await served.end()).toBe(0);
  });

  test('has no port after 65535', async () => {
    const { code, out, err } = await tidemark({}, '--port', '65535');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^[^\n]*--pg-port[^\n]*\n$/);
  });

  test.each([
    ['postgres://someone:hush-hush@127.0.0.1:1/postgres', /cannot be reached/],
    ['not a url', /--backend-url/],
    ['mysql://someone:hush-hush@127.0.0.1/db', /--backend-url/],
    ['postgres://someone:hush-hush@127.0.0.1:99999/db', /--backend-url/],
  ])('with the backend %s is one clear problem without the password', async (url, problem) => {
    const { code, out, err } = await tidemark({}, '--port', '0', '--backend-url', url);
    expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 });
    expect(err).toMatch(/--backend-url/);
    expect(err).toMatch(problem);
    expect(err).not.toContain('hush');
  });
});
