import { cuOf } from '../../facts/index.ts';
import type { Service } from '../service.ts';
import type { World } from '../world/world.ts';

export function clockView({ clock, world }: Service) {
  const { mode } = clock;
  const nextMs = world.alarms.nextMs();
  return {
    now: iso(world.nowMs),
    mode: mode.kind === 'scaled' ? `${mode.speed}x` : mode.kind,
    next_event_at: nextMs === Number.POSITIVE_INFINITY ? null : iso(nextMs),
  };
}

/** A compute as it is inside, which the API does not tell. */
export function computeView(world: World, id: string) {
  const endpoint = world.tables.endpoints.known(id);
  const compute = world.compute(id);
  const { currentState, pendingState } = compute.view;
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
    waiting: compute.sessions.waiting,
    busy: compute.sessions.busy,
    max_connections: compute.limits.maxConnections,
    disk_full: compute.diskIsFull,
    sessions: compute.sessions.all().map(({ id, pooled, openedAtMs, busyUntilMs }) => ({
      id,
      pooled,
      outside: compute.sessions.isOutside(id),
      opened_at: iso(openedAtMs),
      doing: compute.clients.doing(id),
      // Of what a client from outside does nobody knows the end.
      busy_until: busyUntilMs === null || !Number.isFinite(busyUntilMs) ? null : iso(busyUntilMs),
    })),
    load: compute.feed.demand,
  };
}

/** The latest states and sizes of a compute, oldest first, each as the stream of events tells it. */
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
