import { describe, expect, test } from 'vitest';
import { csvLine, type Entry, logLine } from './postgres-logs.ts';
import { read, refusal, zipped } from './read.ts';
import { MIDNIGHT } from './traces.ts';

const SHOP = { user: 'shop', database: 'shop', application: 'web', host: '10.0.0.7' };
const WHO = { session: '67c3a1f0.7', ...SHOP };
const DAY: readonly Entry[] = [
  { ms: 500, message: 'connection received: host=10.0.0.7 port=50123', pid: 7, tag: '' },
  {
    ...SHOP,
    ms: 510,
    message:
      'connection authorized: user=shop database=shop application_name=web SSL enabled (protocol=TLSv1.3)',
  },
  {
    ...SHOP,
    ms: 1250,
    message: "duration: 500.500 ms  statement: select *\nfrom orders where name = 'O''Hara, \"x\"'",
  },
  { ...SHOP, ms: 1300, message: 'duration: 0.100 ms  parse <unnamed>: select $1' },
  { ...SHOP, ms: 1310, message: 'duration: 0.100 ms  bind <unnamed>: select $1' },
  { ...SHOP, ms: 1320, message: 'duration: 20 ms  execute <unnamed>: select $1' },
  { ...SHOP, ms: 1330, message: 'temporary file: path "base/pgsql_tmp/pgsql_tmp7.0", size 1048576' },
  {
    ...SHOP,
    ms: 3000,
    message: 'disconnection: session time: 0:00:02.490 user=shop database=shop host=10.0.0.7 port=50123',
  },
];
const EVENTS = [
  { atMs: MIDNIGHT + 510, kind: 'connect', ...WHO },
  {
    atMs: MIDNIGHT + 749,
    kind: 'query',
    ...WHO,
    durationMs: 500.5,
    query: 'select * from orders where name = ?',
  },
  { atMs: MIDNIGHT + 1300, kind: 'query', ...WHO, durationMs: 20, query: 'select ?' },
  { atMs: MIDNIGHT + 3000, kind: 'disconnect', ...WHO, durationMs: 2490 },
];
const csv = (entries: readonly Entry[], columns?: number) =>
  entries.map((entry) => csvLine(entry, columns)).join('');
const lines = (entries: readonly Entry[]) => entries.map(logLine).join('');

