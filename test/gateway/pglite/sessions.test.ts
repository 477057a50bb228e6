import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Backend, SessionRequest } from '../../../src/gateway/backend.ts';
import { openPgliteBackend } from '../../../src/gateway/pglite/pglite-backend.ts';
import { type Client, connect, wishFor } from './client.ts';
import {
  bind,
  closeStatement,
  copyData,
  copyDone,
  describeStatement,
  execute,
  flush,
  message,
  parse,
  query,
  sync,
  terminate,
  words,
} from './messages.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openPgliteBackend({ folder: null, waitLimitMs: 300 });
});
afterAll(() => backend.close());

const open: Client[] = [];
afterEach(() => {
  for (const { link } of open.splice(0)) link.close();
});

async function client(wish: Partial<SessionRequest> = {}): Promise<Client> {
  const made = await connect(backend, wish);
  open.push(made);
  return made;
}

describe('a session', () => {
  test('has its database, its role and the parameters of Postgres', async () => {
    const ann = await client({ parameters: new Map([['application_name', `it's \\ "me"`]]) });
    expect(await ann.rows('SELECT current_database(), session_user, current_user')).toEqual([
      'neondb,ann,ann',
    ]);
    expect(Object.fromEntries(ann.link.parameters)).toMatchObject({
      server_version: '18.6',
      server_encoding: 'UTF8',
      client_encoding: 'UTF8',
      is_superuser: 'off',
      session_authorization: 'ann',
      application_name: `it's \\ "me"`,
      standard_conforming_strings: 'on',
      integer_datetimes: 'on',
      TimeZone: 'UTC',
    });
  });

  test('may create tables as the owner, and read those of others as any role', async () => {
    const ann = await client();
    await ann.rows('CREATE TABLE owned (n int); INSERT INTO owned VALUES (1)');
    const bob = await client({ role: 'bob' });
    expect(await bob.rows('SELECT n FROM owned')).toEqual(['1']);
    await expect(bob.rows('CREATE TABLE mine (n int)')).rejects.toThrow(
      '42501 permission denied for schema public',
    );
    await ann.rows('GRANT INSERT ON owned TO bob');
  });

  test('of a read replica can only read', async () => {
    const replica = await client({ readOnly: true });
    await expect(replica.rows('CREATE TABLE late (n int)')).rejects.toThrow(
      '25006 cannot execute CREATE TABLE in a read-only transaction',
    );
  });

  test.each([
    'BEGIN READ WRITE; INSERT INTO guarded VALUES (1); COMMIT',
    'BEGIN; SET TRANSACTION READ WRITE; INSERT INTO guarded VALUES (1); COMMIT',
    'COMMIT; BEGIN READ WRITE; INSERT INTO guarded VALUES (1); COMMIT',
    'SET default_transaction_read_only = off; INSERT INTO guarded VALUES (1)',
    'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; INSERT INTO guarded VALUES (1)',
    'RESET ALL; INSERT INTO guarded VALUES (1)',
    'SET SESSION AUTHORIZATION postgres; SET default_transaction_read_only = off; INSERT INTO guarded VALUES (1)',
    `DO $$BEGIN PERFORM set_config('default_transaction_read_only', 'off', false); COMMIT;
       SET TRANSACTION READ WRITE; INSERT INTO guarded VALUES (1); END$$`,
    `DO $$DECLARE n bigint; BEGIN PERFORM set_config('default_transaction_read_only', 'off', false); COMMIT;
       n := nextval('counted'); END$$`,
    'BEGIN READ WRITE; COMMIT AND CHAIN; INSERT INTO guarded VALUES (1)',
  ])('of a read replica cannot write, whatever it sets: %s', async (text) => {
    const ann = await client();
    await ann.rows('CREATE TABLE IF NOT EXISTS guarded (n int); CREATE SEQUENCE IF NOT EXISTS counted');
    const parameters = new Map([
      ['default_transaction_read_only', 'off'],
      ['options', '-c default_transaction_read_only=off'],
    ]);
    const replica = await client({ readOnly: true, parameters });
    for (const refused of [text, 'INSERT INTO guarded VALUES (2)']) {
      await expect(replica.rows(refused)).rejects.toThrow('25006');
      await replica.ask(query('ROLLBACK'));
    }
    const prepared = [parse('', 'INSERT INTO guarded VALUES (3)'), bind(''), execute(), sync];
    expect((await replica.ask(Buffer.concat(prepared))).join()).toContain('25006');
    expect(await ann.rows('SELECT n FROM guarded')).toEqual([]);
    expect(
      await ann.rows("INSERT INTO guarded VALUES (4); DELETE FROM guarded; SELECT nextval('counted')"),
    ).toHaveLength(1);
  });

  test.each([
    'BEGIN READ ONLY; INSERT INTO written VALUES (1)',
    'BEGIN; SET TRANSACTION READ ONLY; INSERT INTO written VALUES (1)',
    'SET default_transaction_read_only = on; INSERT INTO written VALUES (1)',
    'SET default_transaction_read_only = on; COMMIT; INSERT INTO written VALUES (1)',
  ])('of a primary cannot write in a read-only transaction: %s', async (text) => {
    const ann = await client();
    await ann.rows('CREATE TABLE IF NOT EXISTS written (n int)');
    const [first, ...rest] = text.split('; ') as [string, ...string[]];
    await ann.rows(first);
    await expect(ann.rows(rest.join('; '))).rejects.toThrow('25006');
    await ann.ask(query('ROLLBACK'));
    await ann.rows('SET default_transaction_read_only = off');
    await ann.rows('INSERT INTO written VALUES (2); DELETE FROM written');
    expect(await ann.rows('SHOW transaction_read_only')).toEqual(['off']);
  });

  test('sees the connection limit of its own compute', async () => {
    const small = await client({ maxConnections: 104 });
    const large = await client({ maxConnections: 901, readOnly: true });
    const ways = [
      'SHOW max_connections',
      "SELECT current_setting('max_connections')",
      "SELECT setting FROM pg_settings WHERE name = 'max_connections'",
    ];
    for (const way of ways) {
      expect(await small.rows(way)).toEqual(['104']);
      expect(await large.rows(way)).toEqual(['901']);
    }
  });

  test('cannot fill more of the temporary disk than its limit', async () => {
    const small = await client({ temporaryBytes: 64 * 1024 });
    await expect(
      small.rows("SET work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 100000)"),
    ).rejects.toThrow('53400 temporary file size exceeds "temp_file_limit" (64kB)');
  });

  test('applies its start-up options, and refuses others', async () => {
    const options = '-c statement_timeout=5s --application-name=a\\ b -cwork_mem=1MB';
    const ann = await client({ parameters: new Map([['options', options]]) });
    expect(await ann.rows('SHOW statement_timeout')).toEqual(['5s']);
    expect(await ann.rows('SHOW application_name')).toEqual(['a b']);
    const refusal = (name: string, value: string) =>
      client({ parameters: new Map([[name, value]]) }).catch(({ sqlstate, message: text }) => [
        sqlstate,
        text,
      ]);
    expect(await refusal('nosuch', '1')).toEqual(['42704', 'unrecognized configuration parameter "nosuch"']);
    expect(await refusal('TimeZone', 'x')).toEqual(['22023', 'invalid value for parameter "TimeZone": "x"']);
    expect(await refusal('options', 'what')).toEqual([
      '42601',
      'invalid command-line argument for server process: what',
    ]);
    expect(await refusal('client_encoding', 'LATIN1')).toEqual([
      '0A000',
      'PGlite supports only the client_encoding UTF8, not LATIN1',
    ]);
    expect(await ann.rows('SELECT 1')).toEqual(['1']);
  });
});

