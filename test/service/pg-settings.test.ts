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
  }, 60_000);
  afterAll(async () => {
    if (open !== null) await db.end();
  });

  test.skipIf(open === null)('have the kinds that it has in its view pg_settings', async () => {
    const { rows } = await db.ask('select lower(name) as name, vartype, unit from pg_settings');
    const known = rows.filter(({ name }) => SESSION_SETTINGS.has(name as string));
    expect(known.length).toBeGreaterThan(100);
    for (const { name, vartype, unit } of known)
      expect([name, SESSION_SETTINGS.get(name as string)]).toEqual([name, kindOf(vartype, unit)]);
  });

  test.skipIf(open === null)(
    'are refused only with values that it refuses, and those without a number are',
    async () => {
      const { rows } = await db.ask('select name from pg_settings');
      let refused = 0;
      for (const { name } of rows as { name: string }[]) {
        if ((SESSION_SETTINGS.get(name.toLowerCase()) ?? 'text') === 'text') continue;
        expect(takes(name, 'abc')).toBe(false);
        for (const value of VALUES) {
          if (takes(name, value)) continue;
          refused++;
          const answer = db.ask('select set_config($1, $2, false)', [name, value]);
          await expect(answer, `${name} ${value}`).rejects.toThrow(
            /invalid value|requires a Boolean|requires a numeric/,
          );
        }
      }
      expect(refused).toBeGreaterThan(1000);
    },
  );
});

function takes(name: string, value: string): boolean {
  try {
    checkPgSettings({ [name]: value });
    return true;
  } catch {
    return false;
  }
}

function kindOf(vartype: unknown, unit: unknown): string {
  if (unit !== null) return /^\d*(?:B|kB|MB)$/.test(String(unit)) ? 'memory' : 'duration';
  const kinds: Readonly<Record<string, string>> = { bool: 'boolean', integer: 'integer', real: 'number' };
  return kinds[String(vartype)] ?? 'text';
}
