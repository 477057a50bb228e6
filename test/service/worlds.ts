import fc from 'fast-check';
import type { Answer, Harness, Person } from './harness.ts';

/** An action on a service. `pick` chooses among the objects that exist. */
export type Doing =
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'project' | 'branch' | 'replica' | 'primary' | 'key' | 'release'; readonly pick: number }
  | { readonly kind: 'start' | 'suspend' | 'restart' | 'delete' | 'delete branch'; readonly pick: number }
  | { readonly kind: 'patch'; readonly pick: number; readonly fields: Record<string, unknown> }
  | { readonly kind: 'move'; readonly pick: number; readonly to: number }
  | { readonly kind: 'connect'; readonly pick: number; readonly wish: Readonly<Record<string, unknown>> }
  | { readonly kind: 'query'; readonly pick: number; readonly wish: Readonly<Record<string, unknown>> }
  | { readonly kind: 'close'; readonly pick: number }
  | { readonly kind: 'load'; readonly pick: number; readonly wish: Readonly<Record<string, unknown>> }
  | { readonly kind: 'plan'; readonly plan: 'free' | 'launch' | 'scale' }
  | { readonly kind: 'database'; readonly pick: number; readonly name: string }
  | { readonly kind: 'expire'; readonly pick: number; readonly afterMs: number }
  | { readonly kind: 'failures'; readonly share: number };

const pick = fc.nat({ max: 50 });

export const anyDoing: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pass'), ms: anyPause() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('project', 'branch', 'replica', 'primary', 'key', 'release'),
      pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('start', 'suspend', 'restart', 'delete', 'delete branch'),
      pick,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('patch'), pick, fields: anyFields() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), pick, to: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('connect'), pick, wish: anyClients() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('query'), pick, wish: fc.record(anyQuery()) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close'), pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('load'), pick, wish: anyLoad() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan'),
      plan: fc.constantFrom('free', 'launch', 'scale', 'scale'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('database'),
      pick,
      name: fc.constantFrom('a', 'b', 'ü "quoted"'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('expire'),
      pick,
      afterMs: fc.integer({ min: 1, max: 900_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('failures'), share: fc.constantFrom(0, 0, 0.5, 1) }),
  },
);

function anyPause(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.nat({ max: 700 }),
    fc.nat({ max: 20_000 }),
    fc.nat({ max: 600_000 }),
    fc.nat({ max: 7_200_000 }),
  );
}

/** Queries that only wait, and queries that share the processors and so outlast the time that they ask for. */
function anyQuery() {
  return {
    busy_ms: fc.oneof(fc.constant(0), fc.nat({ max: 400_000 })),
    cpu_ms: fc.oneof(fc.constant(0), fc.nat({ max: 40_000 })),
    memory_bytes: fc.constantFrom(0, 0, 0, 300_000_000),
  };
}

function anyClients(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record({
    ...anyQuery(),
    count: fc.constantFrom(1, 1, 2, 5, 300),
    pooled: fc.boolean(),
    wait_ms: fc.constantFrom(100, 5000, 60_000),
  });
}

function anyLoad(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record({
    vcpu: fc.constantFrom(0, 0.1, 0.2, 0.7, 2, 5.3, 12),
    memory_bytes: fc.constantFrom(0, 0, 500_000_000, 3_000_000_000),
    cpu_ms_per_query: fc.constantFrom(3.7, 40, 20_000),
    concurrency: fc.constantFrom(null, null, 1, 30),
    connections: fc.constantFrom(0, 0, 20, 900),
    working_set_bytes: fc.constantFrom(0, 0, 4_000_000_000),
  });
}

function anyFields(): fc.Arbitrary<Record<string, unknown>> {
  const size = fc.constantFrom(0.25, 0.5, 1, 2, 4, 8, 16, 20);
  return fc.record(
    {
      autoscaling_limit_min_cu: size,
      autoscaling_limit_max_cu: size,
      suspend_timeout_seconds: fc.constantFrom(-1, 0, 60, 120, 600),
      disabled: fc.boolean(),
      pooler_enabled: fc.boolean(),
      name: fc.constantFrom('x', 'y'),
    },
    { requiredKeys: [] },
  );
}