describe('the log of a server', () => {
  test.each([22, 23, 24, 26])('is read from a csvlog with %i columns', async (columns) => {
    const { head, times, values, events, notes, skipped } = await read(csv(DAY, columns));
    // Before Postgres 9 csvlog has no column for the application; only the entry of its connection has it.
    expect(events).toEqual(EVENTS);
    expect(times).toEqual([0, 1, 3].map((second) => MIDNIGHT + second * 1000));
    const byColumn = Object.fromEntries(head.columns.map(({ quantity }, at) => [quantity, values[at]]));
    expect(byColumn).toEqual({
      queries: [0, 2, 0],
      queryMs: [Number.NaN, (500.5 + 20) / 2, Number.NaN],
      activeConnections: [expect.closeTo(0.2505), expect.closeTo(0.27), 0],
      newConnections: [1, 0, 0],
      connections: [1, 1, 1],
      temporaryBytes: [0, 1048576, 0],
    });
    expect([notes, skipped]).toEqual([[], {}]);
  });

  test('gives the same from lines as from csvlog, if their prefix has the same fields', async () => {
    const of = await read(lines(DAY));
    const session = '7';
    expect(of.events).toEqual(EVENTS.map((event) => ({ ...event, session })));
    expect(of.notes).toEqual(["The lines were read with log_line_prefix '%m [%p] %q%u@%d/%a '."]);
    const table = await read(csv(DAY));
    expect([of.times, of.values]).toEqual([table.times, table.values]);
  });

  test.each([
    ['in a column', { application: 'tidemark record' }],
    ['where it connects only', {}],
  ])("omits the activity of tidemark's recorder, which has its name %s", async (_, named) => {
    const own = { user: 'shop', database: 'shop', pid: 9, host: '10.0.0.9' };
    const asked = { ...own, ...named };
    const recorder: Entry[] = [
      { ...own, ms: 600, message: 'connection received: host=10.0.0.9 port=50124', tag: '' },
      {
        ...own,
        ms: 610,
        message: 'connection authorized: user=shop database=shop application_name=tidemark record',
      },
      { ...asked, ms: 1200, message: 'duration: 1.5 ms  statement: select /* tidemark record */ a.* from a' },
      { ...asked, ms: 1400, message: 'temporary file: path "base/pgsql_tmp/pgsql_tmp9.0", size 10' },
      {
        ...asked,
        ms: 2500,
        message: 'disconnection: session time: 0:00:01.890 user=shop database=shop host=10.0.0.9 port=50124',
      },
    ];
    const both = [...DAY, ...recorder].sort((one, other) => one.ms - other.ms);
    const left = "Left out: 4 entries of tidemark's own recorder, which are no demand.";
    for (const form of [csv, lines]) {
      const alone = await read(form(DAY));
      const beside = await read(form(both));
      expect([beside.times, beside.values]).toEqual([alone.times, alone.values]);
      expect(beside.events).toEqual(alone.events);
      expect(beside.notes).toEqual([...alone.notes, left]);
    }
  });

  test('is the same in pieces and in gzip', async () => {
    for (const text of [csv(DAY), lines(DAY)]) {
      const whole = await read(text);
      const bytes = Buffer.from(text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
        bytes.subarray(at * 7, at * 7 + 7),
      );
      expect(await read(pieces)).toEqual(whole);
      expect(await read(zipped(text))).toEqual(whole);
      expect(await read(text.replaceAll('\n', '\r\n').replaceAll('select *\r\n', 'select *\n'))).toEqual(
        whole,
      );
    }
  });

  test.each([
    ['%m [%p] ', '2026-03-02 00:00:01.000 UTC [7] LOG:  '],
    ['%t [%p]: ', '2026-03-02 00:00:01 UTC [7]: LOG:  '],
    ['%m [%p] %q%u@%d ', '2026-03-02 00:00:01.000 UTC [7] shop@shop LOG:  '],
    ['%t:%r:%u@%d:[%p]:', '2026-03-02 00:00:01 UTC:10.0.0.7(50123):shop@shop:[7]:LOG:  '],
    [
      '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
      '2026-03-02 00:00:01 UTC [7]: [3-1] user=shop,db=shop,app=web,client=10.0.0.7 LOG:  ',
    ],
    [
      '%m [%p]: app=%a,user=%u,db=%d,client=%h ',
      '2026-03-02 00:00:01.000 UTC [7]: app=web,user=shop,db=shop,client=10.0.0.7 LOG:  ',
    ],
  ])('may have the prefix %s', async (prefix, begin) => {
    const { events, notes } = await read(`${begin}duration: 1 ms  statement: select 1\n`);
    const known = Object.fromEntries(
      Object.entries(SHOP).filter(
        ([name]) =>
          prefix.includes({ user: '%u', database: '%d', application: '%a' }[name] ?? '%h') ||
          (name === 'host' && prefix.includes('%r')),
      ),
    );
    expect(events).toEqual([
      { atMs: MIDNIGHT + 999, kind: 'query', session: '7', ...known, durationMs: 1, query: 'select ?' },
    ]);
    expect(notes[0]).toBe(`The lines were read with log_line_prefix '${prefix}'.`);
  });

  test('needs its prefix if it is not a known one', async () => {
    const text = '|7|1772409601.000|  shop|LOG:  duration: 1 ms  statement: select 1\n';
    expect(await refusal(text)).toBe(
      'load.csv:1: this is a Postgres log with an unknown line prefix; ' +
        "give what SHOW log_line_prefix prints, as in ‹logPrefix› '%m [%p] %q%u@%d '",
    );
    const { events } = await read(text, { logPrefix: '|%p|%n|%6u|' });
    expect(events).toMatchObject([{ atMs: MIDNIGHT + 999, session: '7', user: 'shop' }]);
    expect(await refusal(text, { logPrefix: '%p %y' })).toBe(
      '‹logPrefix›: "%y" is no escape of log_line_prefix; write what SHOW log_line_prefix prints',
    );
    expect(await refusal(text, { logPrefix: '%p ' })).toBe(
      '‹logPrefix›: a line has no time: there is no %t, %m or %n; ' +
        'write what SHOW log_line_prefix prints; without a time a log is no trace',
    );
  });
});

