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

test('a server reports its features and answers the question', async () => {
  const asker = await openAsker(session);
  expect(asker.features).toEqual({
    version: expect.any(Number),
    database: 'postgres',
    statementsSchema: null,
    kcacheSchema: null,
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

test('the working set is asked for if an extension offers it, in whichever schema', async () => {
  await database.exec(`create schema "Neon"; create function "Neon".approximate_working_set_size_seconds(seconds int)
    returns int language sql as 'select seconds'`);
  try {
    const asker = await openAsker(session);
    expect(asker.features.workingSetSchema).toBe('"Neon"');
    // The function of this test returns its argument, in pages.
    expect((await asker.ask()).workingSetBytes).toBe(3600 * 8192);
  } finally {
    await database.exec('drop schema "Neon" cascade');
  }
});

/** A stand-in for pg_stat_statements of a version, with its columns, as a function. */
const statements = (time: string) => `create schema stats;
  create function stats.pg_stat_statements(showtext boolean,
    out queryid bigint, out query text, out calls bigint, out ${time} float8) returns setof record
    language sql as $$ values (1::bigint, 'select 1', 5::bigint, 20::float8),
      (2, case when showtext then 'select /* tidemark record */ 1' end, 7, 70) $$`;

test.each([
  [120_004, 'total_time', 5],
  [130_004, 'total_exec_time', 5],
  // From version 14 on, the recorder's statement is known by its query id, which is none of these.
  [140_004, 'total_exec_time', 12],
])('statements of version %i are read by their own columns', async (version, time, calls) => {
  await database.exec(statements(time));
  try {
    const features: Features = {
      version,
      database: 'postgres',
      statementsSchema: 'stats',
      kcacheSchema: null,
      workingSetSchema: null,
    };
    const [row] = (await session.query(question(features))) as { calls: number; sessions: number | null }[];
    expect(row?.calls).toBe(calls);
    expect(row?.sessions === null).toBe(version < 140_000);
  } finally {
    await database.exec('drop schema stats cascade');
  }
});

/** A stand-in for pg_stat_kcache, of which a function is enough: https://github.com/powa-team/pg_stat_kcache */
const KCACHE = `create schema kernel;
  create function kernel.pg_stat_kcache(out queryid bigint, out top bool, out userid oid, out dbid oid,
    out plan_user_time float8, out plan_system_time float8, out exec_user_time float8, out exec_system_time float8)
    returns setof record language sql as $$ values
      (1::bigint, true, 10::oid, 5::oid, null::float8, null::float8, 1.5::float8, 0.25::float8),
      (2, true, 10, 5, 0.125, 0.125, 2, 0),
      (2, false, 10, 5, 0, 0, 40, 0) $$`;

test('CPU time is asked for if pg_stat_kcache counts it, and nested statements count once', async () => {
  await database.exec(`${KCACHE}; set pg_stat_kcache.linux_hz = 1000`);
  try {
    const asker = await openAsker(session);
    // A library that is not loaded has no settings in pg_settings.
    expect(asker.features.kcacheSchema).toBeNull();
    expect((await asker.ask()).counters.cpuMs).toBeNull();
    const features: Features = { ...asker.features, version: 140_004, kcacheSchema: 'kernel' };
    const [row] = (await session.query(question(features))) as { cpu_ms: number }[];
    expect(row?.cpu_ms).toBe(4000);
    const [before] = (await session.query(question({ ...features, version: 130_004 }))) as { cpu_ms: null }[];
    expect(before?.cpu_ms).toBeNull();
  } finally {
    await database.exec('drop schema kernel cascade');
  }
});
