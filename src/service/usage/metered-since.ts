import type { WorldState } from '../world/world-state.ts';
import { hoursOf, type MeteredTime } from './consumption.ts';

/** The metered time of an hour, or of a part of it. */
export interface MeteredHour extends MeteredTime {
  readonly hourMs: number;
}

/** The metered hours of a project, or of one of its branches, from an hour on, with those that are not recorded yet. */
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
