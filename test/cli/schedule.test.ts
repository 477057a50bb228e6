import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ran, run } from './run.ts';

const FILE = 'scenarios/schedules/morning-rush.yaml';
const text = readFileSync(new URL(`../../${FILE}`, import.meta.url), 'utf8').replace('14d', '7d');
const files = { [FILE]: text };
const FLAGS = ['--schedule', '--timeouts', '5m', '--apply-as', 'cron', '--write-scenario', 'rush.yaml'];

describe('plan --schedule', () => {
  let planned: Ran;
  beforeAll(async () => {
    planned = await run(['plan', FILE, ...FLAGS, '--json'], files);
  });

  test('writes a scenario that simulates to the same cost', async () => {
    const { code, out, written } = planned;
    const { best } = JSON.parse(out).schedule;
    expect(code).toBe(0);
    const scenario = written['rush.yaml'] as string;
    expect(scenario).toContain('schedule:\n    - hours: mon-fri 09:00-18:00');
    const simulated = await run(['simulate', 'rush.yaml', '--json'], { 'rush.yaml': scenario });
    expect(JSON.parse(simulated.out).totals.costPerMonth).toBe(best.outcome.costPerMonth);
  });

  test('gives its calls with their times', () => {
    const { apply } = JSON.parse(planned.out).schedule;
    expect(apply).toMatchObject({ form: 'cron', timezone: 'Europe/Berlin' });
    expect(apply.text).toMatch(
      /^CRON_TZ=Europe\/Berlin\n# .*\n0 9 \* \* 1-5 curl .* -d '\{"endpoint":\{.*\}\}'\n# .*\n0 18 \* \* 1-5 curl /,
    );
    expect(apply.calls.map(({ cron }: { cron: string }) => cron)).toEqual(['0 9 * * 1-5', '0 18 * * 1-5']);
  });

  test.each([
    [
      ['plan', FILE, '--apply-as', 'cron'],
      /--apply-as: cron is a form of schedules, and none is sought; add --schedule/,
    ],
    [
      ['plan', FILE, '--set', 'compute.schedule=[{hours: "sat 10:00-12:00", size: 4}]'],
      /a compute has a schedule.*--schedule/,
    ],
  ])('%j is a problem', async (args, problem) => {
    const { code, err } = await run(args, files);
    expect(code).toBe(2);
    expect(err).toMatch(problem);
  });

  test.each([
    [
      '{ hours: "mon-fri 17:00-19:00", min: 1, max: 2 }',
      /schedule\[1\]\.hours: these hours overlap those of entry 1/,
    ],
    ['{ hours: "sat 10:00-12:00" }', /schedule\[1\]: .*what the hours set/],
    ['{ hours: "sat 10:00-12:00", min: 1 }', /schedule\[1\]: a range has two ends, and max is missing/],
    ['{ hours: "sat 10:00-12:00", size: 3.1 }', /schedule\[1\]/],
    ['{ hours: "sat 10:00-12:00", size: 20 }', /schedule\[1\]: 20 CU never scales to zero/],
    ['{ hours: "sat 12:00-10:00", size: 2 }', /schedule\[1\]\.hours: .*the second time later than the first/],
    ['{ hours: "sat 10:00-12:00", suspendAfter: 5s }', /schedule\[1\]\.suspendAfter: /],
  ])('a scenario with %s is a problem with its line', async (entry, problem) => {
    const scheduled = text.replace(
      'max: 8\n',
      `max: 8\n  schedule:\n    - { hours: "mon-fri 09:00-18:00", min: 2, max: 4 }\n    - ${entry}\n`,
    );
    const { code, err } = await run(['simulate', 'rush.yaml'], { 'rush.yaml': scheduled });
    expect(code).toBe(2);
    expect(err).toMatch(/^tidemark: rush\.yaml:10/);
    expect(err).toMatch(problem);
  });
});
