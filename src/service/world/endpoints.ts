import type { EventType } from '../../compute/index.ts';
import { isFixed, LARGEST_PLAN, planSizes, sizeProblems, suspendProblems } from '../../facts/index.ts';
import { describeProblem, type Problem } from '../../problem/index.ts';
import { ApiError, invalid, locked, notFound } from '../api-error.ts';
import type { CommandOutcome } from '../computes/live-report.ts';
import { newLive } from '../records/live-state.ts';
import type { BranchRecord, EndpointRecord, OperationRecord, ProjectRecord } from '../records/records.ts';
import { checkPgSettings } from './pg-settings.ts';
import { type LimitedSetting, withinPlan } from './plan-limits.ts';
import type { World } from './world.ts';

/** The settings of a compute that a call names. Others stay as they are, or get the default of the project. */
export interface EndpointChanges {
  readonly branchId?: string | undefined;
  readonly minCu?: number | undefined;
  readonly maxCu?: number | undefined;
  readonly suspendTimeoutSeconds?: number | undefined;
  readonly poolerEnabled?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly passwordlessAccess?: boolean | undefined;
  readonly name?: string | undefined;
  readonly pgSettings?: Readonly<Record<string, string>> | undefined;
  readonly pgbouncerSettings?: Readonly<Record<string, string>> | undefined;
}

/** A compute, and the operations that a call has started on it. */
export interface EndpointAnswer {
  readonly endpoint: EndpointRecord;
  readonly operations: readonly OperationRecord[];
}

export function endpointOf(world: World, project: ProjectRecord, id: string): EndpointRecord {
  const endpoint = world.tables.endpoints.get(id);
  if (endpoint === undefined || endpoint.projectId !== project.id) throw notFound('endpoint', id);
  return endpoint;
}

export function endpointsOfBranch(world: World, branch: BranchRecord): readonly EndpointRecord[] {
  return world.tables.endpoints.of(branch.projectId).filter(({ branchId }) => branchId === branch.id);
}

/**
 * Works out the size and timeout of a new compute, and throws if the plan does not allow them. Only values that the
 * call names can be refused. Defaults of the project are brought within the plan, which may have been larger earlier.
 */
export function checkEndpoint(
  world: World,
  project: ProjectRecord,
  changes: EndpointChanges,
): LimitedSetting {
  checkPgSettings(changes.pgSettings);
  const defaults = project.defaultEndpointSettings;
  const minCu =
    changes.minCu ?? changes.maxCu ?? defaults.minCu ?? defaults.maxCu ?? defaultCu(world, project);
  const maxCu = changes.maxCu ?? changes.minCu ?? defaults.maxCu ?? minCu;
  const suspendTimeoutSeconds = changes.suspendTimeoutSeconds ?? defaults.suspendTimeoutSeconds ?? 0;
  const fitted = withinPlan(world, project, { minCu, maxCu, suspendTimeoutSeconds });
  const setting = {
    ...(changes.minCu === undefined && changes.maxCu === undefined ? fitted : { minCu, maxCu }),
    suspendTimeoutSeconds: changes.suspendTimeoutSeconds ?? fitted.suspendTimeoutSeconds,
  };
  checkSettings(world, project, setting);
  return setting;
}

export function createEndpoint(
  world: World,
  project: ProjectRecord,
  branch: BranchRecord,
  type: EndpointRecord['type'],
  changes: EndpointChanges,
): EndpointAnswer {
  const sizes = checkEndpoint(world, project, changes);
  if (type === 'read_write') checkNoPrimary(world, branch);
  const defaults = project.defaultEndpointSettings;
  const { nowMs } = world;
  const id = world.ids.endpoint();
  return withOperations(world, id, () => {
    const compute = world.createCompute({
      id,
      projectId: project.id,
      branchId: branch.id,
      type,
      name: changes.name ?? null,
      ...sizes,
      poolerEnabled: changes.poolerEnabled ?? false,
      disabled: changes.disabled ?? false,
      passwordlessAccess: changes.passwordlessAccess ?? true,
      pgSettings: changes.pgSettings ?? defaults.pgSettings ?? {},
      pgbouncerSettings: changes.pgbouncerSettings ?? defaults.pgbouncerSettings ?? {},
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      startedAtMs: null,
      suspendedAtMs: null,
      lastActiveAtMs: null,
      live: newLive(sizes.minCu, sizes.maxCu, nowMs, changes.disabled ?? false),
    });
    if (world.quota.isSpent(project.id)) compute.setOverQuota(true, nowMs);
  });
}

