import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, serve } from '../../src/library/service.ts';
import { type Ran, run } from './run.ts';

/** An account with a project of its own, and an organization with two projects, one of which has a replica. */
let service: RunningService;
let keys: { readonly personal: string; readonly organization: string; readonly project: string };
let org = '';

beforeAll(async () => {
  service = await serve({ port: 0, pg: false, clock: 'stopped' });
  const [{ id: userId }] = (await control('GET', '/users')).users;
  org = (await control('POST', '/organizations', { name: 'crew', admin_user_id: userId, plan: 'launch' }))
    .organization.id;
  await project({ name: 'notes', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 });
  const shop = await project({ name: 'shop', org_id: org });
  const blog = await project({ name: 'blog', org_id: org });
  await api('POST', `/projects/${blog.project.id}/endpoints`, {
    endpoint: { branch_id: blog.branch.id, type: 'read_only' },
  });
  // A change has to wait until the compute has started.
  await service.advance('1m');
  const endpointId = shop.endpoints[0].id;
  await api('PATCH', `/projects/${shop.project.id}/endpoints/${endpointId}`, {
    endpoint: { suspend_timeout_seconds: -1, pooler_enabled: true },
  });
  keys = {
    personal: service.apiKey,
    organization: (await control('POST', `/organizations/${org}/keys`, { key_name: 'o', user_id: userId }))
      .key,
    project: (
      await api('POST', `/organizations/${org}/api_keys`, { key_name: 'p', project_id: shop.project.id })
    ).key,
  };
  await service.advance('30h');
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asks for
async function call(url: string, token: string, method: string, body?: unknown): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${url} ${response.status}`).toBe(true);
  return response.json();
}
const api = (method: string, path: string, body?: unknown) =>
  call(`${service.url}${path}`, service.apiKey, method, body);
const control = (method: string, path: string, body?: unknown) =>
  call(`${service.controlUrl}${path}`, service.controlToken, method, body);
const project = (fields: object) => api('POST', '/projects', { project: fields });

function collect(key: string, ...args: readonly string[]): Promise<Ran> {
  // The service is 30 hours ahead of the machine.
  const time = ['--from', '1d', '--to', service.now().toISOString().slice(0, 16)];
  const all = ['collect', '--api-url', service.url, '--consumption', '-o', 'all', ...time, ...args];
  return run(all, {}, { environment: { TIDEMARK_API_KEY: key } });
}

/** The answer without line breaks. */
const words = ({ out }: Ran) => out.replaceAll(/\s+/g, ' ');

interface Row {
  readonly project: string;
  readonly name: string;
  readonly endpointId: string;
  readonly plan: string;
  readonly current: { readonly text: string };
  readonly outcome: string;
  readonly samples: number;
}
const rowsOf = (ran: Ran): readonly Row[] => JSON.parse(ran.written['all/collection.json'] ?? '').databases;

describe('the consumption history of tidemark serve', () => {
  test('is collected for the account and its organizations, with the current configurations', async () => {
    const ran = await collect(keys.personal);
    const rows = rowsOf(ran);
    expect(
      rows.map(({ project: of, plan, current, outcome }) => [of, plan, current.text, outcome]).sort(),
    ).toEqual([
      ['blog', 'launch', '1, 5m', 'failed'],
      ['blog', 'launch', '1, 5m', 'failed'],
      ['notes', 'scale', '0.25-2, 5m', 'collected'],
      ['shop', 'launch', '1, off, pooler', 'collected'],
    ]);
    const replica = rows.find(({ name }) => name !== 'main');
    expect(replica?.name).toBe(`main ${replica?.endpointId}`);
    expect(ran.code).toBe(2);
    expect(words(ran)).toContain('consumption is metered for its whole branch, which has other computes too');
  });

  test('can be planned, with the metered sizes', async () => {
    const ran = await collect(keys.personal);
    const files = Object.fromEntries(
      Object.entries(ran.written).map(([path, text]) => [path, Buffer.from(text, 'latin1')]),
    );
    const { out } = await run(['trace', 'inspect', 'all/list.yaml#shop/main', '--json'], files);
    const { columns } = JSON.parse(out);
    expect(columns).toMatchObject([{ quantity: 'capacityCu', min: 1, max: 1 }]);
    const planned = await run(['plan', 'all/list.yaml', '--json'], files);
    expect(JSON.parse(planned.out).databases).toHaveLength(2);
  });

  test('is that of one organization with --org, and with a key of the organization', async () => {
    for (const ran of [await collect(keys.personal, '--org', org), await collect(keys.organization)])
      expect(new Set(rowsOf(ran).map(({ project: of, plan }) => `${of} ${plan}`))).toEqual(
        new Set(['shop launch', 'blog launch']),
      );
  });

  test('is refused to a key of a project, which is a reason beside its compute', async () => {
    const ran = await collect(keys.project);
    expect(rowsOf(ran)).toMatchObject([{ project: 'shop', outcome: 'failed' }]);
    expect(words(ran)).toContain('403: a project-scoped API key can act only within its project');
  });
});
