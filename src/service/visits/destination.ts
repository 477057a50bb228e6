import type {
  BranchRecord,
  DatabaseRecord,
  EndpointRecord,
  ProjectRecord,
  RoleRecord,
} from '../records/records.ts';
import { idOf } from '../world/databases.ts';
import { passwordOf } from '../world/passwords.ts';
import type { World } from '../world/world.ts';

/** A compute that a client asks for, and what there is behind it. */
export interface Destination {
  readonly endpoint: EndpointRecord;
  readonly branch: BranchRecord;
  readonly project: ProjectRecord;
  /** All roles and databases of the branch. */
  readonly roles: readonly RoleRecord[];
  readonly databases: readonly DatabaseRecord[];
  role(name: string): RoleRecord | undefined;
  database(name: string): DatabaseRecord | undefined;
  passwordOf(role: RoleRecord): string;
}

export function destinationOf(world: World, endpointId: string): Destination | undefined {
  const { endpoints, branches, projects, roles, databases } = world.tables;
  const endpoint = endpoints.get(endpointId);
  if (endpoint === undefined) return undefined;
  const branch = branches.known(endpoint.branchId);
  return {
    endpoint,
    branch,
    project: projects.known(endpoint.projectId),
    roles: roles.of(branch.id),
    databases: databases.of(branch.id),
    role: (name) => roles.get(idOf(branch, name)),
    database: (name) => databases.get(idOf(branch, name)),
    passwordOf: (role) => passwordOf(world.settings.secret, role),
  };
}
