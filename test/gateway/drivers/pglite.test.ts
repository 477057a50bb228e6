import { describe, expect, test } from 'vitest';
import { driversAgainst } from './suite.ts';

describe('drivers on PGlite', () => {
  driversAgainst();

  test('are there', () => expect(driversAgainst).toBeTypeOf('function'));
});
