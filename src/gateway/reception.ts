import type { Duplex } from 'node:stream';
import { type Destination, sessionSettings, type VisitOutcome } from '../service/index.ts';
import type { Link, Place, SessionWish } from './backend.ts';
import { dismiss } from './dismissal.ts';
import type { Gateway } from './gateway.ts';
import { greet } from './greeting.ts';
import type { Identity } from './identity.ts';
import { Pool } from './pool.ts';
import { Refused } from './refused.ts';
import { type LinkSource, Session } from './session.ts';
import { after } from './timer.ts';
import { AUTHENTICATED, backendKey, complaint, parameterStatus, readyForQuery } from './wire/messages.ts';

/** How long a client waits at the door of a compute that starts, by the service's clock, if it does not leave before. */
const WAIT_MS = 120_000;

/** Brings a client from its first byte to its session, or to the door again. */
export async function receive(gateway: Gateway, socket: Duplex): Promise<void> {
  const inTime = after(gateway.greetingMs, () => socket.destroy());
  let stream = socket;
  try {
    const greeted = await greet(socket, () => gateway.tls);
    if (greeted === null) return;
    const { start, serverName } = greeted;
    stream = greeted.stream;
    if (start.kind === 'cancel') {
      await gateway.cancel(start.process, start.key);
      // For a client, the end of this connection says that what it sends next will not be hit.
      dismiss(stream);
      return;
    }
    const identity = await gateway.identities.identify({ stream, start, serverName });
    if (identity === null) dismiss(stream);
    else enter(gateway, stream, identity);
  } catch (error) {
    dismiss(stream, gateway.complaint(error));
  } finally {
    inTime();
  }
}

/** The client is known: it knocks at its compute. */
function enter(gateway: Gateway, stream: Duplex, identity: Identity): void {
  const { visits, backend } = gateway.settings;
  let process = 0;
  const session = new Session(stream, gateway, () => gateway.forget(process));
  const named = gateway.register(session);
  process = named.process;
  stream.write(AUTHENTICATED);
  const note = clockNote(gateway);
  if (note !== null) stream.write(note);
  const { endpointId, pooled } = identity;
  const visit = visits.knock({ endpointId, pooled, waitMs: WAIT_MS }, (outcome) => {
    if (outcome.kind !== 'connected') session.end(farewell(outcome));
    else
      open(gateway, session, identity, named).catch((error: unknown) =>
        session.end(gateway.complaint(error)),
      );
  });
  if (visit === undefined) {
    session.end(new Refused('08006', 'the endpoint has been deleted').complaint);
    return;
  }
  session.visits(visit);
  const destination = visits.find(endpointId);
  if (destination !== undefined && !visit.isOver) backend.warm(placeOf(destination, identity));
}

/** The client is inside: it gets a connection to its database, and is told what servers tell at the start. */
async function open(
  gateway: Gateway,
  session: Session,
  identity: Identity,
  { process, key }: { readonly process: number; readonly key: number },
): Promise<void> {
  const { visits } = gateway.settings;
  const destination = visits.find(identity.endpointId);
  if (destination === undefined || destination.database(identity.database) === undefined)
    throw new Refused('3D000', `database "${identity.database}" does not exist`);
  await gateway.upkeep.settled(destination.branch.id);
  if (session.isOver) return;
  let source: LinkSource;
  let link: Link | null = null;
  let parameters: ReadonlyMap<string, string>;
  if (identity.pooled) {
    const pool = poolOf(gateway, session, destination, identity);
    parameters = await pool.greeting();
    source = pool;
  } else {
    source = directSource(gateway, wishOf(session, destination, identity, identity.parameters));
    link = await source.acquire();
    ({ parameters } = link);
  }
  if (session.isOver) {
    if (link !== null) source.discard(link);
    return;
  }
  const told = [...parameters].map(([name, value]) => parameterStatus(name, value));
  session.open(source, link, Buffer.concat([...told, backendKey(process, key), readyForQuery('I')]));
}

function directSource(gateway: Gateway, wish: SessionWish): LinkSource {
  return {
    acquire: () => gateway.settings.backend.open(wish),
    release: null,
    discard: (link: Link) => link.close(),
  };
}

/** Clients of the pooler share connections, and with them the settings of whoever asked first. */
function poolOf(gateway: Gateway, session: Session, destination: Destination, identity: Identity): Pool {
  const { backend } = gateway.settings;
  const { endpointId, role, database } = identity;
  return gateway.pool(endpointId, JSON.stringify([role, database]), (waitMs) => {
    const wish = wishOf(session, destination, identity, new Map());
    return new Pool(backend, wish, session.limits.poolSize, waitMs);
  });
}

function wishOf(
  session: Session,
  destination: Destination,
  identity: Identity,
  parameters: ReadonlyMap<string, string>,
): SessionWish {
  return {
    place: placeOf(destination, identity),
    role: identity.role,
    roles: destination.roles.map(({ name }) => name),
    parameters,
    settings: sessionSettings(destination.endpoint.pgSettings),
    readOnly: destination.endpoint.type === 'read_only',
    maxConnections: session.limits.maxConnections,
    temporaryBytes: session.limits.diskBytes,
  };
}

function placeOf({ branch, database, databases }: Destination, identity: Identity): Place {
  const owner = (database(identity.database) ?? databases[0])?.ownerName ?? identity.role;
  return { branchId: branch.id, database: identity.database, owner };
}

/** Who is not let in, or has to go, hears why in the words of Postgres. */
function farewell(outcome: Exclude<VisitOutcome, { kind: 'connected' }>) {
  const { sqlstate, message, reason } = outcome.why;
  return {
    severity: 'FATAL',
    sqlstate: sqlstate ?? '08006',
    message: message.replace(/^(?:FATAL|WARNING): +/, ''),
    detail: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  } as const;
}

/** Whoever waits where time does not go as on the wall is told so. */
function clockNote({ settings }: Gateway): Buffer | null {
  const { mode } = settings.service.clock;
  if (mode.kind === 'real') return null;
  const message =
    mode.kind === 'stopped'
      ? "the service's clock is stopped: a compute that sleeps starts, and one that is idle falls asleep, when it is advanced"
      : `the service's clock runs at ${mode.speed}x: starts and time-outs of computes are as much shorter here`;
  return complaint({ severity: 'NOTICE', sqlstate: '00000', message });
}
