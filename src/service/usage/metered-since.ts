import type { WorldState } from '../world/world-state.ts';
import { hoursOf, type MeteredTime } from './consumption.ts';

/** An hour of a branch, with what it came to so far. */
export interface MeteredHour extends MeteredTime {
  readonly hourMs: number;
}

/** The hours of a project, or of one branch of it, from that hour on: those that are booked, and the ones still open. */
export function meteredSince(
  world: WorldState,
  projectId: string,
  sinceMs: number,
  branchId: string | null = null,
): MeteredHour[] {
  const hours: MeteredHour[] = world.tables.consumption
    .of(projectId)
    .filter((row) => row.hourMs >= sinceMs && (branchId === null || row.branchId === branchId));
  for (const endpoint of world.tables.endpoints.of(projectId)) {
    if (branchId !== null && endpoint.branchId !== branchId) continue;
    const open = world.computes.get(endpoint.id)?.report.openStretch;
    if (open === undefined || open.quarterCu === 0) continue;
    for (const { hourMs, ms } of hoursOf(Math.max(open.fromMs, sinceMs), world.nowMs))
      hours.push({ hourMs, activeMs: ms, quarterCuMs: ms * open.quarterCu });
  }
  return hours;
}