/** The first user does it, on whatever the number chooses. The answer; null where there was nothing to choose. */
export async function act(h: Harness, doing: Doing): Promise<Answer | null> {
  const { tables } = h.service.world;
  const chosen = <T extends { readonly id: string }>(rows: Iterable<T>, at: number): T | undefined => {
    const all = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
    return all[at % Math.max(1, all.length)];
  };
  if (doing.kind === 'pass') {
    h.pass(doing.ms);
    return null;
  }
  if (doing.kind === 'failures')
    return h.controlCall('PUT', '/faults', { starts: { failure_share: doing.share } });
  if (doing.kind === 'plan') {
    const [user] = tables.users.all();
    return h.controlCall('PATCH', `/users/${user?.id}`, { plan: doing.plan });
  }
  if (doing.kind === 'project')
    return tables.projects.size >= 3 ? null : h.call('POST', '/projects', { project: {} });
  if (doing.kind === 'key') return h.call('POST', '/api_keys', { key_name: `key ${doing.pick}` });
  if (doing.kind === 'release') return h.controlCall('POST', '/releases');
  const branch = chosen(tables.branches.all(), doing.pick);
  const endpoint = chosen(tables.endpoints.all(), doing.pick);
  if (branch === undefined) return null;
  const project = `/projects/${branch.projectId}`;
  if (doing.kind === 'branch')
    return h.call(
      'POST',
      `${project}/branches`,
      doing.pick % 2 === 0 ? {} : { endpoints: [{ type: 'read_write' }] },
    );
  if (doing.kind === 'delete branch') return h.call('DELETE', `${project}/branches/${branch.id}`);
  if (doing.kind === 'expire')
    return h.call('PATCH', `${project}/branches/${branch.id}`, {
      // After a restart the world has not been turned to what its clock shows.
      branch: { expires_at: new Date(h.service.clock.nowMs + doing.afterMs).toISOString() },
    });
  if (doing.kind === 'database')
    return h.call('POST', `${project}/branches/${branch.id}/databases`, {
      database: { name: doing.name, owner_name: 'neondb_owner' },
    });
  if (doing.kind === 'replica' || doing.kind === 'primary') {
    const type = doing.kind === 'primary' ? 'read_write' : 'read_only';
    return h.call('POST', `${project}/endpoints`, { endpoint: { branch_id: branch.id, type } });
  }
  if (endpoint === undefined) return null;
  const one = `/projects/${endpoint.projectId}/endpoints/${endpoint.id}`;
  const compute = `/computes/${endpoint.id}`;
  switch (doing.kind) {
    case 'delete':
      return h.call('DELETE', one);
    case 'patch':
      return h.call('PATCH', one, { endpoint: doing.fields });
    case 'move':
      return h.call('PATCH', one, {
        endpoint: { branch_id: chosen(tables.branches.of(endpoint.projectId), doing.to)?.id },
      });
    case 'connect':
      return h.controlCall('POST', `${compute}/connections`, doing.wish);
    case 'query':
    case 'close': {
      const [session] = h.service.world.compute(endpoint.id).clients.open();
      const path = `${compute}/connections/${session?.id ?? 'none'}`;
      return doing.kind === 'close'
        ? h.controlCall('DELETE', path)
        : h.controlCall('POST', `${path}/query`, doing.wish);
    }
    case 'load':
      return h.controlCall('PUT', `${compute}/load`, doing.wish);
    default:
      return h.call('POST', `${one}/${doing.kind}`);
  }
}

/** Everything that the API and the control API tell of a service. */
export async function told(h: Harness, person: Pick<Person, 'key'>): Promise<unknown> {
  const ok = (path: string) => h.ok('GET', path, undefined, person.key);
  const { projects } = await ok('/projects?limit=400');
  const { computes } = await h.control('GET', '/computes');
  computes.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1));
  const all: unknown[] = [projects, await ok('/api_keys'), computes];
  const to = new Date(h.now + 3_600_000).toISOString();
  const from = new Date(h.now - 100 * 3_600_000).toISOString();
  all.push(await ok(`/consumption_history/projects?from=${from}&to=${to}&granularity=hourly`));
  for (const { id } of projects) {
    const path = `/projects/${id}`;
    const { branches } = await ok(`${path}/branches`);
    all.push(await ok(path), branches, await ok(`${path}/endpoints`), await ok(`${path}/operations`));
    for (const branch of branches)
      all.push(
        await ok(`${path}/branches/${branch.id}/databases`),
        await ok(`${path}/branches/${branch.id}/roles`),
      );
  }
  return all;
}
