import { expect } from 'vitest';
import type { Answer, Serving } from './serving.ts';
import type { BranchTree, ProjectTree, Tree } from './tree.ts';
import { UNNAMED } from './writer.ts';

/** The objects of one writer, and their ids. */
export interface Found {
  readonly tree: Tree;
  readonly ids: Map<string, string>;
}

/** Looks at everything through the API, while the clock stands still, and finds nothing half-done. */
export async function inspect(serving: Serving, key: string): Promise<(writer: string) => Found> {
  const { computes } = await serving.controlled('GET', '/computes');
  const inside = new Map<string, Answer['body']>(
    computes.map((compute: Answer['body']) => [compute.id, compute]),
  );
  const { projects } = await serving.ok(key, 'GET', '/projects?limit=400');
  const looked = await Promise.all(
    projects.map((project: Answer['body']) => inspectProject(serving, key, project, inside)),
  );
  // No compute lives on without its project.
  expect(new Set(inside.keys())).toEqual(new Set(looked.flatMap(({ computeIds }) => computeIds)));
  const keys: { id: number; name: string }[] = await serving.ok(key, 'GET', '/api_keys');
  return (writer) => {
    const isOwn = ({ name }: { name: string }) => name.startsWith(`${writer}-`);
    const own = looked.filter(isOwn);
    const ownKeys = keys.filter(isOwn).sort((a, b) => a.id - b.id);
    return {
      tree: {
        projects: Object.fromEntries(own.map(({ name, tree }) => [name, tree])),
        keys: ownKeys.map(({ name }) => name),
      },
      ids: new Map([
        ...own.flatMap(({ ids }) => ids),
        ...ownKeys.map(({ name, id }) => [name, String(id)] as const),
      ]),
    };
  };
}

interface Looked {
  readonly name: string;
  readonly tree: ProjectTree;
  readonly computeIds: readonly string[];
  readonly ids: readonly (readonly [string, string])[];
}

async function inspectProject(
  serving: Serving,
  key: string,
  { id, name }: { id: string; name: string },
  inside: ReadonlyMap<string, Answer['body']>,
): Promise<Looked> {
  const path = `/projects/${id}`;
  const [{ branches }, { endpoints }, { operations }] = await Promise.all(
    ['branches', 'endpoints', 'operations'].map((part) => serving.ok(key, 'GET', `${path}/${part}`)),
  );
  const defaults = branches.filter((branch: Answer['body']) => branch.default);
  expect(defaults, `${name} has one default branch`).toHaveLength(1);
  const ids: (readonly [string, string])[] = [[name, id]];
  const trees: Record<string, BranchTree> = {};
  for (const branch of branches) {
    ids.push([`${name}/${branch.name}`, branch.id]);
    const own = endpoints.filter((endpoint: Answer['body']) => endpoint.branch_id === branch.id);
    const primaries = own.filter(({ type }: Answer['body']) => type === 'read_write');
    expect(primaries.length, `${branch.name} has one primary compute at most`).toBeLessThan(2);
    for (const endpoint of own) ids.push([`${name}/${branch.name}/${endpoint.name ?? UNNAMED}`, endpoint.id]);
    trees[branch.name] = {
      computes: Object.fromEntries(
        own.map((endpoint: Answer['body']) => [endpoint.name ?? UNNAMED, clientsOf(inside.get(endpoint.id))]),
      ),
    };
    await inspectDatabases(serving, key, `${path}/branches/${branch.id}`, branch.id);
  }
  expect(new Set(branches.map((branch: Answer['body']) => branch.id))).toEqual(
    new Set([...branches, ...endpoints].map((one) => one.branch_id ?? one.id)),
  );
  inspectOperations(operations, endpoints);
  return {
    name,
    tree: { branches: trees },
    computeIds: endpoints.map((endpoint: Answer['body']) => endpoint.id),
    ids,
  };
}

async function inspectDatabases(
  serving: Serving,
  key: string,
  path: string,
  branchId: string,
): Promise<void> {
  const [{ roles }, { databases }] = await Promise.all(
    ['roles', 'databases'].map((part) => serving.ok(key, 'GET', `${path}/${part}`)),
  );
  expect(roles.map((role: Answer['body']) => role.branch_id)).toEqual([branchId]);
  expect(databases.map((database: Answer['body']) => [database.branch_id, database.owner_name])).toEqual([
    [branchId, roles[0].name],
  ]);
}

/** A change is under way if and only if an operation says so. */
function inspectOperations(
  operations: readonly Answer['body'][],
  endpoints: readonly Answer['body'][],
): void {
  const unfinished = operations.filter(({ status }) => status === 'running' || status === 'scheduling');
  expect(new Set(unfinished.map((operation) => operation.endpoint_id))).toEqual(
    new Set(endpoints.filter((endpoint) => endpoint.pending_state !== undefined).map(({ id }) => id)),
  );
  const running = unfinished.filter(({ status }) => status === 'running');
  expect(new Set(running.map((operation) => operation.endpoint_id)).size).toBe(running.length);
  for (const { action, endpoint_id } of running) {
    const endpoint = endpoints.find(({ id }) => id === endpoint_id);
    if (action === 'suspend_compute') expect(endpoint.current_state).toBe('active');
    if (action === 'start_compute') expect(endpoint.pending_state).toBe('active');
  }
}

function clientsOf({ connections, waiting }: Answer['body']): readonly string[] {
  return Array.from({ length: connections + waiting }, () => 'client');
}
