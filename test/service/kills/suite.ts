import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase, SERVER } from '../store/test-database.ts';
import { killRounds } from './rounds.ts';

const SEED = Number(process.env.FC_SEED ?? 20261120);

/** A service in a folder that is killed this many times. */
export function folderKills(kills: number): void {
  test(`a service in a folder ${keeps(kills)}`, async () => {
    const parent = mkdtempSync(join(tmpdir(), 'tidemark-kills-'));
    const place = ['--data', join(parent, 'data')];
    try {
      expect(await killRounds(place, kills, SEED)).toBeGreaterThan(10 * kills);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
}

/** A service on a PostgreSQL server, if there is one, that is killed this many times. */
export function serverKills(kills: number): void {
  test.runIf(SERVER !== undefined)(`a service on a PostgreSQL server ${keeps(kills)}`, async () => {
    const database = await createDatabase();
    try {
      expect(await killRounds(['--database-url', database.url], kills, SEED)).toBeGreaterThan(10 * kills);
    } finally {
      await database.drop();
    }
  });

  test.runIf(SERVER === undefined)(
    'a service on a PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
    () => {
      expect(SERVER).toBeUndefined();
    },
  );
}

function keeps(kills: number): string {
  return `keeps all acknowledged calls, none of them in part, over ${kills} kills`;
}
