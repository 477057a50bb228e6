import { describe, expect, test } from 'vitest';
import { goldenPlans } from '../cli/golden-plans.ts';

/**
 * No scenario is left out. Those that would take a minute or more have few configurations to choose from: growing-shop
 * and office-hours are months of jobs by the hundred thousand, nightly-batch and working-set-too-large read pages by
 * the million, and each run of resize-by-hand has half a million queries.
 */
describe('the plan of each shipped scenario that takes seconds', () => {
  test.each(goldenPlans(new URL('./plan-goldens/', import.meta.url)))('$name', async ({ compare }) => {
    const { kept, printed } = await compare();
    expect(printed).toBe(kept);
  });
});
