import { expect, test } from 'vitest';
import { recovered } from '../check/hidden.ts';

const CASES = 60;

test('a check names the hidden cause first in 9 of 10 cases, and then the total is within 2%', async () => {
  const { named, total } = await recovered(CASES);
  expect(named).toBeGreaterThanOrEqual(0.9 * CASES);
  expect(total).toBeGreaterThanOrEqual(0.9 * CASES);
});
