import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { goldenPlans } from './golden-plans.ts';

const root = new URL('../../', import.meta.url);
const plans = goldenPlans(new URL('./plan-goldens/', import.meta.url));
/** Of jobs by the million, or with growth over months: even a few settings take minutes. */
const LEFT_OUT = [
  'cron-each-minute',
  'forgotten-branch',
  'free-plan-runs-out',
  'growing-shop',
  'nightly-batch',
  'office-hours',
  'poller',
  'resize-by-hand',
  'working-set-too-large',
];

describe('the plan of each shipped scenario and trace', () => {
  test.each(plans)('$name', async ({ compare }) => {
    const { kept, printed } = await compare();
    expect(printed).toBe(kept);
  });

  test('is there', () => {
    const shipped = ['scenarios/', 'scenarios/traces/'].flatMap((folder) =>
      readdirSync(new URL(folder, root))
        .filter((name) => name.includes('.') && !LEFT_OUT.includes(name.replace('.yaml', '')))
        .map((name) => `${folder}${name}`),
    );
    expect(plans.map(({ file }) => file).sort()).toEqual(shipped.sort());
  });
});