export function updateEndpoint(
  world: World,
  project: ProjectRecord,
  endpoint: EndpointRecord,
  changes: EndpointChanges,
): EndpointAnswer {
  checkPgSettings(changes.pgSettings);
  const next = { ...endpoint, ...namedChanges(changes) };
  if (
    changes.minCu !== undefined ||
    changes.maxCu !== undefined ||
    changes.suspendTimeoutSeconds !== undefined
  )
    checkUpdate(world, project, endpoint, next);
  if (next.branchId !== endpoint.branchId) {
    const branch = world.tables.branches.get(next.branchId);
    if (branch === undefined || branch.projectId !== project.id) throw notFound('branch', next.branchId);
    if (endpoint.type === 'read_write') checkNoPrimary(world, branch);
  }
  checkCompatible(endpoint, next);
  const event = eventOf(endpoint, next);
  const apply = () => {
    world.changeEndpoint(endpoint.id, namedChanges(changes));
  };
  return withOperations(world, endpoint.id, () => {
    if (event !== null)
      throwIfRefused(world, endpoint, world.compute(endpoint.id).command(event, world.nowMs, apply));
    else if (hasChanged(endpoint, next)) apply();
  });
}

export type EndpointCommand = 'start' | 'suspend' | 'restart';

export function commandEndpoint(
  world: World,
  endpoint: EndpointRecord,
  command: EndpointCommand,
): EndpointAnswer {
  return withOperations(world, endpoint.id, () =>
    throwIfRefused(world, endpoint, world.compute(endpoint.id).command(command, world.nowMs)),
  );
}

export function deleteEndpoint(world: World, endpoint: EndpointRecord): EndpointAnswer {
  const answer = withOperations(world, endpoint.id, () =>
    throwIfRefused(world, endpoint, world.compute(endpoint.id).command('delete', world.nowMs)),
  );
  world.removeCompute(endpoint);
  return answer;
}

/** Whether a change of the compute is under way, so that no other can begin. */
export function isBusy(world: World, endpoint: EndpointRecord): boolean {
  return world.compute(endpoint.id).view.pendingState !== null;
}

function withOperations(world: World, id: string, act: () => void): EndpointAnswer {
  const operations = world.operationsOf(act);
  return { endpoint: world.tables.endpoints.known(id), operations };
}

function throwIfRefused(world: World, endpoint: EndpointRecord, outcome: CommandOutcome): void {
  if (outcome === 'busy') throw locked(`endpoint ${endpoint.id}`);
  if (outcome === 'barred') {
    throw world.quota.isSpent(endpoint.projectId)
      ? new ApiError(
          422,
          'QUOTA_EXCEEDED',
          'the compute hours of this month are spent; upgrade, or wait for the next month',
        )
      : invalid(`endpoint ${endpoint.id} is disabled; set disabled to false first`, 'ENDPOINT_DISABLED');
  }
  if (outcome === 'absent') throw notFound('endpoint', endpoint.id);
}

/** Refuses to disable a compute and to move or resize it in one call: the first suspends it, the others restart it. */
function checkCompatible(before: EndpointRecord, after: EndpointRecord): void {
  if (before.disabled === after.disabled) return;
  if (before.branchId !== after.branchId || before.minCu !== after.minCu || before.maxCu !== after.maxCu)
    throw invalid('change disabled in a separate call, not together with the branch or the size');
}

