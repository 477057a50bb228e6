import pg from 'pg';
import { type DatabasePlace, Unavailable } from '../backend.ts';
import type { Admin, RunQuery } from './admin.ts';
import {
  databaseMark,
  groupName,
  MARK_START,
  physicalName,
  readersName,
  roleName,
  unfinishedName,
  unfinishedPrefix,
} from './names.ts';
import { ReadWriteLocks } from './read-write-locks.ts';
import { givePublicSchema, grantConnect, reassignObjects, shareObjects } from './rights.ts';
import type { Roles } from './roles.ts';

export type Warn = (event: string, details: Record<string, unknown>) => void;

/**
 * The databases of branches, each a database of the server. A comment marks them, and a database without this mark is
 * never touched. The administrator owns them all, because an owner could let others in, or change the mark.
 */
export class ServerDatabases {
  private readonly admin: Admin;
  private readonly roles: Roles;
  private readonly warn: Warn;
  private readonly locks = new ReadWriteLocks();
  /** The databases that are known to be ready, by their names in the server. */
  private readonly known = new Map<string, Known>();
  private limits = true;

  constructor(admin: Admin, roles: Roles, warn: Warn) {
    this.admin = admin;
    this.roles = roles;
    this.warn = warn;
  }

  /**
   * Makes sure that a database exists and that objects of these roles are shared. The roles must be ready. The limit of
   * temporary files applies to new sessions.
   */
  async ready(place: DatabasePlace, roles: readonly string[], temporaryBytes?: number): Promise<void> {
    const required = { roles, limit: temporaryBytes };
    const physical = physicalName(place.branchId, place.database);
    if (this.isIncomplete(this.known.get(physical), required)) {
      await this.locks.exclusive([physical], async () => {
        if (!this.isIncomplete(this.known.get(physical), required)) return;
        await this.admin.locked(`database ${physical}`, (query) => this.makeReady(query, place, required));
      });
    }
  }

  /** Makes the next `ready` check the server again, where others may have changed something. */
  forget({ branchId, database }: DatabasePlace): void {
    this.known.delete(physicalName(branchId, database));
  }

  /** Makes a branch a copy of another one. If that fails, the branch has no databases. */
  async copy(branchId: string, parentId: string): Promise<void> {
    const parents = await this.of(parentId);
    await this.dropBranch(branchId);
    try {
      const successors = await this.successors(branchId, parentId);
      for (const { name, physical } of parents) {
        // Postgres cannot copy a database that is in use.
        const ended = await this.endSessionsOn(physical);
        if (ended > 0) this.warn('branch copy ended sessions', { branchId: parentId, sessions: ended });
        await this.admin.locked(`database ${physicalName(branchId, name)}`, (query) =>
          this.createComplete(
            query,
            branchId,
            name,
            `template ${pg.escapeIdentifier(physical)}`,
            async (within) => {
              await reassignObjects(within, branchId, successors);
              // `reassignObjects` has also revoked the rights of the parent's group on the parent's databases.
              for (const parent of parents) await grantConnect(within, parent.physical, parentId);
            },
          ),
        );
      }
    } catch (error) {
      await this.dropBranch(branchId);
      throw error;
    }
  }

  async dropBranch(branchId: string): Promise<void> {
    const unfinished = await this.admin.query(
      'select datname from pg_database where starts_with(datname, $1)',
      [unfinishedPrefix(branchId)],
    );
    const ours = (await this.of(branchId)).map(({ physical }) => physical);
    for (const physical of [...ours, ...unfinished.map(({ datname }) => datname as string)]) {
      await this.dropPhysical(physical);
    }
    await this.roles.dropBranch(branchId);
  }

  async drop(branchId: string, name: string): Promise<void> {
    const found = (await this.of(branchId)).find((one) => one.name === name);
    if (found !== undefined) await this.dropPhysical(found.physical);
  }

  async rename(branchId: string, from: string, to: string): Promise<void> {
    const found = (await this.of(branchId)).find(({ name }) => name === from);
    if (found === undefined) return;
    await this.endSessionsOn(found.physical);
    const next = pg.escapeIdentifier(physicalName(branchId, to));
    this.known.delete(found.physical);
    // Both statements are one transaction, so the name and the mark always agree.
    await this.admin.query(`
      alter database ${pg.escapeIdentifier(found.physical)} rename to ${next};
      comment on database ${next} is ${pg.escapeLiteral(databaseMark(branchId, to))}`);
  }

  /** Ends the sessions of a branch that the gateway has opened. Other sessions on its databases stay. */
  async endSessions(branchId: string): Promise<void> {
    const ours = `starts_with(shobj_description(usesysid, 'pg_authid'), ${pg.escapeLiteral(MARK_START)})`;
    for (const { physical } of await this.of(branchId)) await this.endSessionsOn(physical, ours);
  }

