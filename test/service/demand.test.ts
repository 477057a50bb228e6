import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { refusedMove } from '../../src/scenario/computes/branch-moves.ts';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { driveScenario } from '../../src/service/index.ts';
import type { ComputePlan, Simulation } from '../../src/simulator/index.ts';
import { compute, simulation } from '../simulator/worlds.ts';
import { Harness } from './harness.ts';

/** A service whose first user has a project with the demand of this scenario. */
async function driven(
  demand: string,
  compute = '{ min: 0.25, max: 1 }',
  options: Parameters<typeof Harness.start>[0] = {},
) {
  const text = `why: a test\nstart: 2026-03-02\nhorizon: 1d\ncompute: ${compute}\ndemand:\n${demand}`;
  return drivenBy(readScenario(readDocument(text, 'test.yaml'), {}).simulation, options);
}

async function drivenBy(simulation: Simulation, options: Parameters<typeof Harness.start>[0] = {}) {
  const h = await Harness.start(options);
  const told: string[] = [];
  h.service.listen(({ event }) => told.push(event.kind === 'session' ? event.outcome : event.kind));
  driveScenario(h.service, 'test', simulation);
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

test('a client that waited too long for the pooler has one wish at a time', async () => {
  const { h, count } = await driven(
    '  - { name: app, kind: clients, count: 5, think: 100ms, route: pooler, query: { wait: 5s }, client: { retries: 3, backOff: 1s } }\n',
    undefined,
    { assumptions: { poolSize: 1, poolWaitMs: 1000 } },
  );
  const [compute] = h.service.world.computes.values();
  for (let second = 0; second < 300; second++) {
    h.pass(1000);
    expect((compute?.clients.size ?? 0) + (compute?.clients.waiting ?? 0)).toBeLessThanOrEqual(5);
  }
  expect(count('dropped')).toBeGreaterThan(20);
  expect(count('done')).toBeGreaterThan(40);
});

test('jobs come, ask and go', async () => {
  const { h, count } = await driven(
    '  - { name: job, kind: cron, at: "*/10 * * * *", query: { cpu: 1s } }\n',
  );
  h.pass(6 * HOUR_MS);
  expect([count('connected'), count('done'), count('closed')]).toEqual([36, 36, 36]);
});

test('a subscriber of logical replication keeps its compute awake, and comes back after a suspend by hand', async () => {
  const { h, count } = await driven('  - { name: cdc, kind: replication, until: 12h }\n');
  h.pass(6 * HOUR_MS);
  expect([count('connected'), count('dropped')]).toEqual([1, 0]);
  const [endpoint] = [...h.service.world.tables.endpoints.all()];
  await h.ok('POST', `/projects/${endpoint?.projectId}/endpoints/${endpoint?.id}/suspend`);
  h.pass(MINUTE_MS);
  // The compute says that its connections were dropped, and so does the session.
  expect([count('connected'), count('dropped')]).toEqual([2, 2]);
  h.pass(6 * HOUR_MS);
  expect([count('done'), count('closed')]).toEqual([1, 1]);
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

test('a group shares the connections of its pool, which closes them when they have been idle for long', async () => {
  const { h, count } = await driven(
    '  - { name: app, kind: clients, count: 6, think: 1s, pool: { max: 2, idle: 30s }, query: { wait: 2s }, working: { steps: [{ at: 0s, value: 1 }, { at: 10m, value: 0 }] } }\n',
  );
  const [compute] = h.service.world.computes.values();
  let most = 0;
  for (let second = 0; second < 540; second++) {
    h.pass(1000);
    most = Math.max(most, compute?.clients.size ?? 0);
  }
  expect(most).toBe(2);
  // Two connections that are always in use answer one query a second; six of their own would answer two.
  expect(count('done')).toBeGreaterThan(450);
  expect(count('done')).toBeLessThanOrEqual(540);
  expect(count('connected')).toBe(2);
  h.pass(2 * MINUTE_MS);
  expect(compute?.clients.size).toBe(0);
});

test('a query of a client of a scenario goes on in another world, and the client leaves with it', async () => {
  const { h } = await driven(
    '  - { name: app, kind: clients, count: 3, think: 1s, query: { wait: 1h, memory: 10MB } }\n',
  );
  h.pass(30 * MINUTE_MS);
  const snapshot = await h.control('GET', '/snapshot');
  const [compute] = h.service.world.computes.values();
  const open = () => compute?.clients.open().map(({ id, outside, doing }) => ({ id, outside, doing }));
  expect(open()).toEqual(
    [0, 1, 2].map((client) => ({ id: `scenario-app-${client}`, outside: true, doing: 'waiting' })),
  );

  const other = await Harness.start();
  await other.control('PUT', '/snapshot', snapshot);
  const [restored] = other.service.world.computes.values();
  expect(restored?.clients.open().map(({ doing }) => doing)).toEqual(['waiting', 'waiting', 'waiting']);
  const heldBytes = () => restored?.core.machine.nonReclaimableBytes ?? 0;
  expect(heldBytes()).toBe(compute?.core.machine.nonReclaimableBytes);
  const held = heldBytes();
  other.pass(HOUR_MS);
  expect(restored?.clients.size).toBe(0);
  expect(heldBytes()).toBeLessThan(held);
});

/** So many minutes after the start, a compute moves to a branch, or is deleted. */
const anyDeparture = fc.record({
  minute: fc.integer({ min: 1, max: 6 }),
  target: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('branch 0', 'branch 1', 'branch 2', 'free', 'spare') },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
});

/** Each primary begins on a branch of its own, replicas beside them. */
const anyProject = fc
  .array(
    fc.record({
      type: fc.constantFrom('read_write' as const, 'read_write' as const, 'read_only' as const),
      departures: fc.uniqueArray(anyDeparture, { selector: ({ minute }) => minute, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((computes) =>
    computes.map(({ type, departures }, i) =>
      compute([], {
        name: `compute ${i}`,
        branch: type === 'read_write' ? `branch ${i}` : 'branch 2',
        type,
        changes: departures.map(({ minute, target }) => ({
          atMs: minute * MINUTE_MS,
          change:
            target === null
              ? { kind: 'command' as const, command: 'delete' as const }
              : { kind: 'branch' as const, branch: target },
        })),
      }),
    ),
  );

test('a move that a scenario is told is refused is one that the service refuses, and no other is', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyProject, async (computes) => {
      const refused = refusedMove(computes.map((plan) => ({ plan, path: [] })));
      // A move to the branch that it is on is no mistake to the service: nothing changes.
      fc.pre(refused === null || !refused.found.includes('already'));
      const { h } = await drivenBy(simulation({ horizonMs: HOUR_MS, computes }));
      h.pass(HOUR_MS);
      const warned = h.logs.filter(({ event }) => event === 'change refused');
      expect(warned.length > 0).toBe(refused !== null);
      outcomes.add(refused === null ? 'taken' : 'refused');
      if (refused !== null) return;
      const { branches, endpoints } = h.service.world.tables;
      const ends = [...endpoints.all()].map(({ name, branchId }) => [name, branches.known(branchId).name]);
      const moved = computes.flatMap((plan) => endOf(plan));
      expect(ends.filter(([name]) => name !== 'primary').sort()).toEqual(moved.sort());
    }),
    { numRuns: 100 },
  );
  expect([...outcomes].sort()).toEqual(['refused', 'taken']);
});

/** Its name and the branch that it ends on; nothing where it is deleted. */
function endOf({ name, branch, changes }: ComputePlan): [string, string][] {
  let at: string | null = branch;
  for (const { change } of [...changes].sort((a, b) => a.atMs - b.atMs)) {
    if (at === null) break;
    if (change.kind === 'branch') at = change.branch;
    if (change.kind === 'command') at = null;
  }
  return at === null ? [] : [[name, at]];
}

test('a scenario moves a compute to a branch that nothing else names, and its clients are cut off', async () => {
  const { h } = await driven(
    '  - { name: app, kind: clients, count: 2, think: 1s, query: { cpu: 10ms } }\n',
    '{ size: 1, changes: [{ at: 1h, branch: dev }] }',
  );
  const dropped: number[] = [];
  h.service.listen(({ event }) => {
    if (event.kind === 'dropped') dropped.push(event.connections);
  });
  const { branches, endpoints } = h.service.world.tables;
  const on = () => [...endpoints.all()].map(({ branchId }) => branches.known(branchId).name);
  h.pass(HOUR_MS - 1);
  expect([on(), dropped]).toEqual([['main'], []]);
  h.pass(HOUR_MS);
  expect([on(), dropped]).toEqual([['dev'], [2]]);
});
