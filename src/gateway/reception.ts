import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { ComputeAccess, ConnectionOutcome, ConnectionTarget } from '../service/index.ts';
import type { Backend, BackendLink, DatabasePlace, SessionRequest } from './backend.ts';
import { dismiss } from './dismissal.ts';
import { greet } from './handshake/greeting.ts';
import type { Identities, Identity } from './handshake/identity.ts';
import { Pool } from './pool.ts';
import { type LinkSource, ProxySession, type SessionHost } from './proxy-session.ts';
import { Refused } from './refused.ts';
import { timerAfter } from './timer.ts';
import type { Upkeep } from './upkeep.ts';
import { AUTHENTICATED, backendKey, errorMessage, parameterStatus, readyForQuery } from './wire/messages.ts';

/** The interface of the gateway for a new client. */
export interface ReceptionHost extends SessionHost {
  readonly settings: { readonly access: ComputeAccess; readonly backend: Backend };
  readonly greetingMs: number;
  readonly tls: SecureContext;
  readonly identities: Identities;
  readonly upkeep: Upkeep;
  cancel(process: number, key: number): Promise<void>;
  register(session: ProxySession): SessionKey;
  forget(process: number): void;
  pool(endpointId: string, name: string, make: (waitMs: number) => Pool): Pool;
}

/** Identifies a session in a cancel request, which arrives on another connection. */
export interface SessionKey {
  readonly process: number;
  readonly key: number;
}

/** How long a client waits for a compute that starts, by the service's clock. */
const WAIT_MS = 120_000;

/** Brings a client from its first byte to its session, or dismisses it. */
export async function receive(gateway: ReceptionHost, socket: Duplex): Promise<void> {
  const cancelTimeout = timerAfter(gateway.greetingMs, () => socket.destroy());
  let stream = socket;
  try {
    const greeted = await greet(socket, () => gateway.tls);
    if (greeted === null) return;
    const { start, serverName } = greeted;
    stream = greeted.stream;
    if (start.kind === 'cancel') {
      await gateway.cancel(start.process, start.key);
      // The end of this connection tells the client that the cancel request cannot hit its next query.
      dismiss(stream);
      return;
    }
    const identity = await gateway.identities.identify({ stream, start, serverName });
    if (identity === null) dismiss(stream);
    else connectToCompute(gateway, stream, identity);
  } catch (error) {
    dismiss(stream, gateway.errorFieldsFor(error));
  } finally {
    cancelTimeout();
  }
}

/** Connects an authenticated client to its compute. */
function connectToCompute(gateway: ReceptionHost, stream: Duplex, identity: Identity): void {
  const { access, backend } = gateway.settings;
  let process = 0;
  const session = new ProxySession(stream, gateway, () => gateway.forget(process));
  const key = gateway.register(session);
  process = key.process;
  stream.write(AUTHENTICATED);
  const notice = clockNotice(gateway);
  if (notice !== null) stream.write(notice);
  const { endpointId, pooled } = identity;
  const connection = access.connect({ endpointId, pooled, waitMs: WAIT_MS }, (outcome) => {
    if (outcome.kind !== 'connected') session.end(outcomeFields(outcome));
    else
      openSession(gateway, session, identity, key).catch((error: unknown) =>
        session.end(gateway.errorFieldsFor(error)),
      );
  });
  if (connection === undefined) {
    session.end(new Refused('08006', 'the endpoint has been deleted').fields);
    return;
  }
  session.attach(connection);
  const target = access.find(endpointId);
  if (target !== undefined && !connection.isOver) backend.warm(placeOf(target, identity));
}

/** Gives a client that is connected to its compute a connection to its database, and the parameters of the server. */
async function openSession(
  gateway: ReceptionHost,
  session: ProxySession,
  identity: Identity,
  { process, key }: SessionKey,
): Promise<void> {
  const target = gateway.settings.access.find(identity.endpointId);
  if (target === undefined || target.database(identity.database) === undefined)
    throw new Refused('3D000', `database "${identity.database}" does not exist`);
  await gateway.upkeep.settled(target.branchId);
  if (session.isOver) return;
  let source: LinkSource;
  let link: BackendLink | null = null;
  let parameters: ReadonlyMap<string, string>;
  if (identity.pooled) {
    const pool = poolOf(gateway, session, target, identity);
    parameters = await pool.serverParameters();
    source = pool;
  } else {
    source = directSource(gateway, requestFor(session, target, identity, identity.parameters));
    link = await source.acquire();
    ({ parameters } = link);
  }
  if (session.isOver) {
    if (link !== null) source.discard(link);
    return;
  }
  const statuses = [...parameters].map(([name, value]) => parameterStatus(name, value));
  session.open(source, link, Buffer.concat([...statuses, backendKey(process, key), readyForQuery('I')]));
}

function directSource(gateway: ReceptionHost, request: SessionRequest): LinkSource {
  return {
    acquire: () => gateway.settings.backend.open(request),
    release: null,
    discard: (link: BackendLink) => link.close(),
  };
}

/** The pool of a role and a database. Its connections have the settings of the compute, and none of a client. */
function poolOf(
  gateway: ReceptionHost,
  session: ProxySession,
  target: ConnectionTarget,
  identity: Identity,
): Pool {
  const { backend } = gateway.settings;
  const { endpointId, role, database } = identity;
  return gateway.pool(endpointId, JSON.stringify([role, database]), (waitMs) => {
    const request = requestFor(session, target, identity, new Map());
    return new Pool(backend, request, session.limits.poolSize, waitMs);
  });
}

function requestFor(
  session: ProxySession,
  target: ConnectionTarget,
  identity: Identity,
  parameters: ReadonlyMap<string, string>,
): SessionRequest {
  return {
    place: placeOf(target, identity),
    role: identity.role,
    roles: target.roles.map(({ name }) => name),
    parameters,
    settings: target.sessionSettings,
    readOnly: target.readOnly,
    maxConnections: session.limits.maxConnections,
    temporaryBytes: session.limits.diskBytes,
  };
}

function placeOf({ branchId, database, databases }: ConnectionTarget, identity: Identity): DatabasePlace {
  const owner = (database(identity.database) ?? databases[0])?.owner ?? identity.role;
  return { branchId, database: identity.database, owner };
}

/** The Postgres error for a client that is refused or dropped. */
function outcomeFields(outcome: Exclude<ConnectionOutcome, { kind: 'connected' }>) {
  const { sqlstate, message, reason } = outcome.why;
  return {
    severity: 'FATAL',
    sqlstate: sqlstate ?? '08006',
    message: message.replace(/^(?:FATAL|WARNING): +/, ''),
    detail: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  } as const;
}

/** A notice for the client if the service's clock does not run like the wall clock, which changes waiting times. */
function clockNotice({ settings }: ReceptionHost): Buffer | null {
  const mode = settings.access.clock;
  if (mode.kind === 'real') return null;
  const message =
    mode.kind === 'stopped'
      ? "the service's clock is stopped: computes start and fall asleep only when it is advanced"
      : `the service's clock runs at ${mode.speed}x: starts and timeouts of computes are that much shorter`;
  return errorMessage({ severity: 'NOTICE', sqlstate: '00000', message });
}
