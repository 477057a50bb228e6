import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/facts/index.ts';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { driveScenario } from '../../src/service/index.ts';
import { Harness } from './harness.ts';

/** A service whose first user has a project with the demand of this scenario. */
async function driven(demand: string, compute = '{ min: 0.25, max: 1 }') {
  const h = await Harness.start();
  const text = `why: a test\nstart: 2026-03-02\nhorizon: 1d\ncompute: ${compute}\ndemand:\n${demand}`;
  const { simulation } = readScenario(readDocument(text, 'test.yaml'), {});
  const [user] = h.service.world.tables.users.all();
  const told: string[] = [];
  h.service.listen(({ event }) => told.push(event.kind === 'session' ? event.outcome : event.kind));
  const caller = { kind: 'personal', keyId: '', userId: user?.id ?? '' } as const;
  driveScenario(h.service.world, caller, 'test', simulation);
  return { h, count: (what: string) => told.filter((one) => one === what).length };
}

test('clients whose connections are cut by a sleep ask no more often than before', async () => {
  const { h, count } = await driven(
    '  - { name: app, kind: clients, count: 2, think: 20m, query: { cpu: 10ms } }\n',
  );
  h.pass(24 * HOUR_MS);
  // Each of the two thinks for twenty minutes, and the compute sleeps after five: 72 questions each, at most.
  expect(count('dropped')).toBeGreaterThan(60);
  expect(count('done')).toBeGreaterThan(130);
  expect(count('done')).toBeLessThanOrEqual(144);
});

test('jobs come, ask and go', async () => {
  const { h, count } = await driven(
    '  - { name: job, kind: cron, at: "*/10 * * * *", query: { cpu: 1s } }\n',
  );
  h.pass(6 * HOUR_MS);
  expect([count('connected'), count('done'), count('closed')]).toEqual([36, 36, 36]);
});

test('what the scenario plans to be done to a compute is done, and what is refused is warned of', async () => {
  const compute =
    '{ size: 1, changes: [{ at: 1h, size: 2 }, { at: 2h, do: disable }, { at: 3h, do: restart }] }';
  const { h } = await driven('  - { name: job, kind: cron, at: "1 * * * *", query: { cpu: 1s } }\n', compute);
  const size = () => [...h.service.world.tables.endpoints.all()].map(({ minCu, maxCu }) => [minCu, maxCu]);
  h.pass(HOUR_MS - 1);
  expect(size()).toEqual([[1, 1]]);
  h.pass(1);
  expect(size()).toEqual([[2, 2]]);
  h.pass(2 * HOUR_MS);
  const warned = h.logs.filter(({ event }) => event === 'change refused');
  expect(warned).toMatchObject([
    { level: 'warn', kind: 'command', why: expect.stringContaining('is disabled') },
  ]);
});
