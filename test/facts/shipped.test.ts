import { expect, test } from 'vitest';
import { shippedSets } from '../../build/shipped-sets.ts';
import { SHIPPED } from '../../src/facts/shipped.ts';

test('the module of fact sets has what the files in facts/ state (else npm run facts)', () => {
  expect(SHIPPED).toEqual(shippedSets('facts'));
});
