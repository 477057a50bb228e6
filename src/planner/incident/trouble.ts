import type { Limits } from '../../compute/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import { InvariantError } from '../../problem/index.ts';
import type { Run } from '../../simulator/index.ts';
import { RESOURCES, type Resource } from './resource.ts';
import type { Wait } from './shortage.ts';
import type { Seen } from './witness.ts';

/** What ran out within the window. */
export interface Trouble {
  readonly resource: Resource;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Errors that clients saw for it. */
  readonly errors: number;
  /** How long somebody waited for it, in waits of a second and more. */
  readonly waitedMs: number;
  /** The most that waited at once, and the size at that time; null: nobody waited that long. */
  readonly worst: Wait | null;
  /** In force when it ran out. */
  readonly limits: Limits;
}

/** What ran out first comes first. */
export function troublesOf({ waits, errors }: Seen, { computes: [compute] }: Run): Trouble[] {
  if (compute === undefined) throw new InvariantError('an incident is one of a compute');
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

/** Waits are seen at the end of a second: within one, what makes errors comes first. */
function second({ fromMs }: Trouble): number {
  return Math.floor(fromMs / SECOND_MS);
}