describe('queries', () => {
  const queriesOf = async (entries: readonly Entry[]) => {
    const { events, notes } = await read(csv(entries.map((entry) => ({ ...SHOP, ...entry }))));
    return {
      queries: events.map(({ atMs, durationMs, query }) => [atMs - MIDNIGHT, durationMs, query]),
      notes: notes.filter((note) => !note.startsWith('Not logged')),
    };
  };

  test('a statement that is logged before its duration is one query, which starts when it was logged', async () => {
    const { queries, notes } = await queriesOf([
      { ms: 1000, message: 'statement: select 1' },
      { ms: 1100, message: 'duration: 99 ms' },
      { ms: 1200, message: 'execute a: select $1' },
      { ms: 1300, message: 'execute b/p: select 2, $1' },
      { ms: 1400, message: 'duration: 50 ms' },
    ]);
    expect(queries).toEqual([
      [1000, 99, 'select ?'],
      [1200, undefined, 'select ?'],
      [1300, 50, 'select ?'],
    ]);
    expect(notes).toEqual([]);
  });

  test('durations of parse and bind are not queries', async () => {
    const { queries } = await queriesOf([
      { ms: 1000, message: 'duration: 1 ms', tag: 'PARSE' },
      { ms: 1001, message: 'duration: 1 ms', tag: 'BIND' },
      { ms: 1002, message: 'duration: 1 ms', tag: 'SELECT' },
    ]);
    expect(queries).toEqual([[1001, 1, undefined]]);
  });

  test('plans count as queries if nothing else does, and a note says that only slow ones are logged', async () => {
    const plan = 'duration: 30 ms  plan:\nQuery Text: select 7\nResult  (cost=0.00..0.01 rows=1 width=4)';
    const alone = await queriesOf([{ ms: 1000, message: plan }]);
    expect(alone.queries).toEqual([[970, 30, 'select ?']]);
    expect(alone.notes).toEqual([
      'Queries come from auto_explain, which logs only those slower than its threshold.',
    ]);
    const both = await queriesOf([
      { ms: 900, message: 'duration: 1 ms  statement: select 6' },
      { ms: 1000, message: plan },
      { ms: 1001, message: 'duration: 31 ms  statement: select 7' },
    ]);
    expect(both.queries).toHaveLength(2);
  });

  test('a note reports a threshold if the shortest of many durations is long', async () => {
    const { notes } = await queriesOf(
      Array.from({ length: 60 }, (_, at) => ({
        ms: at * 1000,
        message: `duration: ${250 + at} ms  statement: select 1`,
      })),
    );
    expect(notes).toEqual(['No query is faster than 250 ms: probably only slower ones are logged.']);
  });

  test('are in the order of their starts', async () => {
    const minute = 60_000;
    const { queries } = await queriesOf([
      { ms: 20 * minute, message: 'duration: 10 ms  statement: a' },
      { ms: 22 * minute, message: `duration: ${3 * minute} ms  statement: b` },
      { ms: 23 * minute, message: 'duration: 1 ms  statement: c' },
    ]);
    expect(queries.map(([, , query]) => query)).toEqual(['b', 'a', 'c']);
  });
});

describe('clients', () => {
  test('connected before the log count from their first entry, and refused ones are counted in a note', async () => {
    const at = (ms: number, pid: number, message: string): Entry => ({ ...SHOP, ms, pid, message });
    const { values, head, notes } = await read(
      csv([
        at(1000, 1, 'duration: 1 ms  statement: select 1'),
        at(2000, 2, 'connection authorized: user=shop database=shop'),
        { ms: 2500, message: 'sorry, too many clients already', severity: 'FATAL', pid: 3 },
        {
          ms: 2600,
          message: 'remaining connection slots are reserved for roles with the SUPERUSER attribute',
          severity: 'FATAL',
          pid: 4,
        },
        at(3000, 1, 'disconnection: session time: 1:00:00.000 user=shop database=shop host=[local]'),
        at(4000, 2, 'duration: 1 ms  statement: select 1'),
        { ms: 5000, message: 'database system is ready to accept connections', pid: 5 },
      ]),
    );
    const connections = head.columns.findIndex(({ quantity }) => quantity === 'connections');
    // A query that ended with the first second began in the one before, of which nobody knows.
    expect(values[connections]).toEqual([Number.NaN, 1, 2, 2, 1, 1]);
    expect(notes).toEqual([
      'Not logged: temporary files (log_temp_files).',
      'Clients refused for lack of connections: 2.',
    ]);
  });
});

