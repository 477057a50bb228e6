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
  return { h, project: `/projects/${project.id}`, path, patch, setting };
}

describe('after a downgrade to the free plan a compute', () => {
  it('keeps its configuration until its next start, and is within the plan from then on', async () => {
    const { h, path, setting } = await downgraded();
    expect(await setting()).toEqual([4, 8, -1]);
    await h.ok('POST', `${path}/restart`);
    h.pass(1000);
    expect(await setting()).toEqual([0.25, 0.25, 0]);
    const [compute] = (await h.control('GET', '/computes')).computes;
    expect(compute).toMatchObject({ current_state: 'active', size_cu: 0.25, max_connections: 112 });
  });

  it('can be made smaller, but not larger', async () => {
    const { h, patch, setting } = await downgraded();
    expect((await patch(4, 9)).body).toMatchObject({
      code: 'PLAN_LIMIT',
      message: 'the free plan does not allow a change to a larger size; only paid plans do',
    });
    const { status } = await patch(2, 2);
    expect(status).toBe(200);
    h.pass(1000);
    expect(await setting()).toEqual([0.25, 0.25, 0]);
  });
});

describe("after a downgrade to the free plan the project's defaults", () => {
  const created = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const { h, project } = await downgraded();
    const { branch } = await h.ok('POST', `${project}/branches`, {});
    return h.call('POST', `${project}/endpoints`, {
      endpoint: { branch_id: branch.id, type: 'read_write', ...fields },
    });
  };

  it('are brought within the plan for a new compute, and the answer shows the result', async () => {
    const { status, body } = await created();
    expect(status).toBe(201);
    expect(body.endpoint).toMatchObject({
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: 0,
    });
  });

  it('are brought within the plan for the computes of a new branch', async () => {
    const { h, project } = await downgraded();
    const made = await h.ok('POST', `${project}/branches`, { endpoints: [{ type: 'read_write' }] });
    expect(made.endpoints[0]).toMatchObject({ autoscaling_limit_max_cu: 0.25, suspend_timeout_seconds: 0 });
  });

  it('do not replace values of a call that are above the plan', async () => {
    for (const fields of [
      { autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 8 },
      { autoscaling_limit_max_cu: 1 },
      { suspend_timeout_seconds: -1 },
    ])
      expect((await created(fields)).status).toBe(422);
  });

  it('do not prevent other changes, and cannot be raised', async () => {
    const { h, project } = await downgraded();
    const change = (fields: Readonly<Record<string, unknown>>) =>
      h.call('PATCH', project, { project: fields });
    expect((await change({ name: 'renamed' })).status).toBe(200);
    const size = (min: number, max: number) =>
      change({
        default_endpoint_settings: { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max },
      });
    expect((await size(0.25, 0.25)).status).toBe(200);
    expect((await size(4, 9)).status).toBe(422);
    expect((await change({ default_endpoint_settings: { autoscaling_limit_max_cu: 1 } })).status).toBe(422);
    expect((await change({ default_endpoint_settings: { suspend_timeout_seconds: -1 } })).status).toBe(422);
  });
});
