import { describe, expect, test } from 'vitest';
import { driversAgainst } from './suite.ts';

const url = process.env.TIDEMARK_TEST_DATABASE_URL;

describe.runIf(url !== undefined)('drivers on a PostgreSQL server', () => {
  driversAgainst('--backend-url', url as string, '--seed', String(process.pid));
});

describe.runIf(url === undefined)(
  'drivers on a PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    test('which says so', () => expect(url).toBeUndefined());
  },
);
