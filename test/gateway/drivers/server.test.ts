import { describe, expect, test } from 'vitest';
import { nextSeed } from '../server/test-backend.ts';
import { driversAgainst } from './suite.ts';

const url = process.env.TIDEMARK_TEST_DATABASE_URL;

describe.runIf(url !== undefined)('drivers on a PostgreSQL server', () => {
  driversAgainst('--backend-url', url as string, '--seed', String(nextSeed()));
});

describe.runIf(url === undefined)(
  'drivers on a PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    test('reports why it is not run', () => expect(url).toBeUndefined());
  },
);
