import { expect, test } from 'vitest';
import { factSet, HOUR_MS } from '../../src/facts/index.ts';
import { bootstrap, Service } from '../../src/service/index.ts';
import { NO_QUERY } from '../../src/service/records/live-state.ts';
import { memoryStore } from '../../src/service/store/open-store.ts';
import { createProject } from '../../src/service/world/projects.ts';
import { DEFAULT_ASSUMPTIONS } from '../../src/simulator/index.ts';
import { START } from './harness.ts';

test('the rest of a quota includes the open stretches of computes, over a restart', async () => {
  const wall = { nowMs: START };
  const before = await openOn(wall);
  const { user } = bootstrap(before);
  // The clock was set long before the compute was made.
  wait(before, wall, 200);
  const caller = { kind: 'personal', keyId: '', userId: user.id } as const;
  const { project, endpoints } = createProject(before.world, caller, {
    defaultEndpointSettings: { minCu: 1, maxCu: 1 },
    branch: {},
  });
  const [{ id } = { id: '' }] = endpoints;
  const knock = {
    id: 'client',
    pooled: false,
    untilMs: wall.nowMs + HOUR_MS,
    query: { ...NO_QUERY, waitMs: 1000 * HOUR_MS },
    leaves: false,
  };
  expect(before.world.compute(id).connect(knock, before.world.nowMs)).toBeNull();
  wait(before, wall, 10);
  before.world.updateRecords();

  const after = await openOn(wall, before);
  wait(after, wall, 80);
  expect(after.world.quota.isSpent(project.id)).toBe(false);
  expect(after.world.compute(id).view.currentState).toBe('active');
  wait(after, wall, 11);
  expect(after.world.quota.isSpent(project.id)).toBe(true);
  expect(after.world.compute(id).view.currentState).toBe('idle');
});

/** A service whose time goes with the wall's; `before`: with all that another one has. */
function openOn(wall: { readonly nowMs: number }, before?: Service): Promise<Service> {
  const store = memoryStore();
  return Service.open(
    {
      facts: factSet('2026-08'),
      plan: 'free',
      seed: 1,
      assumptions: DEFAULT_ASSUMPTIONS,
      secretBytes: (count) => new Uint8Array(count),
      secret: 'secret of tests',
    },
    before === undefined ? store : { ...store, load: async () => before.world.tables.contents() },
    {
      wallMs: () => wall.nowMs,
      wakeAfter: () => {},
      sleep: () => Promise.resolve(),
      log: () => {},
      storeFailed: () => {},
    },
  );
}

function wait(service: Service, wall: { nowMs: number }, hours: number): void {
  wall.nowMs += hours * HOUR_MS;
  service.turn();
}
