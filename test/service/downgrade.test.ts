import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

/** A compute of 4 to 8 CU that never sleeps, whose account is on the free plan from now on. */
async function downgraded() {
  const h = await Harness.start();
  const { project, endpoints } = await h.project({
    default_endpoint_settings: {
      autoscaling_limit_min_cu: 4,
      autoscaling_limit_max_cu: 8,
      suspend_timeout_seconds: -1,
    },
  });
  const path = `/projects/${project.id}/endpoints/${endpoints[0].id}`;
  const { users } = await h.control('GET', '/users');
  await h.control('PATCH', `/users/${users[0].id}`, { plan: 'free' });
  const patch = (min: number, max: number) =>
    h.call('PATCH', path, {
      endpoint: { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max },
    });
  const setting = async () => {
    const { endpoint } = await h.ok('GET', path);
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = endpoint;
    return [autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds];
  };
  return { h, path, patch, setting };
}

describe('after a downgrade to the free plan a compute', () => {
  it('keeps what it has until its next start, and is then within the plan', async () => {
    const { h, path, setting } = await downgraded();
    expect(await setting()).toEqual([4, 8, -1]);
    await h.ok('POST', `${path}/restart`);
    h.pass(1000);
    expect(await setting()).toEqual([0.25, 0.25, 0]);
    const [compute] = (await h.control('GET', '/computes')).computes;
    expect(compute).toMatchObject({ current_state: 'active', size_cu: 0.25, max_connections: 112 });
  });

  it('can be made smaller, and not larger', async () => {
    const { h, patch, setting } = await downgraded();
    expect((await patch(4, 9)).body).toMatchObject({
      code: 'PLAN_LIMIT',
      message: 'the free plan has no changes to a larger size; only paid plans do',
    });
    const { status } = await patch(2, 2);
    expect(status).toBe(200);
    h.pass(1000);
    expect(await setting()).toEqual([0.25, 0.25, 0]);
  });
});
