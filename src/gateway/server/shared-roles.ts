import pg from 'pg';
import type { Admin, RunQuery } from './admin.ts';
import { DATABASE_MARK_START, roleName, SHARED_ROLE_MARK } from './names.ts';
import { givePublicSchema, grantConnect, reassignObjects } from './rights.ts';
import type { Roles } from './roles.ts';

/**
 * In older versions, all branches of a server shared their roles, which could read everything in it. This function
 * revokes these rights, and gives the objects of the roles to roles of each branch. If it is interrupted, the next
 * start finishes it.
 */
export async function replaceSharedRoles(admin: Admin, roles: Roles): Promise<void> {
  await admin.locked('shared roles', async (query) => {
    const shared = await query(
      `select rolname as name from pg_roles where shobj_description(oid, 'pg_authid') = $1`,
      [SHARED_ROLE_MARK],
    );
    const names = shared.map(({ name }) => name as string);
    if (names.length === 0) return;
    await disable(query, names);
    const databases = await query(
      `select datname as physical, oid, substr(shobj_description(oid, 'pg_database'), length($1) + 1) as mark
       from pg_database d where starts_with(shobj_description(oid, 'pg_database'), $1) and exists (
         select from pg_shdepend
         where refclassid = 'pg_authid'::regclass
           and refobjid in (select oid from pg_roles where rolname = any($2))
           and (dbid = d.oid or (dbid = 0 and classid = 'pg_database'::regclass and objid = d.oid)))`,
      [DATABASE_MARK_START, names],
    );
    for (const { physical, oid, mark } of databases) {
      const branchId = (mark as string).slice(0, (mark as string).indexOf(': '));
      await replaceInDatabase(admin, roles, { physical: physical as string, oid, branchId }, names);
    }
    for (const name of names) await drop(query, name);
  });
}

/** Revokes the old rights. This comes first, so that they are gone even if a later step fails. */
async function disable(query: RunQuery, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const role = pg.escapeIdentifier(name);
    const granted = await query(
      `select roleid::regrole::text as role from pg_auth_members
       where member = (select oid from pg_roles where rolname = $1) and starts_with(roleid::regrole::text, 'pg_')`,
      [name],
    );
    await query(`alter role ${role} nologin`);
    for (const { role: predefined } of granted) await query(`revoke ${predefined} from ${role}`);
  }
  await query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = any($1)', [
    names,
  ]);
  // This comes before `reassign owned`, which would give all databases of an owner to one branch.
  const owned = await query(
    `select datname, rolname from pg_database join pg_roles on pg_roles.oid = datdba where rolname = any($1)`,
    [names],
  );
  for (const { datname, rolname } of owned) {
    const database = pg.escapeIdentifier(datname as string);
    // The grant lets the next start find the database if this one is interrupted.
    await query(`
      alter database ${database} owner to current_user;
      grant connect on database ${database} to ${pg.escapeIdentifier(rolname as string)}`);
  }
}

interface Database {
  readonly physical: string;
  readonly oid: unknown;
  readonly branchId: string;
}

async function replaceInDatabase(
  admin: Admin,
  roles: Roles,
  database: Database,
  names: readonly string[],
): Promise<void> {
  const { physical, oid, branchId } = database;
  const used = await admin.query(
    `select distinct rolname as name from pg_shdepend join pg_roles on pg_roles.oid = refobjid
     where dbid = $1 and refclassid = 'pg_authid'::regclass and rolname = any($2)`,
    [oid, names],
  );
  await roles.groupsReady(branchId);
  const successors = new Map<string, string>();
  for (const { name } of used) {
    await roles.ready(branchId, name as string);
    successors.set(name as string, roleName(branchId, name as string));
  }
  await grantConnect(admin.query, physical, branchId);
  await admin.inDatabase(physical, async (query) => {
    await givePublicSchema(query, branchId);
    await reassignObjects(query, branchId, successors);
    const former = names.map((name) => pg.escapeIdentifier(name)).join(', ');
    await query(`revoke all on database ${pg.escapeIdentifier(physical)} from ${former}`);
  });
}

async function drop(query: RunQuery, name: string): Promise<void> {
  try {
    await query(`drop role ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // A role that owns something in a database that is not ours stays. It cannot log in any more.
    if ((error as pg.DatabaseError).code !== DEPENDENT_OBJECTS) throw error;
  }
}

const DEPENDENT_OBJECTS = '2BP01';