  /** The roles of the parent and those of the copy that get their objects, by the names in the server. */
  private async successors(branchId: string, parentId: string): Promise<ReadonlyMap<string, string>> {
    const successors = new Map<string, string>();
    for (const role of await this.roles.of(parentId)) {
      await this.roles.ready(branchId, role);
      successors.set(roleName(parentId, role), roleName(branchId, role));
    }
    await this.roles.groupsReady(branchId);
    successors.set(groupName(parentId), groupName(branchId));
    return successors.set(readersName(parentId), readersName(branchId));
  }

  private async create(query: RunQuery, { branchId, database }: DatabasePlace): Promise<Known> {
    // A template in use cannot be copied, and nobody connects to template0 by accident.
    const how = `template template0 encoding 'UTF8'`;
    await this.createComplete(query, branchId, database, how, (within) => givePublicSchema(within, branchId));
    return { roles: new Set(), limit: undefined };
  }

  /** Makes a database and renames it when it is complete, so that a killed process leaves none half made. */
  private async createComplete(
    query: RunQuery,
    branchId: string,
    name: string,
    how: string,
    complete: (within: RunQuery) => Promise<void>,
  ): Promise<void> {
    const physical = unfinishedName(branchId, name);
    const unfinished = pg.escapeIdentifier(physical);
    await query(`drop database if exists ${unfinished} with (force)`);
    await query(`create database ${unfinished} ${how}`);
    await grantConnect(query, physical, branchId);
    await this.admin.inDatabase(physical, complete);
    await query(`
      comment on database ${unfinished} is ${pg.escapeLiteral(databaseMark(branchId, name))};
      alter database ${unfinished} rename to ${pg.escapeIdentifier(physicalName(branchId, name))}`);
  }

  private isIncomplete(known: Known | undefined, { roles, limit }: Requirements): boolean {
    return (
      known === undefined ||
      (limit !== undefined && known.limit !== limit) ||
      roles.some((role) => !known.roles.has(role))
    );
  }

  private async makeReady(query: RunQuery, place: DatabasePlace, required: Requirements): Promise<void> {
    const physical = physicalName(place.branchId, place.database);
    const name = pg.escapeIdentifier(physical);
    const known = this.known.get(physical) ?? (await find(query, place)) ?? (await this.create(query, place));
    const roles = required.roles.filter((role) => !known.roles.has(role));
    if (roles.length > 0) {
      await this.admin.inDatabase(physical, (within) => shareObjects(within, place.branchId, roles));
    }
    if (required.limit !== undefined && required.limit !== known.limit)
      await this.limit(query, name, required.limit);
    this.known.set(physical, {
      roles: new Set([...known.roles, ...roles]),
      limit: required.limit ?? known.limit,
    });
  }

  /** Sets the limit of temporary files. If sessions with different limits share a database, the last one's counts. */
  private async limit(query: RunQuery, name: string, bytes: number): Promise<void> {
    if (!this.limits) return;
    const kilobytes = Math.min(Math.floor(bytes / 1024), MOST_KILOBYTES);
    try {
      await query(`alter database ${name} set temp_file_limit = '${kilobytes}kB'`);
    } catch (error) {
      if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
      this.limits = false;
      this.warn('temporary files have no limit', { reason: (error as Error).message });
    }
  }

  private async of(branchId: string): Promise<readonly Found[]> {
    const mark = databaseMark(branchId, '');
    const rows = await this.admin.query(
      `select datname as physical, substr(shobj_description(oid, 'pg_database'), length($1) + 1) as name
       from pg_database where starts_with(shobj_description(oid, 'pg_database'), $1)`,
      [mark],
    );
    return rows as unknown as readonly Found[];
  }

  private async endSessionsOn(physical: string, condition = 'true'): Promise<number> {
    const ended = await this.admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and ${condition}`,
      [physical],
    );
    return ended.length;
  }

  private async dropPhysical(physical: string): Promise<void> {
    this.known.delete(physical);
    await this.admin.query(`drop database if exists ${pg.escapeIdentifier(physical)} with (force)`);
  }
}

interface Known {
  /** The roles whose new objects are shared. */
  readonly roles: ReadonlySet<string>;
  readonly limit: number | undefined;
}

interface Requirements {
  readonly roles: readonly string[];
  readonly limit: number | undefined;
}

interface Found {
  readonly name: string;
  readonly physical: string;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const MOST_KILOBYTES = 2 ** 31 - 1;

async function find(query: RunQuery, { branchId, database }: DatabasePlace): Promise<Known | undefined> {
  const physical = physicalName(branchId, database);
  const [found] = await query(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [physical],
  );
  if (found === undefined) return undefined;
  if (found.mark !== databaseMark(branchId, database)) {
    throw new Unavailable(
      INSUFFICIENT_PRIVILEGE,
      `database "${physical}" of the server behind this service does not belong to it`,
      'Rename that database, or give the service another server as its backend.',
    );
  }
  return { roles: new Set(), limit: undefined };
}
