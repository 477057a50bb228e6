import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const FILE = 'scenarios/replication/change-feed.yaml';
const text = readFileSync(new URL(`../../${FILE}`, import.meta.url), 'utf8');
const files = { [FILE]: text };
const flat = (out: string) => out.replaceAll(/\n */g, ' ');

/** The same scenario with other lines for the subscriber. */
const subscribed = (lines: string) => ({
  [FILE]: text.replace('    kind: replication\n', `    kind: replication\n${lines}`),
});

describe('logical replication', () => {
  test('is named as what keeps a compute awake by a simulation', async () => {
    const { code, out } = await run(['simulate', FILE, '--no-compare'], files);
    expect(code).toBe(0);
    expect(flat(out)).toContain('Logical replication (warehouse) keeps the compute awake all the time.');
    expect(out).toMatch(/^ {2}Awake +100% of the time/m);
  });

  test('is named by the verdict of a plan, with the price without it', async () => {
    const { code, out } = await run(['plan', FILE, '--timeouts', '5m,off', '--highest', '2'], files);
    expect(code).toBe(0);
    expect(flat(out)).toMatch(
      /Logical replication \(warehouse\) keeps the compute awake all the time\. You pay \$64\.50 a month with it, and \$34\.\d\d without it\./,
    );
  });

  test('has the plan without it in JSON, or null if there is none', async () => {
    const evenly = ['--assume', 'random-arrivals=no'];
    const args = ['plan', FILE, '--timeouts', '5m', '--highest', '2', ...evenly, '--json'];
    const { recommendation, withoutReplication } = JSON.parse((await run(args, files)).out);
    const cost = ({ outcome }: { outcome: { costPerMonth: number } }) => outcome.costPerMonth;
    expect(cost(withoutReplication.recommendation)).toBeLessThan(cost(recommendation) / 2);
    const without = { [FILE]: text.slice(0, text.indexOf('  # The service')) };
    expect(JSON.parse((await run(args, without)).out).withoutReplication).toBeNull();
  });

  test('may be a part of the time', async () => {
    const { out } = await run(
      ['simulate', FILE, '--no-compare'],
      subscribed('    from: 7d\n    until: 14d\n'),
    );
    expect(flat(out)).toContain('Logical replication (warehouse) keeps the compute awake 50% of the time.');
  });

  test.each([
    ['    from: 2d\n    until: 1d\n', 'until'],
    ['    connections: 0\n', 'connections'],
    ['    route: pooler\n', 'route'],
  ])('with %j is a problem with its place', async (lines, place) => {
    const { code, err } = await run(['simulate', FILE], subscribed(lines));
    expect(code).toBe(2);
    expect(err).toContain(place);
    expect(err).toMatch(/change-feed\.yaml:\d+/);
  });
});