describe('times', () => {
  const timeOf = async (time: string, timezone = 'UTC') => {
    const { events, notes } = await read(`${time} [7] LOG:  duration: 0 ms  statement: select 1\n`, {
      timezone,
    });
    return [events[0]?.atMs, notes.filter((note) => note.startsWith('Times in'))];
  };

  test.each([
    ['2026-03-02 09:00:00.123 UTC', '2026-03-02T09:00:00.123Z'],
    ['2026-03-02 09:00:00.123 CET', '2026-03-02T08:00:00.123Z'],
    ['2026-10-25 02:30:00.000 CEST', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 02:30:00.000 CET', '2026-10-25T01:30:00.000Z'],
    ['2026-03-02 09:00:00.123 +0545', '2026-03-02T03:15:00.123Z'],
    ['2026-03-02 09:00:00.123 -03', '2026-03-02T12:00:00.123Z'],
  ])('%s', async (time, instant) => {
    expect(await timeOf(time, 'America/New_York')).toEqual([Date.parse(instant), []]);
  });

  test('with an ambiguous zone are local to ‹timezone›', async () => {
    expect(await timeOf('2026-03-02 09:00:00.123 CST', 'Asia/Shanghai')).toEqual([
      Date.parse('2026-03-02T01:00:00.123Z'),
      ['Times in CST were read as local to Asia/Shanghai; set their zone with ‹timezone›.'],
    ]);
  });
});

describe('incomplete entries are skipped and counted', () => {
  const whole = csvLine({ ...SHOP, ms: 1000, message: 'duration: 1 ms  statement: select 1' });
  const other = csvLine({ ...SHOP, ms: 2000, message: 'duration: 1 ms  statement: select "a\nb"' });
  const cut = (text: string, at: number) => text.slice(0, at);

  test.each([
    ['half an entry at the beginning', other.slice(60) + whole, 1, 1],
    ['half an entry at the beginning, within quotes', other.slice(other.indexOf('b"')) + whole, 1, 1],
    ['half an entry at the end', whole + cut(other, 120), 1, 2],
    ['half an entry at the end, within quotes', whole + cut(other, other.indexOf('b"')), 1, 2],
    [
      'half an entry in the middle, within quotes',
      cut(other, other.indexOf('\nb"') + 1) + whole + other,
      2,
      1,
    ],
    ['too few columns', `${whole}2026-03-02 00:00:01.000 UTC,"a","b"\n${other}`, 2, 2],
    [
      'no time',
      `${whole}${other.replace('2026-03-02 00:00:02.000 UTC', '2026-02-30 00:00:02.000 UTC')}`,
      1,
      2,
    ],
    ['lines of another program', `${whole}rsync: done\nrsync: done\n${other}`, 2, 2],
  ])('csvlog: %s', async (_, text, queries, line) => {
    const { events, skipped } = await read(text);
    expect([events.length, skipped]).toEqual([queries, { 'incomplete entries': 1 }]);
    expect(await refusal(text, { strict: true })).toBe(
      `load.csv:${line}: incomplete entries; correct the file, or leave out ‹strict› to skip and count such faults`,
    );
  });

  test('lines: an incomplete first entry, and lines of other programs', async () => {
    const line = logLine({ ...SHOP, ms: 1000, message: 'duration: 1 ms  statement: select 1' });
    const text = `\twhere id = 7\n${line}rsync: done\n${line}${line.slice(0, 20)}`;
    const { events, skipped } = await read(text);
    expect([events.length, skipped]).toEqual([2, { 'incomplete entries': 3 }]);
  });

  test('lines that continue an entry of no interest are ignored without counting', async () => {
    const statement = logLine({ ...SHOP, ms: 1000, message: 'select\n1', severity: 'STATEMENT' });
    const { skipped } = await read(
      logLine({ ...SHOP, ms: 1000, message: 'syntax error', severity: 'ERROR' }) + statement,
    );
    expect(skipped).toEqual({});
  });

  test('entries that are much earlier than others are skipped', async () => {
    const late = csvLine({ ...SHOP, ms: 10 * 60_000, message: 'duration: 1 ms  statement: select 1' });
    const { events, skipped } = await read(late + whole + late);
    expect([events.length, skipped]).toEqual([
      2,
      { 'entries more than 5 minutes earlier than an entry before': 1 },
    ]);
  });

  test('‹map› is refused for a log', async () => {
    expect(await refusal(whole, { map: ['cpu=1'] })).toBe(
      'load.csv: a log of Postgres has no columns to map; leave ‹map› out',
    );
  });
});
