import { cuOf } from '../../facts/index.ts';
import { clockText } from '../clock.ts';
import type { Service } from '../service.ts';
import type { World } from '../world/world.ts';

export function clockView({ clock, world }: Service) {
  const nextMs = world.alarms.nextMs();
  return {
    now: iso(world.nowMs),
    mode: clockText(clock.mode),
    next_event_at: nextMs === Number.POSITIVE_INFINITY ? null : iso(nextMs),
  };
}

/** All computes with their inner states. */
export function computeViews({ world }: Service) {
  return [...world.tables.endpoints.all()].map(({ id }) => computeView(world, id));
}

/** The inner state of a compute, which the management API does not show. */
export function computeView(world: World, id: string) {
  const endpoint = world.tables.endpoints.known(id);
  const compute = world.compute(id);
  const { currentState, pendingState } = compute.view;
  const { machine } = compute.core;
  return {
    id,
    project_id: endpoint.projectId,
    branch_id: endpoint.branchId,
    type: endpoint.type,
    current_state: currentState,
    pending_state: pendingState,
    chart_state: compute.stateName,
    size_cu: cuOf(compute.size),
    connections: compute.connections,
    waiting: compute.clients.waiting,
    busy: compute.clients.busy,
    max_connections: compute.limits.maxConnections,
    disk_full: compute.diskIsFull,
    waiting_in_pool: compute.core.clients.waitingInPool,
    memory_bytes: Math.round(machine.nonReclaimableBytes),
    cached_bytes: Math.round(machine.cachedBytes),
    temporary_bytes: Math.round(machine.disk.usedBytes),
    sessions: compute.clients.open().map(({ id, pooled, outside, openedAtMs, doing, busyUntilMs }) => ({
      id,
      pooled,
      outside,
      opened_at: iso(openedAtMs),
      doing,
      busy_until: busyUntilMs === null ? null : iso(busyUntilMs),
    })),
    load: compute.feed.demand,
  };
}

/** The latest states and sizes of a compute, oldest first, each in the form of the event stream. */
export function historyView({ history }: Service, id: string) {
  return {
    events: history.of(id).map(({ atMs, state, pending, cu, reason }) => ({
      at: iso(atMs),
      state,
      pending,
      cu,
      reason,
    })),
  };
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
