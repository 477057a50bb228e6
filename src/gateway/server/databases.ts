import pg from 'pg';
import { type Place, Unavailable } from '../backend.ts';
import type { Admin, Query } from './admin.ts';
import { databaseMark, physicalName, ROLE_MARK, unfinishedName, unfinishedPrefix } from './names.ts';
import type { Roles } from './roles.ts';
import { Turns } from './turns.ts';

export type Warn = (event: string, details: Record<string, unknown>) => void;

/** The databases of branches, each a database of the server. One that does not bear our mark is never touched. */
export class Databases {
  private readonly admin: Admin;
  private readonly roles: Roles;
  private readonly warn: Warn;
  private readonly turns = new Turns();
  /** What has been seen to hold, by the name in the server. */
  private readonly known = new Map<string, Known>();
  private limits = true;

  constructor(admin: Admin, roles: Roles, warn: Warn) {
    this.admin = admin;
    this.roles = roles;
    this.warn = warn;
  }

  /** When it is there, belongs to its owner and lets the roles in, which must be ready. The limit is that of sessions opened from then on. */
  async ready(place: Place, roles: readonly string[] = [], temporaryBytes?: number): Promise<void> {
    const wanted = { owner: place.owner, roles, limit: temporaryBytes };
    await this.roles.ready(place.owner);
    const physical = physicalName(place.branchId, place.database);
    if (this.lacks(this.known.get(physical), wanted)) {
      await this.turns.alone([physical], async () => {
        if (!this.lacks(this.known.get(physical), wanted)) return;
        await this.admin.alone(`database ${physical}`, (query) => this.provide(query, place, wanted));
      });
    }
  }

  /** Looks again at the next need: something may have been changed behind our back. */
  forget({ branchId, database }: Place): void {
    this.known.delete(physicalName(branchId, database));
  }

  /** Gives a branch what another has, and nothing else; if that fails, nothing at all. */
  async copy(branchId: string, parentId: string): Promise<void> {
    const parents = await this.of(parentId);
    await this.dropBranch(branchId);
    try {
      for (const { name, physical, owner } of parents) {
        // Postgres copies no database that somebody uses.
        const ended = await this.endSessionsOn(physical);
        if (ended > 0) this.warn('branch copy ended sessions', { branchId: parentId, sessions: ended });
        const place = { branchId, database: name, owner };
        await this.admin.alone(`database ${physicalName(branchId, name)}`, (query) =>
          make(query, place, `template ${pg.escapeIdentifier(physical)}`),
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
    // One text is one transaction: the name and the mark agree whatever happens.
    await this.admin.query(`
      alter database ${pg.escapeIdentifier(found.physical)} rename to ${next};
      comment on database ${next} is ${pg.escapeLiteral(databaseMark(branchId, to))}`);
  }

  /** Ends what goes on for clients that have left; whoever looks at a database past the gateway may stay. */
  async endSessions(branchId: string): Promise<void> {
    const ours = `shobj_description(usesysid, 'pg_authid') = ${pg.escapeLiteral(ROLE_MARK)}`;
    for (const { physical } of await this.of(branchId)) await this.endSessionsOn(physical, ours);
  }

  private lacks(known: Known | undefined, { owner, roles, limit }: Wanted): boolean {
    return (
      known === undefined ||
      known.owner !== owner ||
      (limit !== undefined && known.limit !== limit) ||
      roles.some((role) => !known.roles.has(role))
    );
  }

  private async provide(query: Query, place: Place, wanted: Wanted): Promise<void> {
    const physical = physicalName(place.branchId, place.database);
    const name = pg.escapeIdentifier(physical);
    const known = this.known.get(physical) ?? (await find(query, place)) ?? (await create(query, place));
    if (known.owner !== wanted.owner) {
      await query(`alter database ${name} owner to ${pg.escapeIdentifier(wanted.owner)}`);
    }
    const roles = wanted.roles.filter((role) => !known.roles.has(role));
    if (roles.length > 0) {
      const names = roles.map((role) => pg.escapeIdentifier(role)).join(', ');
      await query(`grant connect, create, temporary on database ${name} to ${names}`);
    }
    if (wanted.limit !== undefined && wanted.limit !== known.limit)
      await this.limit(query, name, wanted.limit);
    this.known.set(physical, {
      owner: wanted.owner,
      roles: new Set([...known.roles, ...roles]),
      limit: wanted.limit ?? known.limit,
    });
  }

  /** Where sessions of different limits share a database, such as those of a replica, the last one opened has its own. */
  private async limit(query: Query, name: string, bytes: number): Promise<void> {
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
      `select datname as physical, substr(shobj_description(oid, 'pg_database'), length($1) + 1) as name,
         pg_get_userbyid(datdba) as owner
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
  readonly owner: string;
  /** Who is known to be let in. */
  readonly roles: ReadonlySet<string>;
  readonly limit: number | undefined;
}

interface Wanted {
  readonly owner: string;
  readonly roles: readonly string[];
  readonly limit: number | undefined;
}

interface Found {
  readonly name: string;
  readonly physical: string;
  readonly owner: string;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const MOST_KILOBYTES = 2 ** 31 - 1;

async function find(query: Query, { branchId, database }: Place): Promise<Known | undefined> {
  const physical = physicalName(branchId, database);
  const [found] = await query(
    `select pg_get_userbyid(datdba) as owner, shobj_description(oid, 'pg_database') as mark
     from pg_database where datname = $1`,
    [physical],
  );
  if (found === undefined) return undefined;
  if (found.mark !== databaseMark(branchId, database)) {
    throw new Unavailable(
      INSUFFICIENT_PRIVILEGE,
      `database "${physical}" of the server behind this service is not its own`,
      'Rename that database, or give the service another server as its backend.',
    );
  }
  return { owner: found.owner as string, roles: new Set(), limit: undefined };
}

async function create(query: Query, place: Place): Promise<Known> {
  // Nobody connects to this template by accident, which would keep it from being copied.
  await make(query, place, `template template0 encoding 'UTF8'`);
  return { owner: place.owner, roles: new Set(), limit: undefined };
}

/** Has its name only when it is complete: a process may be killed at any time, and leaves none that is half made. */
async function make(query: Query, place: Place, how: string): Promise<void> {
  const { branchId, database, owner } = place;
  const unfinished = pg.escapeIdentifier(unfinishedName(branchId, database));
  await query(`drop database if exists ${unfinished} with (force)`);
  await query(`create database ${unfinished} owner ${pg.escapeIdentifier(owner)} ${how}`);
  await query(`
    revoke connect on database ${unfinished} from public;
    comment on database ${unfinished} is ${pg.escapeLiteral(databaseMark(branchId, database))};
    alter database ${unfinished} rename to ${pg.escapeIdentifier(physicalName(branchId, database))}`);
}
