import { Hono } from 'hono';
import { findKey, noteUse } from '../accounts/keys.ts';
import { type Caller, callerOf } from '../accounts/scopes.ts';
import { ApiError } from '../api-error.ts';
import { DESCRIBED_ROUTES } from '../described-routes.ts';
import type { Service } from '../service.ts';
import type { InjectedFaults } from './injected-faults.ts';
import { openApi } from './openapi.ts';
import type { RateLimit } from './rate-limit.ts';
import { bearerOf, readBody, readQuery } from './reading.ts';
import { type ApiRoute, GONE, type Hosts } from './route.ts';
import { API_ROUTES } from './routes/index.ts';

export const BASE = '/api/v2';

/** The address of the client, and the id of the request in the log. */
export interface RequestOrigin {
  readonly from: string;
  readonly requestId: string;
}

export interface ApiSettings {
  readonly hosts: Hosts;
  readonly version: string;
  readonly faults: InjectedFaults;
  /** Null if calls are not limited. */
  readonly rateLimit: RateLimit | null;
}

/** The management API, as a function from requests to answers. It needs no socket. */
export function apiApp(service: Service, settings: ApiSettings): Hono<{ Bindings: RequestOrigin }> {
  const app = new Hono<{ Bindings: RequestOrigin }>();
  app.get('/openapi.json', (c) => c.json(openApi(API_ROUTES, settings.version)));
  const guarded =
    (
      handle: (request: Request, params: Record<string, string>, from: string) => Promise<Response>,
      path: string,
      method: string,
    ) =>
    async (request: Request, params: Record<string, string>, from: string) => {
      service.turn();
      const caller = authorise(service, request, from);
      settings.rateLimit?.take(`${caller.keyId} ${method} ${path}`, service.ports.wallMs());
      await settings.faults.apply(service, method, new URL(request.url).pathname.slice(BASE.length));
      return handle(request, params, from);
    };
  for (const route of API_ROUTES) {
    const run = guarded(
      (request, params, from) => answer(service, settings.hosts, route, request, params, from),
      route.path,
      route.method,
    );
    app.on(route.method, pattern(route.path), (c) => run(c.req.raw, c.req.param(), c.env.from));
  }
  for (const [method, path] of DESCRIBED_ROUTES) {
    if (API_ROUTES.some((route) => route.method === method && route.path === path)) continue;
    const run = guarded(() => Promise.reject(notBuilt(method, path)), path, method);
    app.on(method, pattern(path), (c) => run(c.req.raw, c.req.param(), c.env.from));
  }
  app.all('*', async (c) => {
    service.turn();
    authorise(service, c.req.raw, c.env.from);
    throw new ApiError(
      404,
      'NOT_FOUND',
      `there is no ${c.req.method} ${c.req.path}; ${BASE}/openapi.json lists all routes`,
    );
  });
  return app;
}

async function answer(
  service: Service,
  hosts: Hosts,
  route: ApiRoute,
  request: Request,
  params: Record<string, string>,
  from: string,
): Promise<Response> {
  const query = readQuery(route, request);
  const body = await readBody(route, request);
  // Time went on while the body arrived, and the key may have been revoked.
  service.turn();
  const caller = authorise(service, request, from);
  const { world } = service;
  const result = route.handle({ world, caller, params, query, body, hosts } as never);
  if (route.method !== 'GET') {
    service.turn();
    const text = result === GONE ? null : JSON.stringify(result);
    await service.committed();
    return text === null ? new Response(null, { status: 204 }) : json(text, route.status);
  }
  return json(JSON.stringify(result), route.status);
}

function json(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
}

function authorise(service: Service, request: Request, from: string): Caller {
  const header = request.headers.get('authorization');
  if (header === null)
    throw new ApiError(
      401,
      'UNAUTHORIZED',
      'the Authorization header is missing; send Authorization: Bearer <API_KEY>',
    );
  const secret = bearerOf(header);
  if (secret === null)
    throw new ApiError(401, 'UNAUTHORIZED', 'the Authorization header is not of the form Bearer <API_KEY>');
  const key = findKey(service.world, secret);
  if (key === undefined) throw new ApiError(401, 'UNAUTHORIZED', 'the API key is unknown or was revoked');
  noteUse(service.world, key, from);
  return callerOf(key);
}

function notBuilt(method: string, path: string): ApiError {
  return new ApiError(501, 'NOT_IMPLEMENTED', `tidemark does not emulate ${method} ${path}`);
}

/** Writes `/projects/{project_id}` as `/projects/:project_id`, the way the router wants it. */
function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
