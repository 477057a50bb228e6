import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Figure } from '../figure.ts';
import type { Filled } from './fill.ts';
import { type Call, measure } from './load.ts';
import { show } from './reads.ts';

const SECONDS = 20;
const CONNECTIONS = 16;
/** One of this many calls creates a compute. */
const CALLS_PER_CREATION = 10;

/** Measures writes that rename computes and create keys and computes. The store has each one before the answer. */
export async function writeFigures(url: string, filled: Filled, scratch: string): Promise<Figure[]> {
  const bare = await insertsPerSecond(join(scratch, 'bare'));
  const calls = await callsOf(url, filled);
  const ours = await measure({ url, key: filled.key, calls, connections: CONNECTIONS, seconds: SECONDS });
  return [
    {
      name: 'durable writes',
      ours: show(ours),
      reference: `${bare.toFixed(0)} a second (bare inserts)`,
      ratio: bare / ours.perSecond,
      asked: '800 a second, p99 below 50 ms',
    },
  ];
}

async function callsOf(url: string, { key, projectIds }: Filled): Promise<Call[]> {
  const calls: Call[] = [];
  for (let place = 0; place < projectIds.length; place += CALLS_PER_CREATION) {
    const project = `/api/v2/projects/${projectIds[place]}`;
    const answer = await fetch(`${url}${project}/endpoints`, { headers: { authorization: `Bearer ${key}` } });
    const { endpoints } = (await answer.json()) as { endpoints: { id: string; branch_id: string }[] };
    const first = endpoints[0] as { id: string; branch_id: string };
    for (let call = 1; call < CALLS_PER_CREATION; call++)
      calls.push(call % 2 === 0 ? KEY : rename(`${project}/endpoints/${first.id}`));
    const body = JSON.stringify({ endpoint: { branch_id: first.branch_id, type: 'read_only' } });
    calls.push({ method: 'POST', path: `${project}/endpoints`, body });
  }
  return calls;
}

const KEY: Call = { method: 'POST', path: '/api/v2/api_keys', body: JSON.stringify({ key_name: 'key #' }) };

function rename(path: string): Call {
  return { method: 'PATCH', path, body: JSON.stringify({ endpoint: { name: 'name #' } }) };
}

/** Measures sequential inserts of single rows into a folder of PGlite. */
async function insertsPerSecond(folder: string): Promise<number> {
  const db = await PGlite.create(folder);
  await db.exec('create table rows (id bigint primary key, name text not null)');
  let rows = 0;
  const insert = () => db.query('insert into rows values ($1, $2)', [rows++, `name ${rows}`]);
  for (const untilMs = performance.now() + 1000; performance.now() < untilMs; ) await insert();
  rows = 1_000_000;
  const startMs = performance.now();
  while (performance.now() < startMs + 4000) await insert();
  const perSecond = (rows - 1_000_000) / ((performance.now() - startMs) / 1000);
  await db.close();
  rmSync(folder, { recursive: true });
  return perSecond;
}
