import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPgSettings } from '../../src/service/world/pg-settings.ts';
import { SESSION_SETTINGS } from '../../src/service/world/session-settings.ts';
import { SERVER } from './store/test-database.ts';

/** Values that some kind of setting takes, and values that look like them. */
const VALUES = [
  ...['on', 'OFF', 'of', 'tru', 'Yes', 'n', '1', '0', 'o', 'onn', 'maybe', ''],
  ...['64', '-1', '+3', ' 7 ', '0x10', '1.5', '.5', '5.', '1e2', 'abc', '12abc', '1,5', '--1'],
  ...['64kB', '64 MB', '1GB', '1.5GB', '8192B', '64mb', '64KB', '64K', 'MB'],
  ...['30s', '5min', '2 h', '100us', '1.5s', '30sec', '5m', 's'],
];

type Ask = (text: string, values?: string[]) => Promise<{ rows: Record<string, unknown>[] }>;
interface Postgres {
  readonly ask: Ask;
  readonly end: () => Promise<unknown>;
}

const SERVERS: Readonly<Record<string, (() => Promise<Postgres>) | null>> = {
  PGlite: async () => {
    const db = await PGlite.create();
    return { ask: (text, values) => db.query(text, values), end: () => db.close() };
  },
  'a PostgreSQL server': SERVER === undefined ? null : () => client(SERVER as string),
};

async function client(url: string): Promise<Postgres> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  return { ask: (text, values) => db.query(text, values), end: () => db.end() };
}

describe.each(Object.entries(SERVERS))('settings of %s', (_, open) => {
  let db: Postgres;
  beforeAll(async () => {
    if (open !== null) db = await open();
  });
  afterAll(async () => {
    if (open !== null) await db.end();
  });

  test.skipIf(open === null)('match its view pg_settings: kinds, units, ranges and words', async () => {
    const { rows } = await db.ask(
      'select lower(name) as name, vartype, unit, min_val, max_val, enumvals from pg_settings',
    );
    const isNarrow = rows.some(({ name, max_val }) => name === 'work_mem' && max_val === NARROW_KB);
    const known = rows.filter(({ name }) => SESSION_SETTINGS.has(name as string));
    expect(known.length).toBeGreaterThan(100);
    for (const row of known)
      expect([row.name, SESSION_SETTINGS.get(row.name as string)]).toEqual([
        row.name,
        configurationOf(row, isNarrow),
      ]);
  });

  test.skipIf(open === null)('are refused only with values that the server refuses', async () => {
    const { rows } = await db.ask('select name from pg_settings');
    const names = (rows as { name: string }[]).filter(({ name }) => kindOf(name) !== 'text');
    await db.ask(REFUSAL);
    let refused = 0;
    for (const { name } of names) {
      const values = [...VALUES, ...WORDS, ...edgesOf(name), 'abc'].filter((value) => !takes(name, value));
      expect(values).toContain('abc');
      const answer = await db.ask(
        'select value, pg_temp.refusal($1, value) as why from jsonb_array_elements_text($2::jsonb) value',
        [name, JSON.stringify(values)],
      );
      for (const { value, why } of answer.rows)
        expect(why, `${name} ${value}`).toMatch(
          /invalid value|requires a Boolean|requires a numeric|outside the valid range/,
        );
      refused += answer.rows.length;
    }
    expect(refused).toBeGreaterThan(3000);
  });

  test.skipIf(open === null)("accept the server's minimum and maximum, and nothing beyond", async () => {
    const { rows } = await db.ask('select lower(name) as name, max_val from pg_settings');
    for (const { name, max_val } of rows as { name: string; max_val: string | null }[]) {
      const setting = SESSION_SETTINGS.get(name);
      if (setting === undefined || !('least' in setting)) continue;
      const step = setting.kind === 'integer' ? 1 : 0.01;
      expect([name, takes(name, String(setting.least - step))]).toEqual([name, false]);
      const values = [setting.least, ...(max_val === NARROW_KB ? [] : [setting.most])].filter(
        Number.isFinite,
      );
      for (const value of values) {
        expect([name, takes(name, String(value))]).toEqual([name, true]);
        if (!NOT_ALL.has(name)) await db.ask('select set_config($1, $2, false)', [name, String(value)]);
      }
      if (!Number.isFinite(setting.most)) continue;
      expect([name, takes(name, String(setting.most + step))]).toEqual([name, false]);
    }
  });
});

const REFUSAL = `
  create function pg_temp.refusal(setting text, value text) returns text language plpgsql as $$
  begin
    perform set_config(setting, value, false);
    return null;
  exception when others then
    return sqlerrm;
  end $$`;

