import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../runs.ts';
import { Harness } from './harness.ts';
import { act, anyDoing } from './worlds.ts';

/** When each compute was last active, as the API shows it. */
async function lastActive(h: Harness): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const { projects } = await h.ok('GET', '/projects?limit=400');
  for (const { id } of projects)
    for (const endpoint of (await h.ok('GET', `/projects/${id}/endpoints`)).endpoints)
      times.set(endpoint.id, endpoint.last_active === undefined ? 0 : Date.parse(endpoint.last_active));
  return times;
}

test.each(['suspend', 'resize'] as const)('a %s of a busy compute ends its activity', async (command) => {
  const h = await Harness.start();
  const { project, endpoints } = await h.project();
  const [{ id }] = endpoints;
  const path = `/projects/${project.id}/endpoints/${id}`;
  await h.control('POST', `/computes/${id}/connections`, { busy_ms: 3_600_000 });
  h.pass(60_000);
  const before = (await lastActive(h)).get(id);
  expect(before).toBe(h.now);
  if (command === 'suspend') await h.ok('POST', `${path}/suspend`);
  else await h.ok('PATCH', path, { endpoint: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 } });
  expect((await lastActive(h)).get(id)).toBe(before);
});

test('last_active never goes back, whatever calls are made', async () => {
  const plan = fc.array(anyDoing, { minLength: 2, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(plan, async (doings) => {
      const h = await Harness.start();
      await h.project();
      let before = await lastActive(h);
      for (const doing of doings) {
        await act(h, doing);
        const after = await lastActive(h);
        for (const [id, atMs] of after) expect(atMs).toBeGreaterThanOrEqual(before.get(id) ?? 0);
        before = after;
      }
    }),
    runs(25, 100),
  );
});