describe('the protocol', () => {
  test('skips the rest of a batch after an error', async () => {
    const ann = await client();
    const bad = [parse('', 'SELECT 1/0'), bind(''), execute()];
    const good = [parse('', 'SELECT 2'), bind(''), execute()];
    expect(await ann.ask(Buffer.concat([...bad, ...good, sync, ...good, sync]), 2)).toEqual([
      '1',
      'E 22012 division by zero',
      'Z I',
      '1',
      '2',
      'D 2',
      'C SELECT 1',
      'Z I',
    ]);
  });

  test('answers a Flush, and goes on', async () => {
    const ann = await client();
    ann.link.send(Buffer.concat([parse('flushed', 'SELECT $1::text'), describeStatement('flushed'), flush]));
    expect(await ann.until((seen) => seen.length === 3)).toEqual(['1', 't', 'T']);
    expect(await ann.ask(Buffer.concat([bind('flushed', ['x']), execute(), sync]))).toEqual([
      '2',
      'D x',
      'C SELECT 1',
      'Z I',
    ]);
  });

  test('supports COPY TO STDOUT', async () => {
    const ann = await client();
    expect(await ann.ask(query("COPY (SELECT 1, 'x') TO STDOUT"))).toEqual([
      'H',
      'd 1\tx\n',
      'c',
      'C COPY 1',
      'Z I',
    ]);
  });

  test('supports COPY FROM STDIN, at the pace of the client', async () => {
    const ann = await client();
    await ann.rows('CREATE TABLE copied (n int)');
    ann.link.send(query('COPY copied FROM STDIN'));
    expect(await ann.until((seen) => seen.length > 0)).toEqual(['G']);
    ann.link.send(copyData('1\n2'));
    ann.link.send(copyData('0\n3\n'));
    expect(await ann.ask(copyDone)).toEqual(['C COPY 3', 'Z I']);
    ann.link.send(query('COPY copied FROM STDIN'));
    await ann.until((seen) => seen.length > 0);
    expect(await ann.ask(Buffer.concat([copyData('x\n'), copyData('4\n'), copyDone]))).toEqual([
      'E 22P02 invalid input syntax for type integer: "x"',
      'Z I',
    ]);
    ann.link.send(query('COPY copied FROM STDIN'));
    await ann.until((seen) => seen.length > 0);
    expect(await ann.ask(message('f', 'enough'))).toEqual(['E 57014 COPY from stdin failed: enough', 'Z I']);
    // As libpq sends it: its Sync before the data means nothing.
    ann.link.send(Buffer.concat([parse('', 'COPY copied FROM STDIN'), bind(''), execute(), sync]));
    expect(await ann.until((seen) => seen.length === 3)).toEqual(['1', '2', 'G']);
    expect(await ann.ask(Buffer.concat([copyData('5\n'), copyDone, sync]))).toEqual(['C COPY 1', 'Z I']);
    expect(await ann.rows('SELECT string_agg(n::text, $$ $$ ORDER BY n) FROM copied')).toEqual(['1 3 5 20']);
  });

  test('refuses invalid messages, and other sessions go on', async () => {
    const bob = await client({ role: 'bob' });
    for (const [bytes, finding] of [
      [Buffer.from([0x51, 0, 0, 0, 3]), 'invalid length 3 of a message of type Q'],
      [Buffer.from([0x51, 0x40, 0, 0, 0]), 'invalid length 1073741824 of a message of type Q'],
      [Buffer.from([0x53, 0, 1, 0, 0]), 'invalid length 65536 of a message of type S'],
      [message('p', 'secret'), 'invalid frontend message type 112'],
    ] as const) {
      const ann = await client();
      ann.link.send(bytes);
      expect((await ann.ended())?.message).toBe(finding);
      expect(ann.take()).toEqual([`E 08P01 ${finding}`]);
    }
    expect(await bob.rows('SELECT 1')).toEqual(['1']);
  });

  test('finishes what was sent before Terminate', async () => {
    const ann = await client();
    ann.link.send(Buffer.concat([query('CREATE TABLE parting (n int)'), terminate]));
    expect(await ann.ended()).toBe(null);
    expect(await (await client()).rows('SELECT count(*) FROM parting')).toEqual(['0']);
  });

  test('does not depend on how the bytes are cut', async () => {
    const text = Buffer.concat([
      query("SELECT 'one'; SELECT repeat('x', 20)"),
      parse('cut', 'SELECT $1::int + 1'),
      bind('cut', ['41']),
      execute(),
      closeStatement('cut'),
      sync,
      query('COPY (SELECT 1) TO STDOUT'),
      parse('', 'SELEC'),
      bind(''),
      sync,
      query('BEGIN'),
      query('ROLLBACK'),
    ]);
    const ann = await client();
    const whole = await ann.ask(text, 6);
    expect(whole).toContain('D 42');
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), text.length];
        ends.reduce((from, to) => {
          ann.link.send(text.subarray(from, to));
          return to;
        }, 0);
        expect(await ann.ask(Buffer.alloc(0), 6)).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });
});

