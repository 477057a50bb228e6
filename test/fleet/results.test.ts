import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openResults } from '../../src/fleet/index.ts';
import { createDatabase, SERVER } from '../service/store/test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KINDS = [
  ['a folder', async () => ({ place: join(folder, 'new', 'plans'), drop: async () => {} }), true],
  [
    `a PostgreSQL database${SERVER === undefined ? ' (not run: TIDEMARK_TEST_DATABASE_URL is not set)' : ''}`,
    async () => {
      const { url, drop } = await createDatabase();
      return { place: url, drop };
    },
    SERVER !== undefined,
  ],
] as const;

for (const [kind, create, isThere] of KINDS)
  describe.skipIf(!isThere)(`results in ${kind}`, () => {
    test('keep plans and jobs, and replace a plan', async () => {
      const { place, drop } = await create();
      // Several processes begin at the same time.
      const [results, other] = await Promise.all([openResults(place), openResults(place)]);
      try {
        await results.keepJob('first', new Uint8Array());
        expect([await results.result('a'), await results.job('a')]).toEqual([null, null]);
        await Promise.all([results.keepResult('a', 'first'), other.keepResult('b', 'Grüße')]);
        await results.keepResult('a', 'second');
        expect([await other.result('a'), await results.result('b')]).toEqual(['second', 'Grüße']);
        expect(await results.present(['a', 'x', 'b'])).toEqual(new Set(['a', 'b']));
        await results.keepJob('a', new Uint8Array([0, 255, 7]));
        await other.keepJob('a', new Uint8Array([0, 255, 7]));
        expect(Array.from((await other.job('a')) ?? [])).toEqual([0, 255, 7]);
        await other.dropJob('a');
        await other.dropJob('a');
        expect(await results.job('a')).toBeNull();
      } finally {
        await Promise.all([results.close(), other.close()]);
        await drop();
      }
    });
  });

test('a database that cannot be used is a problem', async () => {
  await expect(openResults('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
    /--results: the database cannot be used \(.*ECONNREFUSED.*; check its address/,
  );
});
