import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeApi {
  readonly url: string;
  /** The paths of requests with their queries, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export const FAKE_KEY = 'tdm-fake-key';

/**
 * Starts a management API with projects that have one branch with one compute each, on a port of its own. A page of
 * projects has two of them.
 *
 * @param asleepSince when a compute was suspended, by the name of its project
 */
export async function fakeApi(
  projects: readonly string[],
  instead: (path: string, response: ServerResponse) => boolean = () => false,
  asleepSince: Readonly<Record<string, string>> = {},
): Promise<FakeApi> {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url.replace('/api/v2/', ''));
    response.setHeader('content-type', 'application/json');
    if (headers.authorization !== `Bearer ${FAKE_KEY}`) return refuse(response, 401, 'wrong key');
    if (instead(url.replace('/api/v2/', ''), response)) return;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const answer = searchParams.has('org_id')
      ? null
      : answerTo(pathname, searchParams, projects, asleepSince);
    if (answer === null) refuse(response, 404, `there is nothing at ${pathname}`);
    else response.end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v2`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status;
  response.end(JSON.stringify({ request_id: 'r', code: '', message }));
}

const PAGE = 2;

function answerTo(
  path: string,
  query: URLSearchParams,
  projects: readonly string[],
  asleepSince: Readonly<Record<string, string>>,
): unknown {
  if (path === '/api/v2/users/me/organizations') return { organizations: [] };
  if (path === '/api/v2/users/me') return { id: 'u', plan: 'scale' };
  if (path === '/api/v2/consumption_history/projects')
    return { projects: (query.get('project_ids') ?? '').split(',').map((id) => consumptionOf(id, query)) };
  const from = Number(query.get('cursor') ?? 0);
  if (path === '/api/v2/projects')
    return {
      projects: projects
        .slice(from, from + PAGE)
        .map((name) => ({ id: `p-${name}`, name, region_id: 'aws-us-east-2', org_id: null })),
      pagination: { cursor: String(from + PAGE) },
    };
  const [, name, what] = /^\/api\/v2\/projects\/p-([^/]+)\/(branches|endpoints)$/.exec(path) ?? [];
  if (name === undefined) return null;
  if (what === 'branches') return { branches: [{ id: `br-${name}`, name: 'main' }], pagination: {} };
  return {
    endpoints: [
      {
        id: `ep-${name}`,
        branch_id: `br-${name}`,
        type: 'read_write',
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 2,
        suspend_timeout_seconds: 0,
        pooler_enabled: false,
        current_state: asleepSince[name] === undefined ? 'active' : 'idle',
        suspended_at: asleepSince[name],
      },
    ],
  };
}

/** A quarter CU all the time. */
function consumptionOf(projectId: string, query: URLSearchParams): unknown {
  const stepMs = query.get('granularity') === 'hourly' ? 3_600_000 : 86_400_000;
  const fromMs = Date.parse(query.get('from') ?? '');
  const consumption = Array.from(
    { length: (Date.parse(query.get('to') ?? '') - fromMs) / stepMs },
    (_, at) => ({
      timeframe_start: new Date(fromMs + at * stepMs).toISOString(),
      timeframe_end: new Date(fromMs + (at + 1) * stepMs).toISOString(),
      active_time_seconds: stepMs / 1000,
      compute_time_seconds: stepMs / 4000,
    }),
  );
  return { project_id: projectId, periods: [{ period_id: '1', consumption }] };
}
