import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDatabase, SERVER } from '../store/test-database.ts';
import { killRounds } from './rounds.ts';

/** A service that is killed so many times, in a folder and, where there is one, on a PostgreSQL server. */
export function killSuite(kills: number, timeoutMs: number): void {
  const name = `keeps all that it acknowledged, whole, over ${kills} kills`;
  const seed = Number(process.env.FC_SEED ?? 20261120);

  describe('a service in a folder', () => {
    test(
      name,
      async () => {
        const parent = mkdtempSync(join(tmpdir(), 'tidemark-kills-'));
        const place = ['--data', join(parent, 'data')];
        try {
          expect(await killRounds(place, kills, seed)).toBeGreaterThan(10 * kills);
        } finally {
          rmSync(parent, { recursive: true, force: true });
        }
      },
      timeoutMs,
    );
  });

  test.runIf(SERVER !== undefined)(
    `a service on a PostgreSQL server ${name}`,
    async () => {
      const database = await createDatabase();
      try {
        expect(await killRounds(['--database-url', database.url], kills, seed)).toBeGreaterThan(10 * kills);
      } finally {
        await database.drop();
      }
    },
    timeoutMs,
  );

  test.runIf(SERVER === undefined)(
    'a service on a PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
    () => {
      expect(SERVER).toBeUndefined();
    },
  );
}
