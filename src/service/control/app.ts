import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { createOrganizationKey, createPersonalKey } from '../accounts/keys.ts';
import { createOrganization, createUser, join } from '../accounts/organizations.ts';
import type { RequestOrigin } from '../api/app.ts';
import type { InjectedFaults } from '../api/injected-faults.ts';
import { bearerOf, checkedInput, readBodyText, refuseUnstorable } from '../api/reading.ts';
import type { Hosts } from '../api/route.ts';
import { ApiError, invalid, notFound } from '../api-error.ts';
import { bootstrap } from '../bootstrap.ts';
import type { UserRecord } from '../records/records.ts';
import type { Service } from '../service.ts';
import { readContents } from '../store/check-contents.ts';
import { faultsAnswer } from './faults-answer.ts';
import { metricsText } from './metrics.ts';
import * as requests from './requests.ts';
import { eventStream } from './stream.ts';
import { clockView, computeView, computeViews, historyView } from './views.ts';

export interface ControlSettings {
  /** The bearer token of callers. */
  readonly token: string;
  /** Whether the API also answers callers from other machines. */
  readonly remote: boolean;
}

/** A snapshot of a large service is larger than any call of the API. */
const LONGEST_SNAPSHOT_BYTES = 1 << 29;

/** The control API, with which tests, scripts and the console steer the emulator: clock, faults, connections, users. */
export function controlApp(
  service: Service,
  settings: { readonly control: ControlSettings; readonly faults: InjectedFaults; readonly hosts: Hosts },
): Hono<{ Bindings: RequestOrigin }> {
  const app = new Hono<{ Bindings: RequestOrigin }>();
  const { faults } = settings;
  const committedAnswer = async (answer: unknown, status: 200 | 201 = 200) => {
    service.turn();
    const text = JSON.stringify(answer);
    await service.committed();
    return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
  };
  const read = async <Schema extends Parameters<typeof checkedInput>[0]>(request: Request, schema: Schema) =>
    checkedInput(schema, parsed(await readBodyText(request)), '');

  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', (c) => c.json({ status: 'ready', store: service.store.description }));
  app.use(async (c, next) => {
    checkAccess(c.req.raw, c.env.from, settings.control);
    // A call that replaces the world works in any state, so it must not depend on a turn of the old one.
    if (!replacesWorld(c.req.method, c.req.path)) service.turn();
    await next();
  });

  app.get('/metrics', (c) =>
    c.text(metricsText(service), 200, { 'content-type': 'text/plain; version=0.0.4' }),
  );
  app.get('/clock', (c) => c.json(clockView(service)));
  app.put('/clock', async (c) => {
    service.setClock(await read(c.req.raw, requests.CLOCK));
    return committedAnswer(clockView(service));
  });
  app.post('/clock/advance', async (c) => {
    const ms = await read(c.req.raw, requests.ADVANCE);
    if (!service.clock.hasRoomFor(ms))
      throw new ApiError(422, 'INVALID_REQUEST', 'by: the clock cannot pass the end of the year 9999');
    service.advance(ms);
    return committedAnswer(clockView(service));
  });
  app.put('/seed', async (c) => {
    const { seed } = await read(c.req.raw, requests.SEED);
    service.world.reseed(seed);
    return committedAnswer({ seed });
  });
  app.post('/reset', async () => {
    faults.set([]);
    service.reset();
    const { user, secret } = bootstrap(service);
    return committedAnswer({ user_id: user.id, key: secret });
  });
  app.get('/snapshot', () =>
    committedAnswer({ schema: 'tidemark/snapshot', version: 1, contents: service.snapshot() }),
  );
  app.put('/snapshot', async (c) => {
    const text = await readBodyText(c.req.raw, LONGEST_SNAPSHOT_BYTES);
    const contents = readContents(checkedInput(requests.SNAPSHOT, parsed(text), '').contents);
    if (typeof contents === 'string') throw new ApiError(422, 'INVALID_REQUEST', `contents: ${contents}`);
    try {
      service.replace(contents);
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      throw new ApiError(422, 'INVALID_REQUEST', `this version cannot load the snapshot: ${why}`);
    }
    return committedAnswer({ status: 'loaded' });
  });

  app.get('/faults', (c) => c.json(faultsAnswer(faults.rules, service.world.faults)));
  app.put('/faults', async (c) => {
    const injected = await read(c.req.raw, requests.FAULTS);
    faults.set(injected.rules);
    service.world.setFaults(injected.life);
    return committedAnswer(faultsAnswer(faults.rules, service.world.faults));
  });
  app.post('/releases', () => {
    service.world.publishRelease();
    return committedAnswer({ compute_release_version: String(service.world.publishedReleases) }, 201);
  });

  app.get('/users', (c) => c.json({ users: [...service.world.tables.users.all()] }));
  app.post('/users', async (c) => {
    const { name, email } = await read(c.req.raw, requests.USER);
    return committedAnswer({ user: createUser(service.world, name, email) }, 201);
  });
  app.post('/users/:id/keys', async (c) => {
    const { key_name } = await read(c.req.raw, requests.KEY);
    const user = userOf(service, c.req.param('id'));
    const { key, secret } = createPersonalKey(service.world, user, key_name);
    return committedAnswer({ id: Number(key.id), key: secret, name: key.name }, 201);
  });
  app.get('/organizations', (c) => c.json({ organizations: [...service.world.tables.organizations.all()] }));
  app.post('/organizations', async (c) => {
    const { name, admin_user_id, plan } = await read(c.req.raw, requests.NEW_ORGANIZATION);
    const admin = service.world.tables.users.get(admin_user_id);
    if (admin === undefined)
      throw new ApiError(422, 'INVALID_REQUEST', `admin_user_id: there is no user ${admin_user_id}`);
    const organization = createOrganization(service.world, name, admin);
    return committedAnswer(
      {
        organization:
          plan === undefined
            ? organization
            : service.world.tables.organizations.put({ ...organization, plan }),
      },
      201,
    );
  });
  app.post('/organizations/:id/members', async (c) => {
    const { user_id, role } = await read(c.req.raw, requests.NEW_MEMBER);
    const organization = service.world.tables.organizations.get(c.req.param('id'));
    const user = service.world.tables.users.get(user_id);
    if (organization === undefined) throw notFound('organization', c.req.param('id'));
    if (user === undefined)
      throw new ApiError(422, 'INVALID_REQUEST', `user_id: there is no user ${user_id}`);
    return committedAnswer({ member: join(service.world, organization, user, role) }, 201);
  });
  app.post('/organizations/:id/keys', async (c) => {
    const { key_name, user_id } = await read(c.req.raw, requests.ORG_KEY);
    const caller = { kind: 'personal', keyId: '', userId: user_id } as const;
    const { key, secret } = createOrganizationKey(service.world, caller, c.req.param('id'), key_name, null);
    return committedAnswer({ id: Number(key.id), key: secret, name: key.name }, 201);
  });
  app.patch('/users/:id', async (c) => {
    const { plan } = await read(c.req.raw, requests.PLAN);
    const user = userOf(service, c.req.param('id'));
    const changed = service.world.tables.users.put({ ...user, plan });
    service.world.quota.planChanged(user.id);
    return committedAnswer({ user: changed });
  });

  app.get('/computes', (c) => c.json({ computes: computeViews(service) }));
  app.get('/computes/:id', (c) =>
    c.json(computeView(service.world, existingCompute(service, c.req.param('id')))),
  );
  app.get('/computes/:id/history', (c) =>
    c.json(historyView(service, existingCompute(service, c.req.param('id')))),
  );
  app.post('/computes/:id/connections', async (c) => {
    const id = existingCompute(service, c.req.param('id'));
    const fields = await read(c.req.raw, requests.CONNECT);
    const compute = service.world.compute(id);
    const clients = Array.from({ length: fields.count }, () => ({
      id: `c-${service.world.ids.number()}`,
      pooled: fields.pooled,
      untilMs: service.world.nowMs + fields.wait_ms,
      query: requests.clientQuery(fields),
      leaves: fields.close_when_done,
    }));
    const refusals = compute.connectAll(clients, service.world.nowMs);
    const opened = clients.map((client, i) => ({
      id: client.id,
      ...requests.connectOutcome(compute, client.id, refusals[i] ?? null),
    }));
    return committedAnswer({ connections: opened, compute: computeView(service.world, id) }, 201);
  });
  app.delete('/computes/:id/connections', (c) => {
    const id = existingCompute(service, c.req.param('id'));
    const compute = service.world.compute(id);
    const ids = compute.clients.ids();
    for (const session of ids) compute.disconnect(session, service.world.nowMs);
    return committedAnswer({ closed: ids.length, compute: computeView(service.world, id) });
  });
  app.delete('/computes/:id/connections/:session', (c) => {
    const id = existingCompute(service, c.req.param('id'));
    const session = c.req.param('session');
    if (!service.world.compute(id).disconnect(session, service.world.nowMs))
      throw notFound('connection', session);
    return committedAnswer({ closed: 1, compute: computeView(service.world, id) });
  });
  app.post('/computes/:id/connections/:session/query', async (c) => {
    const id = existingCompute(service, c.req.param('id'));
    const session = c.req.param('session');
    const query = requests.clientQuery(await read(c.req.raw, requests.QUERY));
    const compute = service.world.compute(id);
    if (!compute.clients.isOpen(session)) throw notFound('open connection', session);
    if (compute.clients.isOutside(session))
      throw invalid(`connection ${session} belongs to a client that runs its own queries`);
    compute.query(session, query, service.world.nowMs);
    return committedAnswer({ compute: computeView(service.world, id) });
  });
  app.put('/computes/:id/load', async (c) => {
    const id = existingCompute(service, c.req.param('id'));
    const load = await read(c.req.raw, requests.LOAD);
    service.world.compute(id).setLoad(load, service.world.nowMs);
    return committedAnswer({ compute: computeView(service.world, id) });
  });
  app.put('/computes/:id/disk', async (c) => {
    const id = existingCompute(service, c.req.param('id'));
    const { full } = await read(c.req.raw, requests.DISK);
    service.world.compute(id).diskIsFull = full;
    return committedAnswer({ compute: computeView(service.world, id) });
  });
  app.get('/events', (c) => eventStream(service, c.req.raw.signal));
  app.all('*', (c) => {
    throw new ApiError(404, 'NOT_FOUND', `there is no ${c.req.method} ${c.req.path} in the control API`);
  });
  return app;
}

function replacesWorld(method: string, path: string): boolean {
  return (method === 'POST' && path.endsWith('/reset')) || (method === 'PUT' && path.endsWith('/snapshot'));
}

function existingCompute(service: Service, id: string): string {
  if (!service.world.computes.has(id)) throw notFound('compute', id);
  return id;
}

function userOf(service: Service, id: string): UserRecord {
  const user = service.world.tables.users.get(id);
  if (user === undefined) throw notFound('user', id);
  return user;
}

function parsed(text: string): unknown {
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ApiError(400, 'BAD_REQUEST', 'the body is not JSON');
  }
  refuseUnstorable(body);
  return body;
}

function checkAccess(request: Request, from: string, { token, remote }: ControlSettings): void {
  if (!remote && !isLoopback(from))
    throw new ApiError(
      403,
      'FORBIDDEN',
      'the control API answers this machine only; start with --control-remote to let others in',
    );
  const received = Buffer.from(bearerOf(request.headers.get('authorization') ?? '') ?? '');
  const expected = Buffer.from(token);
  if (expected.length === 0 || received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new ApiError(
      401,
      'UNAUTHORIZED',
      'the control token is missing or wrong; it was printed at start-up',
    );
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
