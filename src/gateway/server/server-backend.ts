import pg from 'pg';
import {
  type Backend,
  type BackendLink,
  type DatabasePlace,
  type SessionRequest,
  Unavailable,
} from '../backend.ts';
import type { Admin } from './admin.ts';
import { startSession } from './backend-session.ts';
import type { ServerDatabases } from './databases.ts';
import { cancelPacket, dial, type ServerHost } from './dial.ts';
import { physicalName, readerName, roleName } from './names.ts';
import { ReadWriteLocks } from './read-write-locks.ts';
import type { Roles } from './roles.ts';
import type { ServerFacts } from './server-facts.ts';
import { ServerLink } from './server-link.ts';

interface Parts {
  readonly facts: ServerFacts;
  readonly description: string;
  readonly address: ServerHost;
  readonly admin: Admin;
  readonly roles: Roles;
  readonly databases: ServerDatabases;
}

/** The databases of branches in a PostgreSQL server. The names of databases and roles begin with the branch there. */
export class ServerBackend implements Backend {
  readonly description: string;
  readonly majorVersion: number;
  private readonly parts: Parts;
  /** Sessions of a branch open at the same time. A task that changes its databases runs alone. */
  private readonly locks = new ReadWriteLocks();
  private readonly links = new Set<BackendLink>();

  constructor(parts: Parts) {
    this.description = parts.description;
    this.majorVersion = parts.facts.majorVersion;
    this.parts = parts;
  }

  /** Does nothing: the server runs already. */
  prepare(): void {}

  open(request: SessionRequest): Promise<BackendLink> {
    return this.withClientError(this.locks.shared(request.place.branchId, () => this.start(request)));
  }

  warm(place: DatabasePlace): void {
    // The next session tries again, and reports the error.
    this.locks.shared(place.branchId, () => this.provide(place)).catch(() => {});
  }

  releaseBranch(branchId: string): Promise<void> {
    return this.exclusively([branchId], (databases) => databases.endSessions(branchId));
  }

  copyBranch(branchId: string, parentId: string): Promise<void> {
    return this.exclusively([branchId, parentId], (databases) => databases.copy(branchId, parentId));
  }

  dropBranch(branchId: string): Promise<void> {
    return this.exclusively([branchId], (databases) => databases.dropBranch(branchId));
  }

  renameDatabase(branchId: string, from: string, to: string): Promise<void> {
    return this.exclusively([branchId], (databases) => databases.rename(branchId, from, to));
  }

  dropDatabase(branchId: string, name: string): Promise<void> {
    return this.exclusively([branchId], (databases) => databases.drop(branchId, name));
  }

  async close(): Promise<void> {
    for (const link of this.links) link.close();
    await this.parts.admin.close();
  }

  private exclusively(
    branchIds: readonly string[],
    work: (databases: ServerDatabases) => Promise<void>,
  ): Promise<void> {
    return this.withClientError(this.locks.exclusive(branchIds, () => work(this.parts.databases)));
  }

  private withClientError<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw unavailable(error, this.description);
    });
  }

  private async provide(place: DatabasePlace): Promise<void> {
    await this.parts.roles.ready(place.branchId, place.owner);
    await this.parts.databases.ready(place, [place.owner]);
  }

  private async start({
    place,
    role,
    roles,
    parameters,
    settings,
    readOnly,
    maxConnections,
    temporaryBytes,
  }: SessionRequest): Promise<BackendLink> {
    refuseReplication(parameters.get('replication'));
    const { databases, roles: all, address, facts } = this.parts;
    const { branchId } = place;
    await all.ready(branchId, role);
    // If the server has a foreign role with the name of another role of the branch, this one can still connect.
    const others = await all.available(
      branchId,
      roles.filter((other) => other !== role),
    );
    await databases.ready(place, [role, ...others], temporaryBytes);
    const startUp = new Map(parameters);
    startUp.set('database', physicalName(place.branchId, place.database));
    const options = `${optionsOf(settings, facts)} ${parameters.get('options') ?? ''}`.trim();
    if (options !== '') startUp.set('options', options);
    let user = roleName(branchId, role);
    if (readOnly) {
      // A client can change the setting, but the role has only the right to read.
      startUp.set('default_transaction_read_only', 'on');
      await all.readerReady(branchId, role);
      user = readerName(branchId, role);
    }
    try {
      const session = await startSession(address, { user, password: all.password(user) }, startUp);
      const link: ServerLink = new ServerLink(session, maxConnections, {
        // The server answers a cancel request by closing the connection, which the library reports as an error.
        cancel: () => new Promise((done) => dial(address, cancelPacket(session)).connect(() => done())),
        onClose: () => this.links.delete(link),
      });
      this.links.add(link);
      return link;
    } catch (error) {
      databases.forget(place);
      all.forget(branchId, role);
      throw error;
    }
  }
}

/** Writes settings as start-up options. If a later option names the same setting, it wins. */
function optionsOf(settings: ReadonlyMap<string, string>, { acceptsSetting }: ServerFacts): string {
  const taken = [...settings].filter(([name]) => acceptsSetting(name));
  return taken.map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`).join(' ');
}

function refuseReplication(value: string | undefined): void {
  if (value === undefined || /^(false|off|no|0)$/i.test(value)) return;
  throw new Unavailable(
    '0A000',
    'replication connections are not supported',
    'Connect without the parameter "replication".',
  );
}

/** Converts an error of the server to one that a client can get. */
export function unavailable(error: unknown, description: string): Unavailable {
  if (error instanceof Unavailable) return error;
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    return new Unavailable(error.code, error.message, error.hint ?? null);
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return new Unavailable(
    '08006',
    `the backend server, ${description}, cannot be reached (${code ?? message})`,
    'Start that server, or correct the address that the service was given.',
  );
}