test.each([
  [
    { work_mem: '1kB' },
    'pg_settings: work_mem is "1kB"; write a size in B, kB, MB, GB or TB, from 64kB to 2147483647kB',
  ],
  [{ temp_buffers: '1MB' }, null],
  [
    { temp_buffers: '99' },
    'pg_settings: temp_buffers is "99"; write a size in B, kB, MB, GB or TB, from 800kB to 8589934584kB',
  ],
  [{ geqo_effort: '11' }, 'pg_settings: geqo_effort is "11"; write an integer from 1 to 10'],
  [{ random_page_cost: '-1' }, 'pg_settings: random_page_cost is "-1"; write a number from 0 on'],
  [{ bytea_output: 'octal' }, 'pg_settings: bytea_output is "octal"; write one of escape, hex'],
  [
    { statement_timeout: '25d' },
    'pg_settings: statement_timeout is "25d"; write a time in us, ms, s, min, h or d, from 0ms to 2147483647ms',
  ],
  [{ Work_Mem: '4GB', Synchronous_Commit: 'FALSE', client_min_messages: 'debug' }, null],
])('the error for %j says what to write', (settings, message) => {
  const check = () => checkPgSettings(settings as Record<string, string>);
  if (message === null) check();
  else expect(check).toThrow(message);
});

/** In kB: what a PostgreSQL of 32 bits, as PGlite is one, has as the most that sizes may be. */
const NARROW_KB = '2097151';

/** Settings that take part of their range only: a check of their own, what the machine can do, an older version. */
const NOT_ALL = new Set([
  'maintenance_work_mem',
  'vacuum_buffer_usage_limit',
  'temp_buffers',
  'client_connection_check_interval',
]);

/** Other versions and builds of PostgreSQL have other ones. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  // Builds without the library have one.
  default_toast_compression: ['pglz'],
  // Until version 16.
  maintenance_work_mem: ['1024'],
};

function configurationOf(row: Record<string, unknown>, isNarrow: boolean): unknown {
  const { name, vartype, unit, min_val, max_val, enumvals } = row;
  const own = SESSION_SETTINGS.get(String(name));
  const others = DIFFERENT[String(name)] ?? [];
  if (vartype === 'string') return { kind: 'text' };
  if (vartype === 'bool') return { kind: 'boolean' };
  if (vartype === 'enum') {
    const words = wordsOf(enumvals);
    return others.join() === words.join() ? own : { kind: 'choice', words };
  }
  const most = isNarrow && max_val === NARROW_KB ? 2 ** 31 - 1 : Number(max_val);
  const least =
    own !== undefined && 'least' in own && others.includes(String(min_val)) ? own.least : Number(min_val);
  return {
    kind: vartype === 'real' ? 'number' : vartype,
    least,
    most: most > 1e300 ? Number.POSITIVE_INFINITY : most,
    unit,
  };
}

/** A list, or the text of one where a driver does not know its type. */
function wordsOf(enumvals: unknown): string[] {
  if (Array.isArray(enumvals)) return enumvals;
  return String(enumvals)
    .slice(1, -1)
    .split(',')
    .map((word) => word.replaceAll('"', ''));
}

const WORDS = [
  ...new Set([...SESSION_SETTINGS.values()].flatMap((setting) => ('words' in setting ? setting.words : []))),
  ...['debug', 'info', 'fatal', 'panic', 'TRUE', 'False', 'yes', 'no', 'md5x'],
];

/** Numbers just within the limits of a setting and just beyond them, in its own unit and in others. */
function edgesOf(name: string): string[] {
  const setting = SESSION_SETTINGS.get(name.toLowerCase());
  if (setting === undefined || !('least' in setting)) return [];
  const { least, most, unit } = setting;
  const steps = setting.kind === 'integer' ? [-1, -0.51, -0.5, 0, 0.49, 0.5, 1] : [-1, -0.01, 0, 0.01];
  const numbers = [least, ...(Number.isFinite(most) ? [most] : [])].flatMap((limit) =>
    steps.map((step) => String(limit + step)),
  );
  const units =
    unit === null ? ['kB', 's'] : unit.endsWith('B') ? ['B', 'kB', 'MB', 'TB'] : ['us', 'ms', 's', 'd'];
  return [
    ...numbers,
    ...units.flatMap((one) => numbers.map((number) => `${number}${one}`)),
    '010',
    '08',
    '0.1GB',
  ];
}

function kindOf(name: string): string {
  return SESSION_SETTINGS.get(name.toLowerCase())?.kind ?? 'text';
}

function takes(name: string, value: string): boolean {
  try {
    checkPgSettings({ [name]: value });
    return true;
  } catch {
    return false;
  }
}
