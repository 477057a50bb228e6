import { createApiClient, EndpointType } from '@neondatabase/api-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen } from '../../src/library/service/sockets.ts';
import { Harness } from './harness.ts';

// The client that others publish for the API, with nothing changed but where it calls.

let h: Harness;
let listening: Listening;
let calls = 0;

beforeAll(async () => {
  h = await Harness.start();
  listening = await listen('127.0.0.1', 0, (request, from) =>
    h.fetch(request, { from, requestId: `client-${++calls}` }),
  );
});

afterAll(() => listening.close());

const client = (apiKey: string) =>
  createApiClient({ apiKey, baseURL: `http://127.0.0.1:${listening.port}/api/v2` });

/** The status of a call that must fail, and its code. */
async function refused(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'not refused';
  } catch (error) {
    const { response } = error as { response?: { status: number; data: { code: string } } };
    return `${response?.status} ${response?.data.code}`;
  }
}

it('runs a whole session', async () => {
  const api = client(h.key);
  const { data: made } = await api.createProject({ project: { name: 'from the client', pg_version: 17 } });
  const { id: projectId } = made.project;
  expect(made.endpoints.map(({ current_state }) => current_state)).toEqual(['init']);
  h.pass(1000);
  const [primary] = made.endpoints;
  if (primary === undefined) throw new Error('a project has a compute');

  const { data: branched } = await api.createProjectBranch(projectId, { branch: { name: 'dev' } });
  const { data: replica } = await api.createProjectEndpoint(projectId, {
    endpoint: { branch_id: branched.branch.id, type: EndpointType.ReadOnly },
  });
  expect(replica.operations.map(({ action }) => action)).toEqual(['start_compute']);
  const second = { endpoint: { branch_id: made.branch.id, type: EndpointType.ReadWrite } };
  expect(await refused(api.createProjectEndpoint(projectId, second))).toBe('422 ENDPOINTS_LIMIT_EXCEEDED');
  h.pass(1000);

  const { data: moved } = await api.updateProjectEndpoint(projectId, primary.id, {
    endpoint: { branch_id: branched.branch.id },
  });
  expect(moved.operations.map(({ action }) => action)).toEqual([
    'apply_config',
    'suspend_compute',
    'start_compute',
  ]);
  expect(await refused(api.restartProjectEndpoint(projectId, primary.id))).toBe('423 CONFLICTING_OPERATION');
  h.pass(1000);
  await api.restartProjectEndpoint(projectId, primary.id);
  h.pass(1000);
  await api.suspendProjectEndpoint(projectId, primary.id);
  h.pass(1000);
  const asleep = await api.getProjectEndpoint(projectId, primary.id);
  expect(asleep.data.endpoint.current_state).toBe('idle');
  await api.startProjectEndpoint(projectId, primary.id);
  h.pass(1000);
  const { data: listed } = await api.listProjectEndpoints(projectId);
  expect(listed.endpoints.map(({ current_state }) => current_state)).toEqual(['active', 'active']);

  const { data: uri } = await api.getConnectionUri({
    projectId,
    branch_id: branched.branch.id,
    database_name: 'neondb',
    role_name: 'neondb_owner',
    pooled: true,
  });
  expect(uri.uri).toMatch(
    new RegExp(`^postgresql://neondb_owner:\\S+@${primary.id}-pooler\\.localhost/neondb`),
  );

  expect((await api.deleteProjectEndpoint(projectId, replica.endpoint.id)).status).toBe(200);
  expect((await api.deleteProjectEndpoint(projectId, replica.endpoint.id)).status).toBe(204);
  const { data: operations } = await api.listProjectOperations({ projectId, limit: 3 });
  expect(operations.operations).toHaveLength(3);
  await api.deleteProject(projectId);
  expect(await refused(api.getProject(projectId))).toBe('404 NOT_FOUND');
});

it('creates keys and revokes them', async () => {
  const api = client(h.key);
  const { data: made } = await api.createApiKey({ key_name: 'second' });
  const other = client(made.key);
  expect((await other.getCurrentUserInfo()).data.name).toBe('You');
  const { data: keys } = await api.listApiKeys();
  expect(keys.map(({ name }) => name)).toEqual(['first key', 'second']);
  expect((await other.revokeApiKey(made.id)).data.revoked).toBe(true);
  expect(await refused(other.listApiKeys())).toBe('401 UNAUTHORIZED');
});

it('reads all pages', async () => {
  const api = client(h.key);
  for (let n = 0; n < 7; n++) {
    h.pass(1000);
    await api.createProject({ project: { name: `p${n}` } });
  }
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await api.listProjects({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
    names.push(...data.projects.map(({ name }) => name));
    cursor = data.pagination?.cursor;
    if (cursor === undefined) break;
  }
  expect(names).toEqual(['p6', 'p5', 'p4', 'p3', 'p2', 'p1', 'p0']);
});
