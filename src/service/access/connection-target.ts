import type { DatabaseRecord, RoleRecord } from '../records/records.ts';
import { idOf } from '../world/databases.ts';
import { passwordOf } from '../world/passwords.ts';
import { sessionSettings } from '../world/pg-settings.ts';
import type { World } from '../world/world.ts';
import type { ConnectionTarget, TargetDatabase, TargetRole } from './compute-access.ts';

export function targetOf(world: World, endpointId: string): ConnectionTarget | undefined {
  const { endpoints, branches, roles, databases } = world.tables;
  const endpoint = endpoints.get(endpointId);
  if (endpoint === undefined) return undefined;
  const branch = branches.known(endpoint.branchId);
  const targetRole = (role: RoleRecord): TargetRole => ({
    name: role.name,
    canLogIn: role.login,
    passwordKey: role.passwordKey,
    password: () => passwordOf(world.settings.secret, role),
  });
  return {
    branchId: branch.id,
    readOnly: endpoint.type === 'read_only',
    poolerEnabled: endpoint.poolerEnabled,
    sessionSettings: sessionSettings(endpoint.pgSettings),
    roles: roles.of(branch.id).map(targetRole),
    databases: databases.of(branch.id).map(targetDatabase),
    role: (name) => mapped(roles.get(idOf(branch, name)), targetRole),
    database: (name) => mapped(databases.get(idOf(branch, name)), targetDatabase),
  };
}

function targetDatabase({ name, ownerName }: DatabaseRecord): TargetDatabase {
  return { name, owner: ownerName };
}

function mapped<A, B>(value: A | undefined, to: (value: A) => B): B | undefined {
  return value === undefined ? undefined : to(value);
}
