import { describe, expect, it } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../../src/simulator/index.ts';
import { Harness } from './harness.ts';

const size = (min: number, max: number) => ({
  autoscaling_limit_min_cu: min,
  autoscaling_limit_max_cu: max,
});

/** The default compute of a new project, in a range of sizes. */
async function limited(min: number, max: number) {
  const h = await Harness.start();
  const { endpoints } = await h.project({ default_endpoint_settings: size(min, max) });
  return { h, id: endpoints[0].id as string };
}

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

describe('the rules on calls', () => {
  it('1. a compute belongs to an existing branch of the same project', async () => {
    const { h, endpoint } = await project();
    const elsewhere = (await h.project({})).branch.id;
    expect((await endpoint({ type: 'read_only' })).status).toBe(422);
    expect((await endpoint({ type: 'read_only', branch_id: 'br-no-such-00000000' })).status).toBe(404);
    expect((await endpoint({ type: 'read_only', branch_id: elsewhere })).status).toBe(404);
  });

  it('1. a primary does not prevent a read replica, nor a read replica a primary', async () => {
    const { branchOf, endpoint } = await project();
    const branch_id = await branchOf();
    for (const [type, expected] of [
      ['read_only', 201],
      ['read_write', 201],
      ['read_only', 201],
      ['read_write', 422],
    ])
      expect((await endpoint({ branch_id, type })).status).toBe(expected);
  });

  it('2. a created compute has the requested branch and type', async () => {
    const { branch, endpoint } = await project();
    const wish = { branch_id: branch, type: 'read_only' };
    expect((await endpoint(wish)).body.endpoint).toMatchObject(wish);
  });

  it('4. an update moves a primary only to a branch without one, and a read replica to any', async () => {
    const { h, path, branch, id, branchOf, endpoint } = await project();
    const free = await branchOf();
    const taken = await branchOf();
    await endpoint({ branch_id: taken, type: 'read_write' });
    const replica = (await endpoint({ branch_id: branch, type: 'read_only' })).body.endpoint.id;
    h.pass(1000);
    const move = async (compute: string, branch_id: string) => {
      const { status } = await h.call('PATCH', `${path}/endpoints/${compute}`, { endpoint: { branch_id } });
      h.pass(1000);
      return status;
    };
    expect(await move(id, taken)).toBe(422);
    expect(await move(id, free)).toBe(200);
    expect(await move(replica, taken)).toBe(200);
  });

  it('4. an update changes the size, the range and scale to zero', async () => {
    const { h, path, id } = await project();
    for (const change of [size(2, 2), size(1, 4), { suspend_timeout_seconds: -1 }]) {
      await h.ok('PATCH', `${path}/endpoints/${id}`, { endpoint: change });
      h.pass(1000);
      expect((await h.ok('GET', `${path}/endpoints/${id}`)).endpoint).toMatchObject(change);
    }
  });

  it('5. a deleted compute is in no list, and its branch takes another primary', async () => {
    const { h, path, id, branch, endpoint } = await project();
    await h.ok('DELETE', `${path}/endpoints/${id}`);
    expect((await h.ok('GET', `${path}/endpoints`)).endpoints).toEqual([]);
    expect((await h.call('POST', `${path}/endpoints/${id}/restart`)).status).toBe(404);
    expect((await endpoint({ branch_id: branch, type: 'read_write' })).status).toBe(201);
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
    const { status } = await endpoint({ branch_id: branch, type: 'read_only', ...size(min, max) });
    expect(status).toBe(expected);
  });

  it('free plan compute | 1 GB of RAM at most, and changes of size are for paid plans', async () => {
    const h = await Harness.start({ plan: 'free' });
    const { project, branch, endpoints } = await h.project({});
    const path = `/projects/${project.id}/endpoints`;
    expect(endpoints[0]).toMatchObject(size(0.25, 0.25));
    const refused = [
      await h.call('POST', path, {
        endpoint: { branch_id: branch.id, type: 'read_only', ...size(0.5, 0.5) },
      }),
      await h.call('POST', path, {
        endpoint: { branch_id: branch.id, type: 'read_only', ...size(0.25, 0.5) },
      }),
      await h.call('PATCH', `${path}/${endpoints[0].id}`, { endpoint: size(0.5, 0.5) }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
  });

  it('paid plans | larger sizes and autoscaling', async () => {
    const { h, path, id } = await project();
    const changed = await h.ok('PATCH', `${path}/endpoints/${id}`, { endpoint: size(0.25, 16) });
    expect(changed.endpoint).toMatchObject(size(0.25, 16));
  });

  it('reactivation latency | a few hundred milliseconds', async () => {
    const h = await Harness.start({ life: { startTime: DEFAULT_ASSUMPTIONS.life.startTime } });
    const { endpoints } = await h.project({});
    const { id } = endpoints[0];
    h.pass(3_600_000);
    await h.control('POST', `/computes/${id}/connections`);
    const inside = async () => (await h.control('GET', `/computes/${id}`)).connections;
    let waitedMs = 0;
    for (; (await inside()) === 0; waitedMs += 10) h.pass(10);
    expect(waitedMs).toBeGreaterThan(100);
    expect(waitedMs).toBeLessThan(1000);
  });

  it.each([
    ['0.25 CU | 112', 0.25, 112],
    ['0.5 CU | 225', 0.5, 225],
    ['1 CU | 450', 1, 450],
    ['2 CU | 901', 2, 901],
    ['3 CU | 1351', 3, 1351],
    ['4 CU | 1802', 4, 1802],
    ['5 CU | 2253', 5, 2253],
    ['6 CU | 2703', 6, 2703],
    ['7 CU | 3154', 7, 3154],
    ['8 CU | 3604', 8, 3604],
    ['9 CU | 4000', 9, 4000],
    ['56 CU | 4000', 56, 4000],
  ])('max_connections | %s, of which a client gets all but the seven reserved ones', async (_, cu, limit) => {
    const { h, id } = await limited(cu, cu);
    const wish = { count: limit };
    const { connections, compute } = await h.control('POST', `/computes/${id}/connections`, wish);
    expect([compute.max_connections, compute.connections]).toEqual([limit, limit - 7]);
    expect(connections.at(-1)).toMatchObject({ state: 'refused', sqlstate: '53300' });
  });

  it('max_connections | for a range it depends on both ends', async () => {
    const of = async (min: number, max: number) => {
      const { h, id } = await limited(min, max);
      return (await h.control('GET', `/computes/${id}`)).max_connections as number;
    };
    const given = await of(1, 4);
    expect(await of(1, 8)).not.toBe(given);
    expect(await of(0.25, 4)).not.toBe(given);
  });

  it('pooled connections | up to 10,000 at once', async () => {
    const { h, id } = await limited(56, 56);
    const connect = async (count: number) =>
      (await h.control('POST', `/computes/${id}/connections`, { count, pooled: true })).connections;
    const all = await connect(10_000);
    expect(all.filter(({ state }: { state: string }) => state === 'connected')).toHaveLength(10_000);
    expect((await connect(1))[0].state).toBe('refused');
  });
});