describe('sessions that share a database', () => {
  test('keep their roles, settings and statements apart', async () => {
    const ann = await client({ parameters: new Map([['application_name', 'a']]) });
    const bob = await client({ role: 'bob' });
    await ann.rows("SET search_path = '$user', pg_catalog; SET ROLE pg_monitor");
    await bob.rows("SET DateStyle = 'German'");
    for (const [who, value] of [
      [ann, 'a'],
      [bob, 'b'],
    ] as const) {
      expect(await who.ask(Buffer.concat([parse('s1', `SELECT '${value}', $1::text`), sync]))).toEqual([
        '1',
        'Z I',
      ]);
      await who.ask(Buffer.concat([parse('', `SELECT '${value}'`), sync]));
    }
    const asks =
      "SELECT session_user, current_user, current_setting('search_path'), current_setting('DateStyle')";
    for (let round = 0; round < 2; round++) {
      expect(await ann.rows(asks)).toEqual(['ann,pg_monitor,"$user", pg_catalog,ISO, MDY']);
      expect(await bob.rows(asks)).toEqual(['bob,bob,"$user", public,German, DMY']);
      expect(await ann.ask(Buffer.concat([bind('s1', ['1']), execute(), sync]))).toContain('D a,1');
      expect(await bob.ask(Buffer.concat([bind('s1', ['2']), execute(), sync]))).toContain('D b,2');
    }
    expect(await ann.ask(Buffer.concat([bind('s2'), execute(), sync]))).toEqual([
      'E 26000 prepared statement "s2" does not exist',
      'Z I',
    ]);
    expect(await ann.rows('DEALLOCATE s1')).toEqual([]);
    expect(await bob.ask(Buffer.concat([bind('s1', ['3']), execute(), sync]))).toContain('D b,3');
  });

  test('keep their unnamed statement while others use theirs', async () => {
    const ann = await client();
    const bob = await client();
    await ann.ask(Buffer.concat([parse('', "SELECT 'of ann'"), describeStatement(''), sync]));
    await bob.ask(Buffer.concat([parse('', "SELECT 'of bob'"), sync]));
    expect(await ann.ask(Buffer.concat([bind(''), execute(), sync]))).toContain('D of ann');
    expect(await bob.ask(Buffer.concat([bind(''), execute(), sync]))).toContain('D of bob');
    await bob.rows('SELECT 1');
    expect(await bob.ask(Buffer.concat([bind(''), execute(), sync]))).toEqual([
      'E 26000 unnamed prepared statement does not exist',
      'Z I',
    ]);
  });

  test('leave no prepared statements behind', async () => {
    const ann = await client();
    const bob = await client();
    await bob.ask(Buffer.concat([parse('left', 'SELECT 1'), sync]));
    expect(await ann.rows('SELECT name FROM pg_prepared_statements')).toEqual(['left']);
    bob.link.close();
    expect(await ann.rows('SELECT name FROM pg_prepared_statements')).toEqual([]);
  });

  test('have their role again after DISCARD ALL', async () => {
    const ann = await client({ parameters: new Map([['application_name', 'a']]) });
    await ann.rows("SET application_name = 'b'");
    await ann.rows('DISCARD ALL');
    expect(await ann.rows("SELECT session_user, current_setting('application_name')")).toEqual(['ann,a']);
  });

  test("wait for the end of another's transaction, up to a limit", async () => {
    const ann = await client();
    const bob = await client();
    await ann.rows('CREATE TABLE kept (n int)');
    await ann.rows('BEGIN; INSERT INTO kept VALUES (1)');
    const late = bob.ask(query('SELECT count(*) FROM kept'));
    await ann.rows('COMMIT');
    expect(await late).toEqual(['T', 'D 1', 'C SELECT 1', 'Z I']);

    await ann.rows('BEGIN');
    const busy =
      'E 55P03 another session of this branch holds a transaction, and PGlite serves one session at a time';
    const batch = Buffer.concat([parse('', 'SELECT 1'), bind(''), execute(), sync, query('SELECT 2')]);
    expect(await bob.ask(batch, 2)).toEqual([busy, 'Z I', busy, 'Z I']);
    expect(await connect(backend).catch(({ sqlstate, hint }) => [sqlstate, hint])).toEqual([
      '55P03',
      'End that transaction, or start tidemark with --backend-url and a PostgreSQL server.',
    ]);
    await ann.rows('ROLLBACK');
    expect(await bob.rows('SELECT 3')).toEqual(['3']);
  });

  test('are refused up to a Sync that has not arrived yet', async () => {
    const ann = await client();
    const bob = await client();
    await ann.rows('BEGIN');
    bob.link.send(parse('', 'SELECT 1'));
    expect(await bob.until((seen) => seen.length > 0)).toHaveLength(1);
    await ann.rows('COMMIT');
    bob.link.send(Buffer.concat([bind(''), execute()]));
    expect(await bob.ask(Buffer.concat([sync, query('SELECT 4')]), 2)).toEqual([
      'Z I',
      'T',
      'D 4',
      'C SELECT 1',
      'Z I',
    ]);
  });

  test('go on when one of them leaves at any point', async () => {
    const bob = await client();
    await bob.rows('CREATE TABLE middle (n int)');
    for (const middle of [
      query('BEGIN; INSERT INTO middle VALUES (1)'),
      query('COPY middle FROM STDIN'),
      Buffer.concat([parse('', 'INSERT INTO middle VALUES (2)'), bind(''), execute(), flush]),
      Buffer.concat([parse('', 'SELECT 1/0'), bind(''), execute(), flush]),
      query('BEGIN; SELECT 1/0'),
      query('SELECT 1').subarray(0, 7),
    ]) {
      const ann = await client();
      ann.link.send(middle);
      if (middle.length > 7) await ann.until((seen) => seen.length > 0);
      ann.link.close();
      expect(await bob.rows('SELECT count(*) FROM middle')).toEqual(['0']);
    }
  });
});

