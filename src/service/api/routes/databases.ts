import { z } from 'zod';
import { type Caller, projectFor } from '../../accounts/scopes.ts';
import { ApiError } from '../../api-error.ts';
import { branchOf } from '../../world/branches.ts';
import {
  changeDatabase,
  createDatabase,
  createRole,
  databaseOf,
  deleteDatabase,
  deleteRole,
  idOf,
  resetPassword,
  roleOf,
} from '../../world/databases.ts';
import { passwordOf } from '../../world/passwords.ts';
import { wasDeleted } from '../../world/tombstones.ts';
import type { World } from '../../world/world.ts';
import { DATABASE, DATABASE_OPERATIONS, ROLE, ROLE_OPERATIONS } from '../answers.ts';
import { DATABASE_CREATE, DATABASE_UPDATE, ROLE_CREATE } from '../requests.ts';
import { type ApiRoute, GONE, route } from '../route.ts';
import { showDatabase, showRole } from '../show.ts';

const BRANCH = '/projects/{project_id}/branches/{branch_id}';
const ONE_DATABASE = `${BRANCH}/databases/{database_name}`;
const ONE_ROLE = `${BRANCH}/roles/{role_name}`;

export const databaseRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: `${BRANCH}/databases`,
    summary: 'List the databases of a branch',
    tag: 'Databases and roles',
    answer: z.object({ databases: z.array(DATABASE) }),
    handle: ({ world, caller, params }) => ({
      databases: world.tables.databases.of(branchOfCall(world, caller, params).id).map(showDatabase),
    }),
  }),
  route({
    method: 'POST',
    path: `${BRANCH}/databases`,
    summary: 'Create a database',
    tag: 'Databases and roles',
    status: 201,
    body: DATABASE_CREATE,
    answer: DATABASE_OPERATIONS,
    handle({ world, caller, params, body }) {
      const { name, owner_name } = body.database;
      const database = createDatabase(world, branchOfCall(world, caller, params), name, owner_name);
      return { database: showDatabase(database), operations: [] };
    },
  }),
  route({
    method: 'GET',
    path: ONE_DATABASE,
    summary: 'Get a database',
    tag: 'Databases and roles',
    answer: DATABASE_OPERATIONS.pick({ database: true }),
    handle: ({ world, caller, params }) => ({
      database: showDatabase(databaseOf(world, branchOfCall(world, caller, params), params.database_name)),
    }),
  }),
  route({
    method: 'PATCH',
    path: ONE_DATABASE,
    summary: 'Rename a database, or give it another owner',
    tag: 'Databases and roles',
    body: DATABASE_UPDATE,
    answer: DATABASE_OPERATIONS,
    handle({ world, caller, params, body }) {
      const branch = branchOfCall(world, caller, params);
      const database = databaseOf(world, branch, params.database_name);
      const { name, owner_name } = body.database;
      const changed = changeDatabase(
        world,
        branch,
        database,
        name ?? database.name,
        owner_name ?? database.ownerName,
      );
      return { database: showDatabase(changed), operations: [] };
    },
  }),
  route({
    method: 'DELETE',
    path: ONE_DATABASE,
    summary: 'Delete a database',
    tag: 'Databases and roles',
    answer: DATABASE_OPERATIONS,
    handle({ world, caller, params }) {
      const branch = branchOfCall(world, caller, params);
      const isThere = world.tables.databases.has(idOf(branch, params.database_name));
      if (!isThere && wasDeleted(world, 'database', branch.id, params.database_name)) return GONE;
      const database = databaseOf(world, branch, params.database_name);
      deleteDatabase(world, database);
      return { database: showDatabase(database), operations: [] };
    },
  }),
  route({
    method: 'GET',
    path: `${BRANCH}/roles`,
    summary: 'List the roles of a branch',
    tag: 'Databases and roles',
    answer: z.object({ roles: z.array(ROLE) }),
    handle: ({ world, caller, params }) => ({
      roles: world.tables.roles
        .of(branchOfCall(world, caller, params).id)
        .map((role) => showRole(role, null)),
    }),
  }),
  route({
    method: 'POST',
    path: `${BRANCH}/roles`,
    summary: 'Create a role; its password is in the answer',
    tag: 'Databases and roles',
    status: 201,
    body: ROLE_CREATE,
    answer: ROLE_OPERATIONS,
    handle({ world, caller, params, body }) {
      const { name, no_login } = body.role;
      const role = createRole(world, branchOfCall(world, caller, params), name, no_login !== true);
      return { role: showRole(role, passwordOf(world.settings.secret, role)), operations: [] };
    },
  }),
  route({
    method: 'GET',
    path: ONE_ROLE,
    summary: 'Get a role',
    tag: 'Databases and roles',
    answer: ROLE_OPERATIONS.pick({ role: true }),
    handle: ({ world, caller, params }) => ({
      role: showRole(roleOf(world, branchOfCall(world, caller, params), params.role_name), null),
    }),
  }),
  route({
    method: 'DELETE',
    path: ONE_ROLE,
    summary: 'Delete a role',
    tag: 'Databases and roles',
    answer: ROLE_OPERATIONS,
    handle({ world, caller, params }) {
      const branch = branchOfCall(world, caller, params);
      const isThere = world.tables.roles.has(idOf(branch, params.role_name));
      if (!isThere && wasDeleted(world, 'role', branch.id, params.role_name)) return GONE;
      const role = roleOf(world, branch, params.role_name);
      deleteRole(world, role);
      return { role: showRole(role, null), operations: [] };
    },
  }),
  route({
    method: 'GET',
    path: `${ONE_ROLE}/reveal_password`,
    summary: 'Get the password of a role',
    tag: 'Databases and roles',
    answer: z.object({ password: z.string() }),
    handle({ world, caller, params }) {
      const role = roleOf(world, branchOfCall(world, caller, params), params.role_name);
      if (!world.tables.projects.known(role.projectId).storePasswords)
        throw new ApiError(
          412,
          'PASSWORDS_NOT_STORED',
          'the project does not store passwords; reset the password',
        );
      return { password: passwordOf(world.settings.secret, role) };
    },
  }),
  route({
    method: 'POST',
    path: `${ONE_ROLE}/reset_password`,
    summary: 'Give a role a new password; it is in the answer',
    tag: 'Databases and roles',
    answer: ROLE_OPERATIONS,
    handle({ world, caller, params }) {
      const role = resetPassword(world, roleOf(world, branchOfCall(world, caller, params), params.role_name));
      return { role: showRole(role, passwordOf(world.settings.secret, role)), operations: [] };
    },
  }),
];

function branchOfCall(
  world: World,
  caller: Caller,
  params: { readonly project_id: string; readonly branch_id: string },
) {
  return branchOf(world, projectFor(world, caller, params.project_id), params.branch_id);
}
