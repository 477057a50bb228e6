import { describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

const MINUTE = 60_000;

/** A compute of a running service, which is active. */
async function running(settings: Readonly<Record<string, unknown>> = {}) {
  const h = await Harness.start();
  const made = await h.project({ default_endpoint_settings: settings });
  const [{ id }] = made.endpoints;
  const project = `/projects/${made.project.id}`;
  const path = `${project}/endpoints/${id}`;
  const state = async () => {
    const { endpoint } = await h.ok('GET', path);
    return [endpoint.current_state, endpoint.pending_state ?? null];
  };
  const connect = () => h.control('POST', `/computes/${id}/connections`);
  const connections = async () => (await h.control('GET', `/computes/${id}`)).connections;
  const patch = (endpoint: Readonly<Record<string, unknown>>) => h.ok('PATCH', path, { endpoint });
  return { h, project, path, branch: made.branch.id, state, connect, connections, patch };
}

function actionsOf({ operations }: { operations: { action: string; status: string }[] }): string[] {
  return operations.map(({ action, status }) => `${action} ${status}`);
}

const size = (min: number, max: number) => ({
  autoscaling_limit_min_cu: min,
  autoscaling_limit_max_cu: max,
});

describe('the rows of the table of states', () => {
  it('(none) | create compute call | init, pending active; start_compute running', async () => {
    const { h, project } = await running();
    const { branch } = await h.ok('POST', `${project}/branches`, {});
    const wish = { endpoint: { branch_id: branch.id, type: 'read_write' } };
    const made = await h.ok('POST', `${project}/endpoints`, wish);
    expect([made.endpoint.current_state, made.endpoint.pending_state]).toEqual(['init', 'active']);
    expect(actionsOf(made)).toEqual(['start_compute running']);
    expect(made.endpoint.last_active).toBeUndefined();
    expect((await h.call('POST', `${project}/endpoints`, wish)).status).toBe(422);
  });

  it('active | inactivity of 5 minutes | idle', async () => {
    const { h, state } = await running();
    h.pass(4 * MINUTE);
    expect(await state()).toEqual(['active', null]);
    h.pass(2 * MINUTE);
    expect(await state()).toEqual(['idle', null]);
  });

  it('idle | next access | active', async () => {
    const { h, state, connect, connections } = await running();
    h.pass(10 * MINUTE);
    await connect();
    expect(await state()).toEqual(['idle', 'active']);
    h.pass(1000);
    expect([...(await state()), await connections()]).toEqual(['active', null, 1]);
  });

  it('idle | update of branch_id | idle, pending idle; apply_config running, suspend_compute scheduling', async () => {
    const { h, project, state, patch } = await running();
    const { branch } = await h.ok('POST', `${project}/branches`, {});
    h.pass(10 * MINUTE);
    const moved = await patch({ branch_id: branch.id });
    expect([moved.endpoint.current_state, moved.endpoint.pending_state]).toEqual(['idle', 'idle']);
    expect(actionsOf(moved)).toEqual(['apply_config running', 'suspend_compute scheduling']);
    h.pass(1000);
    expect(await state()).toEqual(['idle', null]);
  });

  it('any (active) | restart call | connections are interrupted', async () => {
    const { h, path, state, connect, connections } = await running();
    await connect();
    await h.ok('POST', `${path}/restart`);
    expect(await connections()).toBe(0);
    h.pass(1000);
    expect(await state()).toEqual(['active', null]);
  });

  it('any (idle) | restart call | it starts', async () => {
    const { h, path, state } = await running();
    h.pass(10 * MINUTE);
    expect(actionsOf(await h.ok('POST', `${path}/restart`))).toEqual(['start_compute running']);
    h.pass(1000);
    expect(await state()).toEqual(['active', null]);
  });
});

describe('the rules on effects of changes', () => {
  it.each([
    ['1. a new size of a fixed compute', size(1, 1), size(2, 2)],
    ['2. a new minimum or maximum', size(1, 4), size(2, 4)],
  ])('%s restarts it and drops connections', async (_, before, after) => {
    const { h, state, connect, connections, patch } = await running(before);
    await connect();
    await patch(after);
    h.pass(1000);
    expect([...(await state()), await connections()]).toEqual(['active', null, 0]);
  });

  it('3. automatic resizing causes no restart and no disconnect', async () => {
    const { h, path, connect, connections } = await running(size(1, 4));
    await connect();
    const { id, started_at } = (await h.ok('GET', path)).endpoint;
    await h.control('PUT', `/computes/${id}/load`, { vcpu: 3 });
    h.pass(5 * MINUTE);
    expect((await h.control('GET', `/computes/${id}`)).size_cu).toBeGreaterThan(2);
    expect([await connections(), (await h.ok('GET', path)).endpoint.started_at]).toEqual([1, started_at]);
  });

  it('5. with scale to zero disabled it stays active', async () => {
    const { h, state } = await running({ suspend_timeout_seconds: -1 });
    h.pass(24 * 60 * MINUTE);
    expect(await state()).toEqual(['active', null]);
  });

  it('6. each new connection resets the inactivity timer', async () => {
    const { h, state, connect } = await running();
    for (let visit = 0; visit < 5; visit++) {
      h.pass(4 * MINUTE);
      await connect();
    }
    expect(await state()).toEqual(['active', null]);
    h.pass(6 * MINUTE);
    expect(await state()).toEqual(['idle', null]);
  });
});
