import { Hono } from 'hono';
import { isDiskFull } from '../data-folder/index.ts';
import { type ApiSettings, apiApp, BASE, type RequestOrigin } from './api/app.ts';
import { ApiError } from './api-error.ts';
import { type ControlSettings, controlApp } from './control/app.ts';
import { type OwnNames, requireOwnName } from './own-names.ts';
import type { Service } from './service.ts';

interface AppSettings extends ApiSettings {
  readonly control: ControlSettings;
  readonly names: OwnNames;
  /** The files of the console, by path; empty if the console is not served. */
  readonly pages: ReadonlyMap<string, StaticFile>;
}

export interface StaticFile {
  readonly type: string;
  readonly content: string;
}

/** The whole HTTP service: the API, the control API and the console. The log has the request id of each answer. */
export function serviceApp(service: Service, settings: AppSettings): Hono<{ Bindings: RequestOrigin }> {
  const app = new Hono<{ Bindings: RequestOrigin }>({ strict: false });
  const checkName = requireOwnName(settings.names);
  const masked = masking(settings.control.token);
  const failure = (error: ApiError, requestId: string) => failed(error, masked(error.message), requestId);
  app.use(async (c, next) => {
    const startMs = service.ports.wallMs();
    await next();
    c.res.headers.set('x-request-id', c.env.requestId);
    service.ports.log({
      level: c.res.status >= 500 ? 'error' : 'info',
      event: 'request',
      requestId: c.env.requestId,
      method: c.req.method,
      path: masked(c.req.path),
      status: c.res.status,
      tookMs: service.ports.wallMs() - startMs,
    });
  });
  app.use((c, next) => {
    checkName(c.req.raw);
    return next();
  });
  app.route(BASE, apiApp(service, settings));
  app.route('/_tidemark', controlApp(service, settings));
  app.get('*', (c) => {
    const file = settings.pages.get(c.req.path);
    if (file === undefined) throw new ApiError(404, 'NOT_FOUND', `there is nothing at ${c.req.path}`);
    return c.body(file.content, 200, { 'content-type': file.type, ...PAGE_HEADERS });
  });
  app.notFound((c) =>
    failure(
      new ApiError(404, 'NOT_FOUND', `there is nothing at ${c.req.method} ${c.req.path}`),
      c.env.requestId,
    ),
  );
  app.onError((error, c) => {
    if (error instanceof ApiError) return failure(error, c.env.requestId);
    if (isDiskFull(error)) return failure(STORE_FULL, c.env.requestId);
    service.ports.log({
      level: 'error',
      event: 'fault',
      requestId: c.env.requestId,
      error: masked(error.message),
      stack: masked(error.stack ?? ''),
    });
    const own = new ApiError(
      500,
      'INTERNAL_ERROR',
      'the service has failed; look for this request id in its log',
    );
    return failure(own, c.env.requestId);
  });
  return app;
}

/** The service ends after this error, and reports it on standard error. */
const STORE_FULL = new ApiError(
  503,
  'STORE_FULL',
  'the store cannot be written: the disk is full; free some space and start the service again',
);

/** These headers keep the console to its own code, and to requests to this service. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const SHORTEST_MASKED = 8;

/** Hides keys, passwords and the token that a caller has put into a path or a name by mistake. */
function masking(token: string): (text: string) => string {
  return (text) => {
    const shown = text.replaceAll(/\btd[mp]_[\w-]+/g, '…');
    // A token of a few letters is no secret, and occurs in many texts.
    return token.length < SHORTEST_MASKED ? shown : shown.replaceAll(token, '…');
  };
}

function failed(error: ApiError, message: string, requestId: string): Response {
  const { status, code, retryAfterSeconds } = error;
  return new Response(JSON.stringify({ request_id: requestId, code, message }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  });
}
