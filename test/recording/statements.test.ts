import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { openAsker } from '../../src/recording/asker.ts';
import { type Features, question } from '../../src/recording/statements.ts';

const database = await PGlite.create();
afterAll(() => database.close());

const session = {
  query: async (text: string) => (await database.query(text)).rows,
  close: async () => {},
};

test('a server says what it offers, and answers', async () => {
  const asker = await openAsker(session);
  expect(asker.features).toEqual({
    version: expect.any(Number),
    database: 'postgres',
    statementsSchema: null,
    workingSetSchema: null,
  });
  expect(await asker.ask()).toMatchObject({
    connections: 0,
    active: 0,
    othersIdleMs: null,
    clients: [],
    workingSetBytes: null,
    counters: { transactions: expect.any(Number), temporaryBytes: expect.any(Number), calls: null },
  });
});

test('the working set is asked for where an extension offers it, in whichever schema', async () => {
  await database.exec(`create schema "Neon"; create function "Neon".approximate_working_set_size_seconds(seconds int)
    returns int language sql as 'select seconds'`);
  try {
    const asker = await openAsker(session);
    expect(asker.features.workingSetSchema).toBe('"Neon"');
    // The function of this test answers with the time that it is asked about, in pages.
    expect((await asker.ask()).workingSetBytes).toBe(3600 * 8192);
  } finally {
    await database.exec('drop schema "Neon" cascade');
  }
});

/** Something that answers as pg_stat_statements of a version does: with its columns, and as a function. */
const statements = (time: string) => `create schema stats;
  create function stats.pg_stat_statements(showtext boolean,
    out queryid bigint, out query text, out calls bigint, out ${time} float8) returns setof record
    language sql as $$ values (1::bigint, 'select 1', 5::bigint, 20::float8),
      (2, case when showtext then 'select /* tidemark record */ 1' end, 7, 70) $$`;

test.each([
  [120_004, 'total_time', 5],
  [130_004, 'total_exec_time', 5],
  // From 14 on its own statement is told by its number, which is none of these.
  [140_004, 'total_exec_time', 12],
])('statements of version %i are read by their own columns', async (version, time, calls) => {
  await database.exec(statements(time));
  try {
    const features: Features = {
      version,
      database: 'postgres',
      statementsSchema: 'stats',
      workingSetSchema: null,
    };
    const [row] = (await session.query(question(features))) as { calls: number; sessions: number | null }[];
    expect(row?.calls).toBe(calls);
    expect(row?.sessions === null).toBe(version < 140_000);
  } finally {
    await database.exec('drop schema stats cascade');
  }
});
