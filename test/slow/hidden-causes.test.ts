import { expect, test } from 'vitest';
import { recovered } from '../check/hidden.ts';

const CASES = 60;

test('what was hidden from a check is named first in 9 of 10, and then the total is within 2%', async () => {
  const { named, total } = await recovered(CASES);
  expect(named).toBeGreaterThanOrEqual(0.9 * CASES);
  expect(total).toBeGreaterThanOrEqual(0.9 * CASES);
});
