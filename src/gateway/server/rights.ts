import pg from 'pg';
import type { RunQuery } from './admin.ts';
import { groupName, readersName, roleName } from './names.ts';

/** Lets the roles of a branch connect to a new database, and nobody else. */
export async function grantConnect(query: RunQuery, physical: string, branchId: string): Promise<void> {
  const database = pg.escapeIdentifier(physical);
  await query(`
    revoke all on database ${database} from public;
    grant connect, create, temporary on database ${database} to ${pg.escapeIdentifier(groupName(branchId))};
    grant connect on database ${database} to ${pg.escapeIdentifier(readersName(branchId))}`);
}

/** Gives the schema public of the connected database to its branch, if the connected user has the right to. */
export async function givePublicSchema(query: RunQuery, branchId: string): Promise<void> {
  // Before PostgreSQL 15, the superuser owns the schema, and every role may create objects in it.
  const [found] = await query(
    `select from pg_namespace where nspname = 'public' and pg_has_role(nspowner, 'usage')`,
  );
  if (found !== undefined) {
    await query(`
      alter schema public owner to ${pg.escapeIdentifier(groupName(branchId))};
      revoke create on schema public from public`);
  }
}

/** Shares objects that these roles make in the connected database from now on with the other roles of the branch. */
export async function shareObjects(
  query: RunQuery,
  branchId: string,
  roles: readonly string[],
): Promise<void> {
  const group = pg.escapeIdentifier(groupName(branchId));
  const readers = pg.escapeIdentifier(readersName(branchId));
  for (const name of [groupName(branchId), ...roles.map((role) => roleName(branchId, role))]) {
    const makes = `alter default privileges for role ${pg.escapeIdentifier(name)} grant`;
    await query(`
      ${makes} ${TABLE_RIGHTS} on tables to ${group};
      ${makes} ${SEQUENCE_RIGHTS} on sequences to ${group};
      ${makes} ${SCHEMA_RIGHTS} on schemas to ${group};
      ${makes} select on tables to ${readers};
      ${makes} select on sequences to ${readers};
      ${makes} usage on schemas to ${readers}`);
  }
}

/** Each role of the parent, with the role of the copy that gets its objects, by their names in the server. */
type Successors = ReadonlyMap<string, string>;

/** Gives the objects in the connected database, a copy of the parent's, to the roles of its branch. */
export async function reassignObjects(
  query: RunQuery,
  branchId: string,
  successors: Successors,
): Promise<void> {
  for (const [from, to] of successors) {
    await query(`reassign owned by ${pg.escapeIdentifier(from)} to ${pg.escapeIdentifier(to)}`);
  }
  // The parent's roles own nothing here any more, so this only revokes the rights that were granted to them.
  await dropOwned(query, [...successors.keys()]);
  const owned = await query(
    `select 'schema' as kind, format('%I', nspname) as name from pg_namespace
       where nspowner = any(select oid from pg_roles where rolname = any($1))
     union all
     select case relkind when 'S' then 'sequence' else 'table' end, oid::regclass::text from pg_class
       where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relpersistence <> 't'
         and relowner = any(select oid from pg_roles where rolname = any($1))`,
    [[...successors.values()]],
  );
  const group = pg.escapeIdentifier(groupName(branchId));
  const readers = pg.escapeIdentifier(readersName(branchId));
  for (const { kind, name } of owned) {
    await query(`
      grant ${RIGHTS[kind as keyof typeof RIGHTS]} on ${kind} ${name} to ${group};
      grant ${kind === 'schema' ? 'usage' : 'select'} on ${kind} ${name} to ${readers}`);
  }
}

export async function dropOwned(query: RunQuery, names: readonly string[]): Promise<void> {
  // One command for all roles would fail if one role has default privileges for another.
  for (const name of names) await query(`drop owned by ${pg.escapeIdentifier(name)}`);
}

const TABLE_RIGHTS = 'select, insert, update, delete';
const SEQUENCE_RIGHTS = 'usage, select, update';
const SCHEMA_RIGHTS = 'usage, create';
const RIGHTS = { table: TABLE_RIGHTS, sequence: SEQUENCE_RIGHTS, schema: SCHEMA_RIGHTS };