describe('flow control', () => {
  test('asks a client to wait if it sends faster than PGlite reads', async () => {
    const ann = await client();
    const bob = await client();
    await ann.rows('BEGIN');
    expect(bob.link.send(query(`SELECT length('${'x'.repeat(2 ** 21)}')`))).toBe(false);
    await ann.rows('COMMIT');
    expect(await bob.until((seen) => seen.at(-1) === 'Z I' && bob.drained > 0)).toContain(`D ${2 ** 21}`);
    expect(bob.drained).toBe(1);
  });

  test('buffers answers while a client is paused, and stops Postgres if they are too many', async () => {
    const link = await backend.open(wishFor());
    let [arrived, end] = [0, Buffer.alloc(0)];
    const answered = new Promise<void>((resolve) => {
      link.listen({
        data: (bytes) => {
          arrived += bytes.length;
          end = Buffer.concat([end, bytes]).subarray(-6);
          if (end.length === 6 && end[0] === 0x5a && words(end)[0] === 'Z I') resolve();
        },
        drained: () => {},
        closed: () => {},
      });
    });
    link.pause();
    link.send(query("SELECT repeat('x', 1000) FROM generate_series(1, 40000)"));
    const bob = await client({ place: { branchId: 'br-other', database: 'neondb', owner: 'ann' } });
    expect(await bob.rows('SELECT 1')).toEqual(['1']);
    expect(arrived).toBe(0);
    link.resume();
    await answered;
    expect(arrived).toBeGreaterThan(40_000_000);
    link.close();
  });
});
