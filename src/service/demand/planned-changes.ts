import { type Change, type PlannedChange, RANK, type Simulation } from '../../simulator/index.ts';
import { ApiError, notFound } from '../api-error.ts';
import type { BranchRecord, EndpointRecord, ProjectRecord } from '../records/records.ts';
import { commandEndpoint, deleteEndpoint, updateEndpoint } from '../world/endpoints.ts';
import type { World } from '../world/world.ts';

/** Makes the planned changes of a scenario by the calls of the API, each at its time. A refused change leads to a warning. */
export function planChanges(world: World, endpointId: string, changes: readonly PlannedChange[]): void {
  const startMs = world.nowMs;
  for (const { atMs, change } of changes) {
    const alarm = world.alarms.alarm(RANK.change, () => {
      alarm.release();
      const endpoint = world.tables.endpoints.get(endpointId);
      if (endpoint === undefined) return;
      try {
        apply(world, endpoint, change);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        world.warn?.('change refused', { endpointId, kind: change.kind, why: error.message });
      }
    });
    alarm.set(startMs + atMs);
  }
}

/** Releases come as often as the scenario says. */
export function planReleases(world: World, releases: Simulation['releases']): void {
  if (releases === null) return;
  const alarm = world.alarms.alarm(RANK.change, (nowMs) => {
    world.publishRelease();
    alarm.set(nowMs + releases.everyMs);
  });
  alarm.set(world.nowMs + releases.firstMs);
}

function apply(world: World, endpoint: EndpointRecord, change: Change): void {
  const project = world.tables.projects.known(endpoint.projectId);
  const update = (changes: Parameters<typeof updateEndpoint>[3]) =>
    updateEndpoint(world, project, endpoint, changes);
  if (change.kind === 'size') update(change.size);
  else if (change.kind === 'suspendAfter')
    update({ suspendTimeoutSeconds: suspendTimeoutSeconds(change.suspendAfterMs) });
  else if (change.kind === 'branch') update({ branchId: branchNamed(world, project, change.branch).id });
  else if (change.command === 'delete') deleteEndpoint(world, endpoint);
  else if (change.command === 'disable' || change.command === 'enable')
    update({ disabled: change.command === 'disable' });
  else commandEndpoint(world, endpoint, change.command);
}

function branchNamed(world: World, project: ProjectRecord, name: string): BranchRecord {
  const branch = world.tables.branches.of(project.id).find((one) => one.name === name);
  if (branch === undefined) throw notFound('branch', name);
  return branch;
}

/** A timeout as the API counts it. */
export function suspendTimeoutSeconds(suspendAfterMs: number | null): number {
  return suspendAfterMs === null ? -1 : Math.round(suspendAfterMs / 1000);
}
