import { ApiError, invalid, notFound } from '../api-error.ts';
import type { BranchRecord, DatabaseRecord, RoleRecord } from '../records/records.ts';
import { leaveTombstone } from './tombstones.ts';
import type { World } from './world.ts';

/** Postgres silently truncates longer names. */
const LONGEST_NAME_BYTES = 63;

export function roleOf(world: World, branch: BranchRecord, name: string): RoleRecord {
  const role = world.tables.roles.get(idOf(branch, name));
  if (role === undefined) throw notFound('role', name);
  return role;
}

export function createRole(world: World, branch: BranchRecord, name: string, login = true): RoleRecord {
  checkName('role', name);
  if (world.tables.roles.has(idOf(branch, name)))
    throw new ApiError(409, 'ROLE_ALREADY_EXISTS', `role ${name} exists already`);
  return world.tables.roles.put({
    id: idOf(branch, name),
    projectId: branch.projectId,
    branchId: branch.id,
    name,
    login,
    passwordKey: `${idOf(branch, name)}/${world.nowMs}`,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
  });
}

export function resetPassword(world: World, role: RoleRecord): RoleRecord {
  return world.tables.roles.put({
    ...role,
    passwordKey: `${role.id}/${world.nowMs}/${world.ids.number()}`,
    updatedAtMs: world.nowMs,
  });
}

export function deleteRole(world: World, role: RoleRecord): void {
  const owned = world.tables.databases.of(role.branchId).find(({ ownerName }) => ownerName === role.name);
  if (owned !== undefined)
    throw invalid(`role ${role.name} owns database ${owned.name}; give it another owner first`);
  world.tables.roles.delete(role.id);
  leaveTombstone(world, 'role', role.branchId, role.name);
}

export function databaseOf(world: World, branch: BranchRecord, name: string): DatabaseRecord {
  const database = world.tables.databases.get(idOf(branch, name));
  if (database === undefined) throw notFound('database', name);
  return database;
}

export function createDatabase(
  world: World,
  branch: BranchRecord,
  name: string,
  ownerName: string,
): DatabaseRecord {
  checkName('database', name);
  roleOf(world, branch, ownerName);
  if (world.tables.databases.has(idOf(branch, name)))
    throw new ApiError(409, 'DATABASE_ALREADY_EXISTS', `database ${name} exists already`);
  return world.tables.databases.put({
    id: idOf(branch, name),
    number: world.ids.number(),
    projectId: branch.projectId,
    branchId: branch.id,
    name,
    ownerName,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
  });
}

export function changeDatabase(
  world: World,
  branch: BranchRecord,
  database: DatabaseRecord,
  name: string,
  ownerName: string,
): DatabaseRecord {
  checkName('database', name);
  roleOf(world, branch, ownerName);
  if (name !== database.name && world.tables.databases.has(idOf(branch, name)))
    throw new ApiError(409, 'DATABASE_ALREADY_EXISTS', `database ${name} exists already`);
  return world.tables.databases.rename(database.id, {
    ...database,
    id: idOf(branch, name),
    name,
    ownerName,
    updatedAtMs: world.nowMs,
  });
}

export function deleteDatabase(world: World, database: DatabaseRecord): void {
  world.tables.databases.delete(database.id);
  leaveTombstone(world, 'database', database.branchId, database.name);
}

/** Copies the roles and databases of a parent to its new child branch. */
export function copyDatabases(world: World, parent: BranchRecord, child: BranchRecord): void {
  for (const role of world.tables.roles.of(parent.id))
    world.tables.roles.put({ ...role, id: idOf(child, role.name), branchId: child.id });
  for (const database of world.tables.databases.of(parent.id))
    world.tables.databases.put({
      ...database,
      id: idOf(child, database.name),
      number: world.ids.number(),
      branchId: child.id,
    });
}

export function dropDatabases(world: World, branch: BranchRecord): void {
  for (const role of world.tables.roles.of(branch.id)) world.tables.roles.delete(role.id);
  for (const database of world.tables.databases.of(branch.id)) world.tables.databases.delete(database.id);
}

export function idOf(branch: BranchRecord, name: string): string {
  return `${branch.id}/${name}`;
}

/** Throws if Postgres would truncate or refuse a name. */
export function checkName(what: string, name: string): void {
  const bytes = Buffer.byteLength(name);
  if (bytes === 0 || bytes > LONGEST_NAME_BYTES || /\p{Cc}/u.test(name))
    throw invalid(`a ${what} name has 1 to ${LONGEST_NAME_BYTES} bytes and no control characters`);
}
