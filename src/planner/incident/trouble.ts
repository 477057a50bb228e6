import type { Limits } from '../../compute/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import { InvariantError } from '../../problem/index.ts';
import type { Run } from '../../simulator/index.ts';
import { RESOURCES, type Resource } from './resource.ts';
import type { Wait } from './shortage.ts';
import type { Seen } from './witness.ts';

/** A resource that ran out within the window. */
export interface Trouble {
  readonly resource: Resource;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Errors that clients saw because of it. */
  readonly errors: number;
  /** The total length of waits for it, of a second and more each. */
  readonly waitedMs: number;
  /** The wait with the most clients at once; null if nobody waited that long. */
  readonly worst: Wait | null;
  /** The limits in force when it ran out. */
  readonly limits: Limits;
}

/** Sorted by the time at which each ran out. */
export function troublesOf({ waits, errors }: Seen, { computes: [compute] }: Run): Trouble[] {
  if (compute === undefined) throw new InvariantError('an incident needs a compute');
  return RESOURCES.flatMap((resource): Trouble[] => {
    const own = errors.filter((error) => error.resource === resource);
    const waited = waits[resource] ?? [];
    if (own.length + waited.length === 0) return [];
    const fromMs = Math.min(...own.map(({ firstMs }) => firstMs), ...waited.map((wait) => wait.fromMs));
    return [
      {
        resource,
        fromMs,
        limits: compute.limitLog.at(fromMs),
        untilMs: Math.max(...own.map(({ lastMs }) => lastMs), ...waited.map(({ untilMs }) => untilMs)),
        errors: own.reduce((sum, { count }) => sum + count, 0),
        waitedMs: waited.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0),
        worst: waited.reduce<Wait | null>(
          (worst, wait) => (worst === null || wait.most > worst.most ? wait : worst),
          null,
        ),
      },
    ];
  }).sort(
    (a, b) => second(a) - second(b) || Math.sign(b.errors) - Math.sign(a.errors) || a.fromMs - b.fromMs,
  );
}

/** Waits are seen at the end of a second. So within one second, resources that cause errors come first. */
function second({ fromMs }: Trouble): number {
  return Math.floor(fromMs / SECOND_MS);
}
