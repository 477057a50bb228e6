import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

async function project() {
  const h = await Harness.start();
  const made = await h.project({});
  const path = `/projects/${made.project.id}`;
  const branchOf = async () => (await h.ok('POST', `${path}/branches`, {})).branch.id as string;
  const endpoint = (fields: Readonly<Record<string, unknown>>) =>
    h.call('POST', `${path}/endpoints`, { endpoint: fields });
  return {
    h,
    path,
    branch: made.branch.id as string,
    id: made.endpoints[0].id as string,
    branchOf,
    endpoint,
  };
}

describe('the rows of the table of calls', () => {
  it('GET /projects | object with projects', async () => {
    const { h } = await project();
    expect((await h.ok('GET', '/projects')).projects).toHaveLength(1);
  });

  it('POST /projects/{project_id}/endpoints | object with endpoint and operations', async () => {
    const { branchOf, endpoint } = await project();
    const { status, body } = await endpoint({ branch_id: await branchOf(), type: 'read_write' });
    expect(status).toBe(201);
    expect(body.endpoint.id).toMatch(/^ep-/);
    expect([body.endpoint.autoscaling_limit_min_cu, body.endpoint.autoscaling_limit_max_cu]).toEqual([1, 1]);
    expect(body.endpoint.pooler_enabled).toBe(false);
    expect(body.operations).toHaveLength(1);
  });

  it('GET /projects/{project_id}/endpoints | object with endpoints', async () => {
    const { h, path, id } = await project();
    const { endpoints } = await h.ok('GET', `${path}/endpoints`);
    expect(endpoints.map((one: { id: string }) => one.id)).toEqual([id]);
  });

  it('PATCH /projects/{project_id}/endpoints/{endpoint_id} | object with endpoint and operations', async () => {
    const { h, path, id, branchOf } = await project();
    const branch_id = await branchOf();
    const moved = await h.ok('PATCH', `${path}/endpoints/${id}`, { endpoint: { branch_id } });
    expect([moved.endpoint.branch_id, moved.operations.length > 0]).toEqual([branch_id, true]);
  });

  it('DELETE /projects/{project_id}/endpoints/{endpoint_id} | the deleted compute; it is permanent', async () => {
    const { h, path, id } = await project();
    const deleted = await h.ok('DELETE', `${path}/endpoints/${id}`);
    expect([deleted.endpoint.id, Array.isArray(deleted.operations)]).toEqual([id, true]);
    expect((await h.call('GET', `${path}/endpoints/${id}`)).status).toBe(404);
  });

  it('POST /projects/{project_id}/endpoints/{endpoint_id}/restart', async () => {
    const { h, path, id } = await project();
    const { endpoint, operations } = await h.ok('POST', `${path}/endpoints/${id}/restart`);
    expect([endpoint.id, operations.length]).toEqual([id, 2]);
  });
});

describe('the rows of the table of limits', () => {
  it('primary read-write computes per branch | 1', async () => {
    const { branch, endpoint } = await project();
    expect((await endpoint({ branch_id: branch, type: 'read_write' })).status).toBe(422);
  });

  it('read replica computes per branch | many', async () => {
    const { branch, endpoint } = await project();
    for (let i = 0; i < 5; i++)
      expect((await endpoint({ branch_id: branch, type: 'read_only' })).status).toBe(201);
  });

  it.each([
    ['fixed compute size | 0.25', 0.25, 0.25, 201],
    ['fixed compute size | 56', 56, 56, 201],
    ['fixed compute size | none that is not listed', 17, 17, 422],
    ['autoscaling range | 0.25 to 16', 0.25, 16, 201],
    ['sizes above 16 CU are fixed only', 16, 18, 422],
  ])('%s', async (_, min, max, expected) => {
    const { branch, endpoint } = await project();
    const { status } = await endpoint({
      branch_id: branch,
      type: 'read_only',
      autoscaling_limit_min_cu: min,
      autoscaling_limit_max_cu: max,
    });
    expect(status).toBe(expected);
  });
});
