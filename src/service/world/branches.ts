import { ApiError, invalid, locked, notFound } from '../api-error.ts';
import type { BranchRecord, EndpointRecord, OperationRecord, ProjectRecord } from '../records/records.ts';
import { copyDatabases, dropDatabases } from './databases.ts';
import {
  checkEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointAnswer,
  type EndpointChanges,
  endpointsOfBranch,
  isBusy,
} from './endpoints.ts';
import { leaveTombstone } from './tombstones.ts';
import { EXPIRY_RETRY_MS, type World } from './world.ts';

interface NewBranch {
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
  readonly parentTimestampMs?: number | undefined;
  readonly isProtected?: boolean | undefined;
  readonly expiresAtMs?: number | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly createdBy: string;
}

interface NewEndpoint extends EndpointChanges {
  readonly type: EndpointRecord['type'];
}

export interface BranchAnswer {
  readonly branch: BranchRecord;
  readonly endpoints: readonly EndpointRecord[];
  readonly operations: readonly OperationRecord[];
}

export function branchOf(world: World, project: ProjectRecord, id: string): BranchRecord {
  const branch = world.tables.branches.get(id);
  if (branch === undefined || branch.projectId !== project.id) throw notFound('branch', id);
  return branch;
}

function defaultBranch(world: World, project: ProjectRecord): BranchRecord {
  const branch = world.tables.branches.of(project.id).find(({ isDefault }) => isDefault);
  if (branch === undefined) throw notFound('default branch of project', project.id);
  return branch;
}

/** Creates a branch, a copy of its parent or an empty one, with the requested computes. */
export function createBranch(
  world: World,
  project: ProjectRecord,
  options: NewBranch,
  computes: readonly NewEndpoint[],
): BranchAnswer {
  const first = world.tables.branches.countOf(project.id) === 0;
  const parent = first
    ? null
    : options.parentId === undefined
      ? defaultBranch(world, project)
      : branchOf(world, project, options.parentId);
  checkFuture(world, options.expiresAtMs);
  if (computes.filter(({ type }) => type === 'read_write').length > 1)
    throw invalid('a branch has one read_write endpoint at most', 'ENDPOINTS_LIMIT_EXCEEDED');
  for (const compute of computes) checkEndpoint(world, project, compute);
  if (options.name !== undefined) checkName(world, project, options.name);
  const id = world.ids.branch();
  const name = options.name ?? id;
  const branch = world.tables.branches.put({
    id,
    projectId: project.id,
    parentId: parent?.id ?? null,
    parentTimestampMs: parent === null ? null : (options.parentTimestampMs ?? world.nowMs),
    name,
    isDefault: first,
    isProtected: options.isProtected ?? false,
    annotations: options.annotations ?? {},
    expiresAtMs: options.expiresAtMs ?? null,
    createdBy: options.createdBy,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
  });
  if (parent !== null) copyDatabases(world, parent, branch);
  world.expire(branch.id, branch.expiresAtMs);
  const made = world.tables.operations.put(
    world.newOperation(first ? 'create_timeline' : 'create_branch', 'finished', {
      projectId: project.id,
      branchId: branch.id,
      endpointId: null,
    }),
  );
  const answers: EndpointAnswer[] = computes.map((compute) =>
    createEndpoint(world, project, branch, compute.type, compute),
  );
  return {
    branch,
    endpoints: answers.map(({ endpoint }) => endpoint),
    operations: [made, ...answers.flatMap(({ operations }) => operations)],
  };
}

interface BranchChanges {
  readonly name?: string | undefined;
  readonly isProtected?: boolean | undefined;
  /** Null ends the expiry. */
  readonly expiresAtMs?: number | null | undefined;
}

export function updateBranch(
  world: World,
  project: ProjectRecord,
  branch: BranchRecord,
  changes: BranchChanges,
): BranchRecord {
  if (changes.name !== undefined && changes.name !== branch.name) checkName(world, project, changes.name);
  if (changes.expiresAtMs !== null) checkFuture(world, changes.expiresAtMs);
  if (branch.isDefault && changes.expiresAtMs !== undefined && changes.expiresAtMs !== null)
    throw invalid('the default branch cannot expire');
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const updated = world.tables.branches.put({ ...branch, ...given, updatedAtMs: world.nowMs });
  if (changes.expiresAtMs !== undefined) world.expire(branch.id, changes.expiresAtMs);
  return updated;
}

export function makeDefault(world: World, project: ProjectRecord, branch: BranchRecord): BranchRecord {
  for (const other of world.tables.branches.of(project.id)) {
    if (other.isDefault && other.id !== branch.id)
      world.tables.branches.put({ ...other, isDefault: false, updatedAtMs: world.nowMs });
  }
  world.expire(branch.id, null);
  return world.tables.branches.put({
    ...branch,
    isDefault: true,
    expiresAtMs: null,
    updatedAtMs: world.nowMs,
  });
}

/** Deletes a branch with its computes. Refuses the default branch, and a branch with child branches. */
export function deleteBranch(world: World, project: ProjectRecord, branch: BranchRecord): BranchAnswer {
  if (branch.isDefault)
    throw invalid('the default branch cannot be deleted; make another one the default first');
  if (world.tables.branches.of(project.id).some(({ parentId }) => parentId === branch.id))
    throw invalid(`branch ${branch.id} has child branches; delete those first`);
  const endpoints = endpointsOfBranch(world, branch);
  for (const endpoint of endpoints) if (isBusy(world, endpoint)) throw locked(`endpoint ${endpoint.id}`);
  const answers = endpoints.map((endpoint) => deleteEndpoint(world, endpoint));
  removeBranch(world, branch);
  return {
    branch,
    endpoints: answers.map(({ endpoint }) => endpoint),
    operations: answers.flatMap(({ operations }) => operations),
  };
}

/** Deletes a branch that has expired, or tries again a minute later if it cannot be deleted now. */
export function expireBranch(world: World, branchId: string): void {
  const branch = world.tables.branches.get(branchId);
  if (branch === undefined) return;
  try {
    deleteBranch(world, world.tables.projects.known(branch.projectId), branch);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    world.expire(branchId, world.nowMs + EXPIRY_RETRY_MS);
  }
}

function removeBranch(world: World, branch: BranchRecord): void {
  dropDatabases(world, branch);
  world.expire(branch.id, null);
  world.tables.branches.delete(branch.id);
  leaveTombstone(world, 'branch', branch.projectId, branch.id);
}

/** Deletes all branches of a project that is deleted, also those with child branches. */
export function removeAllBranches(world: World, project: ProjectRecord): void {
  for (const endpoint of world.tables.endpoints.of(project.id)) deleteEndpoint(world, endpoint);
  for (const branch of world.tables.branches.of(project.id)) removeBranch(world, branch);
}

function checkName(world: World, project: ProjectRecord, name: string): void {
  if (world.tables.branches.of(project.id).some((branch) => branch.name === name))
    throw new ApiError(409, 'BRANCH_ALREADY_EXISTS', `branch ${name} exists already`);
}

function checkFuture(world: World, atMs: number | undefined): void {
  if (atMs !== undefined && atMs <= world.nowMs) throw invalid('expires_at lies in the past');
}
