import { present, problem } from '../../problem/index.ts';
import type { Hosts } from '../api/route.ts';
import { connectionUri } from '../api/show.ts';
import type { ProjectRecord } from '../records/records.ts';
import type { Service } from '../service.ts';
import { endpointsOfBranch } from '../world/endpoints.ts';
import { createProject } from '../world/projects.ts';

/**
 * Which database a connection string is for. Everything that is left out has a default.
 *
 * @example
 * ```ts
 * import { type PostgresPlace, serve } from 'tidemark/service';
 *
 * const service = await serve({ port: 0, clock: 'stopped' });
 * const place: PostgresPlace = { branch: 'main', database: 'neondb', pooled: true };
 * const { pathname, search } = new URL(await service.postgresUrl(place));
 * console.log(pathname, search.endsWith('-pooler')); // /neondb true
 * await service.close();
 * ```
 */
export interface PostgresPlace {
  /** The id or name of a project. Default: the only project; a service without projects gets one. */
  readonly project?: string;
  /** The id or name of a branch. Default: the default branch of the project. */
  readonly branch?: string;
  /** The name of a database. Default: the first one of the branch. */
  readonly database?: string;
  /** The name of a role. Default: the owner of the database. */
  readonly role?: string;
  /** Whether clients come through the connection pooler. Default: false. */
  readonly pooled?: boolean;
}

/** The connection string of a database of the service. */
export function postgresUrl(service: Service, hosts: Hosts, place: PostgresPlace): string {
  return service.atPresent((world) => {
    const { tables } = world;
    const project = projectOf(service, place.project);
    const branches = tables.branches.of(project.id);
    const branch =
      place.branch === undefined
        ? present(
            branches.find(({ isDefault }) => isDefault),
            'a project has a default branch',
          )
        : chosen('branch', place.branch, branches);
    const databases = tables.databases.of(branch.id);
    const database = chosen('database', place.database ?? databases[0]?.name ?? '', databases);
    const role = chosen('role', place.role ?? database.ownerName, tables.roles.of(branch.id));
    const endpoint = endpointsOfBranch(world, branch).find(({ type }) => type === 'read_write');
    if (endpoint === undefined)
      throw problem(
        { options: ['branch'] },
        `the branch ${branch.name} has no compute that writes`,
        'create one, or name another branch',
      );
    return connectionUri(world, hosts, endpoint.id, role, database, place.pooled ?? false);
  });
}

function projectOf({ world }: Service, name: string | undefined): ProjectRecord {
  const projects = [...world.tables.projects.all()];
  if (name !== undefined) return chosen('project', name, projects);
  const [first, second] = projects;
  if (second !== undefined)
    throw problem({ options: ['project'] }, `there are ${projects.length} projects`, 'name one of them');
  if (first !== undefined) return first;
  const [user] = world.tables.users.all();
  const { id } = present(user, 'a service has a first user');
  const caller = { kind: 'personal', keyId: '', userId: id } as const;
  return createProject(world, caller, { defaultEndpointSettings: {}, branch: {} }).project;
}

/** The record that a caller names by its id or its name. */
function chosen<T extends { readonly id: string; readonly name: string }>(
  kind: string,
  name: string,
  records: readonly T[],
): T {
  const found = records.find((one) => one.id === name) ?? records.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = records.slice(0, 10).map((one) => one.name);
  throw problem(
    { options: [kind] },
    `there is no ${kind} "${name}"`,
    names.length === 0 ? 'create it' : `name one of ${names.join(', ')}`,
  );
}
