import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Unavailable } from '../backend.ts';
import type { Admin, RunQuery } from './admin.ts';
import {
  groupMark,
  groupName,
  readerMark,
  readerName,
  readersMark,
  readersName,
  roleMark,
  roleName,
} from './names.ts';
import { dropOwned } from './rights.ts';

/**
 * The roles of branches. Each branch has roles of its own, which are members of its group. In the server, they have
 * only the right to log in.
 */
export class Roles {
  private readonly admin: Admin;
  private readonly secret: string;
  private readonly superuser: boolean;
  private readonly known = new Map<string, Promise<void>>();

  constructor(admin: Admin, settings: { readonly secret: string; readonly superuser: boolean }) {
    this.admin = admin;
    this.secret = settings.secret;
    this.superuser = settings.superuser;
  }

  /** Makes sure that a role exists and has our password. Rejects if the server has another role of that name. */
  async ready(branchId: string, role: string): Promise<void> {
    await this.groupsReady(branchId);
    await this.ensureMember(roleName(branchId, role), roleMark(branchId, role), groupName(branchId));
  }

  /** Makes sure that the role exists that replaces this one in sessions of a read replica. */
  async readerReady(branchId: string, role: string): Promise<void> {
    await this.groupsReady(branchId);
    await this.ensureMember(readerName(branchId, role), readerMark(branchId, role), readersName(branchId));
  }

  async groupsReady(branchId: string): Promise<void> {
    const group = { attributes: 'nologin', grant: '' };
    await this.ensure(groupName(branchId), groupMark(branchId), group);
    await this.ensure(readersName(branchId), readersMark(branchId), group);
  }

  /** Makes the roles ready, and returns those that are. */
  async available(branchId: string, roles: readonly string[]): Promise<readonly string[]> {
    const had = await Promise.allSettled(roles.map((role) => this.ready(branchId, role)));
    return roles.filter((_, i) => had[i]?.status === 'fulfilled');
  }

  /** The roles that a branch has in the server. */
  async of(branchId: string): Promise<readonly string[]> {
    const rows = await this.admin.query(
      `select substr(shobj_description(oid, 'pg_authid'), length($1) + 1) as role from pg_roles
       where starts_with(shobj_description(oid, 'pg_authid'), $1)`,
      [roleMark(branchId, '')],
    );
    return rows.map(({ role }) => role as string);
  }

  /** Drops the roles of a branch whose databases are gone. */
  async dropBranch(branchId: string): Promise<void> {
    const rows = await this.admin.query(
      `select rolname from pg_roles
       where starts_with(shobj_description(oid, 'pg_authid'), $1)
         or starts_with(shobj_description(oid, 'pg_authid'), $2)
         or shobj_description(oid, 'pg_authid') in ($3, $4)`,
      [roleMark(branchId, ''), readerMark(branchId, ''), groupMark(branchId), readersMark(branchId)],
    );
    const names = rows.map(({ rolname }) => rolname as string);
    for (const name of names) this.known.delete(name);
    await dropRoles(this.admin, names);
  }

  /** Makes the next `ready` check the server again, where the role may have been dropped or changed. */
  forget(branchId: string, role: string): void {
    for (const name of [groupName(branchId), readersName(branchId)]) this.known.delete(name);
    for (const name of [roleName(branchId, role), readerName(branchId, role)]) this.known.delete(name);
  }

  /** The password of a role in the server. Clients do not know it: they authenticate at the gateway. */
  password(name: string): string {
    return createHmac('sha256', this.secret).update(`backend/${name}`).digest('hex');
  }

  private ensureMember(name: string, mark: string, group: string): Promise<void> {
    return this.ensure(name, mark, {
      attributes: `login password ${pg.escapeLiteral(this.password(name))}`,
      grant: `grant ${pg.escapeIdentifier(group)} to ${pg.escapeIdentifier(name)}`,
    });
  }

  private ensure(name: string, mark: string, definition: Definition): Promise<void> {
    let ready = this.known.get(name);
    if (ready === undefined) {
      ready = this.admin.locked(`role ${name}`, (query) => this.create(query, name, mark, definition));
      this.known.set(name, ready);
      ready.catch(() => this.known.delete(name));
    }
    return ready;
  }

  private async create(
    query: RunQuery,
    name: string,
    mark: string,
    { attributes, grant }: Definition,
  ): Promise<void> {
    const [found] = await query(
      `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
      [name],
    );
    const role = pg.escapeIdentifier(name);
    if (found === undefined) {
      // All statements are one transaction, so every role of ours has its mark.
      await query(`
        create role ${role} nosuperuser nocreaterole nocreatedb noreplication inherit ${attributes};
        comment on role ${role} is ${pg.escapeLiteral(mark)};
        ${this.superuser ? '' : `grant ${role} to current_user;`}
        ${grant}`);
    } else if (found.mark === mark) {
      await query(`alter role ${role} ${attributes}; ${grant}`);
    } else {
      throw new Unavailable(
        '42501',
        `role "${name}" of the server behind this service does not belong to it`,
        'Rename that role, or give the service another server as its backend.',
      );
    }
  }
}

interface Definition {
  readonly attributes: string;
  readonly grant: string;
}

/** Drops roles that own nothing, and first the rights that were granted to them in other databases. */
async function dropRoles(admin: Admin, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const databases = await admin.query(
    `select distinct datname from pg_shdepend d join pg_database on pg_database.oid = d.dbid
     where refclassid = 'pg_authid'::regclass and refobjid in (select oid from pg_roles where rolname = any($1))`,
    [names],
  );
  for (const { datname } of databases) {
    await admin.inDatabase(datname as string, (query) => dropOwned(query, names));
  }
  await dropOwned(admin.query, names);
  await admin.query(`drop role ${names.map((name) => pg.escapeIdentifier(name)).join(', ')}`);
}
