import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { goldenPlans } from './golden-plans.ts';

const root = new URL('../../', import.meta.url);
const plans = goldenPlans(new URL('./plan-goldens/', import.meta.url));
const slow = goldenPlans(new URL('../slow/plan-goldens/', import.meta.url));

describe('the plan of each shipped scenario and trace', () => {
  test.each(plans)('$name', async ({ compare }) => {
    const { kept, printed } = await compare();
    expect(printed).toBe(kept);
  });

  test('exists, or is among the slow ones', () => {
    const shipped = ['scenarios/', 'scenarios/traces/'].flatMap((folder) =>
      readdirSync(new URL(folder, root))
        .filter((name) => name.includes('.'))
        .map((name) => `${folder}${name}`),
    );
    expect([...plans, ...slow].map(({ file }) => file).sort()).toEqual(shipped.sort());
  });
});
