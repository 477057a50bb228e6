import { expect, test } from 'vitest';
import { Harness } from './harness.ts';

const MINUTE_MS = 60_000;

test('a compute sleeps after its timeout, counted from the end of its load', async () => {
  const harness = await Harness.start();
  const { project, endpoints } = await harness.project({});
  const path = `/projects/${project.id}/endpoints/${endpoints[0].id}`;
  await harness.control('PUT', `/computes/${endpoints[0].id}/load`, { vcpu: 0.5 });
  harness.pass(20 * MINUTE_MS);
  const offMs = harness.now;
  await harness.control('PUT', `/computes/${endpoints[0].id}/load`, {});
  harness.pass(5 * MINUTE_MS - 1);
  const awake = await harness.ok('GET', path);
  expect(awake.endpoint.current_state).toBe('active');
  expect(Date.parse(awake.endpoint.last_active)).toBe(offMs);
  harness.pass(MINUTE_MS);
  expect((await harness.ok('GET', path)).endpoint.current_state).toBe('idle');
});

test('setting an empty load again is no activity', async () => {
  const harness = await Harness.start();
  const { project, endpoints } = await harness.project({});
  const { id } = endpoints[0];
  const load = (vcpu: number) => harness.control('PUT', `/computes/${id}/load`, { vcpu });
  await load(0.5);
  harness.pass(MINUTE_MS);
  await load(0);
  for (let minute = 1; minute <= 6; minute++) {
    harness.pass(MINUTE_MS);
    await load(0);
  }
  const { endpoint } = await harness.ok('GET', `/projects/${project.id}/endpoints/${id}`);
  expect(endpoint.current_state).toBe('idle');
});
