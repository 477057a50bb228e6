import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { serve } from '../cli/served.ts';

const parent = mkdtempSync(join(tmpdir(), 'tidemark-modes-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** The permissions of others on a folder and all that is in it. */
function openToOthers(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => join(folder, one));
  return [folder, ...entries].filter((path) => {
    const stat = lstatSync(path);
    return !stat.isSymbolicLink() && (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
  });
}

test('a store and the databases of branches are readable only by their owner, even those of an earlier version', async () => {
  const folder = join(parent, 'data');
  const victim = join(parent, 'victim');
  const first = await serve('--data', folder, '--log', 'off');
  const headers = { authorization: `Bearer ${first.key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown) =>
    (await fetch(`${first.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const made = (await post('/projects', { project: { name: 'a' } })) as {
    project: { id: string };
    connection_uris: { connection_uri: string }[];
  };
  const connectionString = made.connection_uris[0]?.connection_uri.replace('=require', '=no-verify');
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('create table t (n int); insert into t values (1)');
  await post(`/projects/${made.project.id}/branches`, { branch: { name: 'b' } });
  await client.end();
  await first.end();
  expect(readdirSync(join(folder, 'branches', 'data')).length).toBeGreaterThan(1);
  expect(openToOthers(folder)).toEqual([]);

  for (const entry of [folder, join(folder, 'pg'), join(folder, 'branches')]) chmodSync(entry, 0o755);
  for (const entry of [join('pg', 'PG_VERSION'), 'secret', join('branches', 'data', '1', 'PG_VERSION')])
    chmodSync(join(folder, entry), 0o666);
  writeFileSync(victim, '', { mode: 0o644 });
  symlinkSync(victim, join(folder, 'link'));
  const again = await serve('--data', folder, '--log', 'off');
  expect(openToOthers(folder)).toEqual([]);
  await again.end();
  expect(lstatSync(victim).mode & 0o777).toBe(0o644);
});