/** The event that a change of settings causes in the statechart; null if it does not affect a running compute. */
function eventOf(before: EndpointRecord, after: EndpointRecord): EventType | null {
  if (before.disabled !== after.disabled) return after.disabled ? 'disable' : 'enable';
  if (before.branchId !== after.branchId) return 'branch.change';
  if (before.minCu !== after.minCu || before.maxCu !== after.maxCu)
    return isFixed(before) && isFixed(after) ? 'resize' : 'range.change';
  const noticed = ['suspendTimeoutSeconds', 'poolerEnabled', 'pgSettings', 'pgbouncerSettings'] as const;
  return noticed.some((key) => withSortedKeys(before[key]) !== withSortedKeys(after[key]))
    ? 'settings.change'
    : null;
}

/** Writes a value with sorted keys. The store returns keys in another order, and the order does not matter. */
function withSortedKeys(value: unknown): string {
  return JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).sort() : value);
}

function hasChanged(before: EndpointRecord, after: EndpointRecord): boolean {
  return before.name !== after.name || before.passwordlessAccess !== after.passwordlessAccess;
}

function checkUpdate(
  world: World,
  project: ProjectRecord,
  before: EndpointRecord,
  after: EndpointRecord,
): void {
  const plan = world.planOf(project);
  const resized = before.minCu !== after.minCu || before.maxCu !== after.maxCu;
  if (resized && after.minCu <= before.minCu && after.maxCu <= before.maxCu) {
    // A smaller size is always allowed, even above the plan, which may have been a larger one. The next start fits it.
    throwFirst(sizeProblems(world.facts, LARGEST_PLAN, after, SIZE_FIELDS));
    if (before.suspendTimeoutSeconds !== after.suspendTimeoutSeconds) checkSuspend(world, project, after);
    return;
  }
  if (resized && !planSizes(world.facts, plan).changes)
    throw invalid(
      `the ${plan} plan does not allow a change to a larger size; only paid plans do`,
      'PLAN_LIMIT',
    );
  if (resized) throwFirst(sizeProblems(world.facts, plan, after, SIZE_FIELDS));
  checkSuspend(world, project, after);
}

function checkSettings(
  world: World,
  project: ProjectRecord,
  { minCu, maxCu, suspendTimeoutSeconds }: LimitedSetting,
): void {
  throwFirst(sizeProblems(world.facts, world.planOf(project), { minCu, maxCu }, SIZE_FIELDS));
  checkSuspend(world, project, { maxCu, suspendTimeoutSeconds });
}

const SIZE_FIELDS = { min: 'autoscaling_limit_min_cu', max: 'autoscaling_limit_max_cu' };

function checkSuspend(
  world: World,
  project: ProjectRecord,
  { maxCu, suspendTimeoutSeconds }: Pick<EndpointRecord, 'maxCu' | 'suspendTimeoutSeconds'>,
): void {
  const plan = world.planOf(project);
  // Zero is the default, which is always allowed.
  if (suspendTimeoutSeconds === 0) return;
  const suspendAfterMs = suspendTimeoutSeconds < 0 ? null : suspendTimeoutSeconds * 1000;
  throwFirst(suspendProblems(world.facts, plan, suspendAfterMs, maxCu, 'suspend_timeout_seconds'));
}

function throwFirst([problem]: readonly Problem[]): void {
  if (problem !== undefined) throw invalid(describeProblem(problem));
}

function checkNoPrimary(world: World, branch: BranchRecord): void {
  if (endpointsOfBranch(world, branch).some(({ type }) => type === 'read_write'))
    throw invalid('read_write endpoint already exists', 'ENDPOINTS_LIMIT_EXCEEDED');
}

/** The size of a compute if no size is given: 1 CU, or the largest size of the plan if that is smaller. */
function defaultCu(world: World, project: ProjectRecord): number {
  return Math.min(1, planSizes(world.facts, world.planOf(project)).fixedHighestCu);
}

function namedChanges(changes: EndpointChanges): Partial<EndpointRecord> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
