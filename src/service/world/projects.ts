import { dropProjectKeys } from '../accounts/keys.ts';
import { type Caller, callerName, organizationFor, projectKeyRefused, userFor } from '../accounts/scopes.ts';
import { forbidden, invalid, locked, notFound } from '../api-error.ts';
import type {
  BranchRecord,
  DatabaseRecord,
  DefaultEndpointSettings,
  ProjectRecord,
  RoleRecord,
} from '../records/records.ts';
import { type BranchAnswer, createBranch, removeAllBranches } from './branches.ts';
import { checkName, createDatabase, createRole } from './databases.ts';
import { checkEndpoint, isBusy } from './endpoints.ts';
import type { World } from './world.ts';

export const REGIONS = [
  { id: 'aws-us-east-1', name: 'AWS US East 1 (N. Virginia)', latitude: '38.13', longitude: '-78.45' },
  { id: 'aws-us-east-2', name: 'AWS US East 2 (Ohio)', latitude: '40.36', longitude: '-82.91' },
  { id: 'aws-us-west-2', name: 'AWS US West 2 (Oregon)', latitude: '46.15', longitude: '-123.88' },
  { id: 'aws-eu-central-1', name: 'AWS Europe Central 1 (Frankfurt)', latitude: '50.11', longitude: '8.68' },
  { id: 'aws-eu-west-2', name: 'AWS Europe West 2 (London)', latitude: '51.51', longitude: '-0.13' },
  { id: 'aws-ap-southeast-1', name: 'AWS Asia Pacific 1 (Singapore)', latitude: '1.37', longitude: '103.80' },
] as const;

export const DEFAULT_REGION = 'aws-us-east-2';
const DEFAULT_PG_VERSION = 17;
const DEFAULT_RETENTION_SECONDS = 86_400;

interface NewProject {
  readonly name?: string | undefined;
  readonly orgId?: string | undefined;
  readonly regionId?: string | undefined;
  readonly pgVersion?: number | undefined;
  readonly storePasswords?: boolean | undefined;
  readonly historyRetentionSeconds?: number | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly defaultEndpointSettings: DefaultEndpointSettings;
  readonly branch: {
    readonly name?: string | undefined;
    readonly roleName?: string | undefined;
    readonly databaseName?: string | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
  };
}

interface ProjectAnswer extends BranchAnswer {
  readonly project: ProjectRecord;
  readonly role: RoleRecord;
  readonly database: DatabaseRecord;
}

/** Creates a project with its default branch, a role, a database, and the branch's primary compute. */
export function createProject(world: World, caller: Caller, options: NewProject): ProjectAnswer {
  const owner = ownerOf(world, caller, options.orgId);
  const regionId = options.regionId ?? DEFAULT_REGION;
  if (!REGIONS.some(({ id }) => id === regionId))
    throw invalid(`region_id: there is no region ${regionId}; use ${REGIONS.map(({ id }) => id).join(', ')}`);
  const id = world.ids.project();
  const project: ProjectRecord = {
    id,
    name: options.name ?? id,
    ...owner,
    regionId,
    pgVersion: options.pgVersion ?? DEFAULT_PG_VERSION,
    storePasswords: options.storePasswords ?? true,
    historyRetentionSeconds: options.historyRetentionSeconds ?? DEFAULT_RETENTION_SECONDS,
    settings: options.settings ?? {},
    defaultEndpointSettings: options.defaultEndpointSettings,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
  };
  const { name, annotations } = options.branch;
  const database = options.branch.databaseName ?? 'neondb';
  const roleName = options.branch.roleName ?? `${database}_owner`;
  // All checks come before the first record is made.
  checkEndpoint(world, project, options.defaultEndpointSettings);
  checkName('database', database);
  checkName('role', roleName);
  world.tables.projects.put(project);
  const made = createBranch(
    world,
    project,
    { name: name ?? 'main', annotations, createdBy: callerName(world, caller) },
    [{ type: 'read_write' }],
  );
  const role = createRole(world, made.branch, roleName);
  return { ...made, project, role, database: createDatabase(world, made.branch, database, role.name) };
}

interface ProjectChanges {
  readonly name?: string | undefined;
  readonly historyRetentionSeconds?: number | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly defaultEndpointSettings?: DefaultEndpointSettings | undefined;
}

/** Changes a project. New defaults apply to new computes only. */
export function updateProject(world: World, project: ProjectRecord, changes: ProjectChanges): ProjectRecord {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const settings = { ...project.settings, ...changes.settings };
  const defaultEndpointSettings = { ...project.defaultEndpointSettings, ...changes.defaultEndpointSettings };
  const next = { ...project, ...given, settings, defaultEndpointSettings, updatedAtMs: world.nowMs };
  checkEndpoint(world, project, namedDefaults(changes.defaultEndpointSettings, defaultEndpointSettings));
  return world.tables.projects.put(next);
}

export function deleteProject(world: World, caller: Caller, project: ProjectRecord): ProjectRecord {
  if (caller.kind === 'project')
    throw forbidden(
      'a project-scoped API key cannot delete its project; use a personal or organization API key',
    );
  for (const endpoint of world.tables.endpoints.of(project.id))
    if (isBusy(world, endpoint)) throw locked(`endpoint ${endpoint.id}`);
  removeAllBranches(world, project);
  dropProjectKeys(world, project.id);
  for (const { id } of world.tables.operations.of(project.id)) world.tables.operations.delete(id);
  for (const { id } of world.tables.consumption.of(project.id)) world.tables.consumption.delete(id);
  world.quota.forget(project.id);
  world.tables.projects.delete(project.id);
  return project;
}

/** The branch that a call names, or else the default branch. */
export function branchNamed(
  world: World,
  project: ProjectRecord,
  branchId: string | undefined,
): BranchRecord {
  const branches = world.tables.branches.of(project.id);
  const branch = branches.find((one) => (branchId === undefined ? one.isDefault : one.id === branchId));
  if (branch === undefined) throw notFound('branch', branchId ?? 'by default');
  return branch;
}

/** The defaults to check. If a call names one end of the range, both ends are checked together. */
function namedDefaults(
  named: DefaultEndpointSettings = {},
  { minCu, maxCu }: DefaultEndpointSettings,
): DefaultEndpointSettings {
  const namesSize = named.minCu !== undefined || named.maxCu !== undefined;
  return { ...named, ...(namesSize ? { minCu, maxCu } : {}) };
}

function ownerOf(
  world: World,
  caller: Caller,
  orgId: string | undefined,
): Pick<ProjectRecord, 'userId' | 'orgId'> {
  if (caller.kind === 'project') throw projectKeyRefused();
  if (caller.kind === 'organization') {
    if (orgId !== undefined) organizationFor(world, caller, orgId);
    return { userId: null, orgId: caller.orgId };
  }
  if (orgId !== undefined) return { userId: null, orgId: organizationFor(world, caller, orgId).id };
  return { userId: userFor(world, caller).id, orgId: null };
}
