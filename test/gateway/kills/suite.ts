import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/workload/index.ts';
import { type Served, serve } from '../../cli/served.ts';
import { nextSeed } from '../server/test-backend.ts';

const CLIENTS = 4;
const url = process.env.TIDEMARK_TEST_DATABASE_URL;

/** A service with real databases that is killed while clients write, so many times. */
export function killedWhileClientsWrite(kills: number): void {
  const name = `keeps every acknowledged insert, over ${kills} kills`;

  test(`PGlite ${name}`, () => killRounds(kills));

  describe.runIf(url !== undefined)('on a PostgreSQL server', () => {
    test(`a service ${name}`, () =>
      killRounds(kills, '--backend-url', url as string, '--seed', String(nextSeed())));
  });
  describe.runIf(url === undefined)(
    'on a PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
    () => {
      test('reports why it is not run', () => expect(url).toBeUndefined());
    },
  );
}

interface Project {
  readonly id: string;
  readonly key: string;
  readonly endpointId: string;
  /** Its URI, but for the port, which is another after each start. */
  readonly uri: string;
}

async function killRounds(kills: number, ...backend: readonly string[]): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'tidemark-gateway-kills-'));
  const draw = randomStream(Number(process.env.FC_SEED ?? 20261120), 'gateway kills');
  const args = ['--log', 'off', '--data', join(parent, 'data'), ...backend];
  const acknowledged = new Set<number>();
  let project: Project | null = null;
  let last = 0;
  try {
    for (let killed = 0; killed <= kills; killed++) {
      const served = await serve(...args);
      try {
        project ??= await create(served);
        expect(await connections(served, project)).toEqual({ connections: 0, waiting: 0 });
        const uri = uriAt(served, project);
        if (killed === 0) await oneQuery(uri, 'create table inserts (n int primary key)');
        else {
          const rows = await oneQuery(uri, 'select n from inserts');
          const found = new Set(rows.map(([n]) => n));
          expect([...acknowledged].filter((n) => !found.has(n))).toEqual([]);
        }
        if (killed === kills) {
          // Its databases in a server go with it.
          await remove(served, project);
          break;
        }
        const before = acknowledged.size;
        const writers = Array.from({ length: CLIENTS }, (_, i) =>
          write(`${uri}${i % 2 === 0 ? '' : '-pooler'}`, () => ++last, acknowledged),
        );
        const most = Math.ceil(draw() * 60);
        while (acknowledged.size < before + most) await pause(1);
        await pause(draw() * 20);
        served.child.kill('SIGKILL');
        // Each of them hears that its server is gone.
        await Promise.all(writers);
      } finally {
        await served.end(killed === kills ? 'SIGINT' : 'SIGKILL');
      }
    }
    expect(acknowledged.size).toBeGreaterThan(kills);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function write(uri: string, next: () => number, acknowledged: Set<number>): Promise<void> {
  const client = new pg.Client({ connectionString: uri });
  client.on('error', () => {});
  try {
    await client.connect();
    for (;;) {
      const n = next();
      await client.query({ name: 'insert', text: 'insert into inserts values ($1)', values: [n] });
      acknowledged.add(n);
    }
  } catch (error) {
    // Only the end of the connection ends it: what Postgres has to say has a code of its own.
    expect((error as { code?: string }).code ?? 'ECONNRESET').toMatch(/^(?:E[A-Z]+|57P0\d)$/);
  }
}

async function create(served: Served): Promise<Project> {
  const answer = await fetch(`${served.url}/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project: { name: 'kills' } }),
  });
  const made = (await answer.json()) as {
    readonly project: { readonly id: string };
    readonly endpoints: readonly [{ readonly id: string }];
    readonly connection_uris: readonly [{ readonly connection_uri: string }];
  };
  const [{ connection_uri: uri }] = made.connection_uris;
  return { id: made.project.id, key: served.key ?? '', endpointId: made.endpoints[0].id, uri };
}

async function remove(served: Served, { id, key }: Project): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${served.url}/projects/${id}`, { method: 'DELETE', headers });
  expect(answer.status).toBe(200);
}

async function connections(served: Served, { endpointId }: Project): Promise<unknown> {
  const answer = await fetch(`${served.control}/computes/${endpointId}`, {
    headers: { authorization: `Bearer ${served.controlToken}` },
  });
  const { connections, waiting } = (await answer.json()) as Record<string, unknown>;
  return { connections, waiting };
}

function uriAt(served: Served, { uri }: Project): string {
  const { postgres } = served as unknown as { readonly postgres: { readonly port: number } };
  return uri.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${postgres.port}`);
}

async function oneQuery(uri: string, text: string): Promise<readonly number[][]> {
  const client = new pg.Client({ connectionString: uri });
  await client.connect();
  try {
    return (await client.query<number[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
