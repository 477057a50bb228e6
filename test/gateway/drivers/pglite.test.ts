import { describe, expect, test } from 'vitest';
import { DRIVERS } from './drivers.ts';
import { livesOf } from './suite.ts';

// All drivers, and what one of them shows for all, take half a minute on PGlite: `test/slow/` has them.
describe('a driver on PGlite', () => {
  const pg = DRIVERS.filter(({ name }) => name === 'pg with its pool');
  livesOf(pg);

  test('is there', () => expect(pg).toHaveLength(1));
});
