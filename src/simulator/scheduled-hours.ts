import type { SizeSetting } from '../facts/index.ts';
import { isWithinHours, type LocalHours, startsAndEnds } from '../workload/index.ts';
import type { ComputePlan, PlannedChange, Simulation } from './simulation.ts';

/** Hours of the week in which somebody changes a compute, and changes it back at their end. */
export interface ScheduledHours {
  readonly hours: LocalHours;
  /** Undefined if the hours have the size of all others. */
  readonly size?: SizeSetting | undefined;
  /** Null if scale to zero is off. Undefined if the hours have the timeout of all others. */
  readonly suspendAfterMs?: number | null | undefined;
}

/**
 * Adds the changes of a schedule to a compute. A compute that begins within scheduled hours begins with their
 * configuration. No two of the hours overlap.
 */
export function withScheduledHours(
  compute: ComputePlan,
  schedule: readonly ScheduledHours[],
  { startMs, horizonMs, zone }: Pick<Simulation, 'startMs' | 'horizonMs' | 'zone'>,
): ComputePlan {
  const at = (utcMs: number): Pick<ComputePlan, 'size' | 'suspendAfterMs'> => {
    const inForce = schedule.find(({ hours }) => isWithinHours(hours, zone.localMs(utcMs)));
    const { size = compute.size, suspendAfterMs = compute.suspendAfterMs } = inForce ?? {};
    return { size, suspendAfterMs };
  };
  const instants = new Set(
    schedule.flatMap(({ hours }) => startsAndEnds(hours, zone, startMs, startMs + horizonMs)),
  );
  const first = at(startMs);
  const changes: PlannedChange[] = [];
  let before = first;
  for (const utcMs of [...instants].sort((a, b) => a - b)) {
    const next = at(utcMs);
    const atMs = utcMs - startMs;
    // The timeout comes first: it needs no restart, and may not be allowed with the size before.
    if (next.suspendAfterMs !== before.suspendAfterMs)
      changes.push({ atMs, change: { kind: 'suspendAfter', suspendAfterMs: next.suspendAfterMs } });
    if (!isSameSize(next.size, before.size))
      changes.push({ atMs, change: { kind: 'size', size: next.size } });
    before = next;
  }
  return { ...compute, ...first, changes: [...compute.changes, ...changes] };
}

function isSameSize(one: SizeSetting, other: SizeSetting): boolean {
  return one.minCu === other.minCu && one.maxCu === other.maxCu;
}
