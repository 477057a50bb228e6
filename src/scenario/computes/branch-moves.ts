import type { Problem } from '../../problem/index.ts';
import type { ComputePlan } from '../../simulator/index.ts';

/** A compute with its path in the scenario. */
export interface PlacedPlan {
  readonly plan: ComputePlan;
  readonly path: readonly PropertyKey[];
}

/** A move that the service would refuse, and the path of the branch that it names. */
interface RefusedMove extends Omit<Problem, 'place'> {
  readonly path: readonly PropertyKey[];
}

/**
 * Follows the computes from branch to branch in the order of their changes. Returns the first move to a branch that the
 * compute is already on, or that has another primary at that time. Later moves are not checked, because they depend on
 * the target that this move should have had.
 */
export function refusedMove(computes: readonly PlacedPlan[]): RefusedMove | null {
  const branches = new Map(computes.map(({ plan }) => [plan, plan.branch]));
  const primaries = new Map(
    computes.flatMap(({ plan }) => (plan.type === 'read_write' ? [[plan.branch, plan] as const] : [])),
  );
  for (const { plan, path, target } of departures(computes)) {
    const from = branches.get(plan);
    // The compute was deleted before.
    if (from === undefined) continue;
    if (target === from)
      return {
        path,
        found: `${plan.name} is on branch ${target} already at that time`,
        remedy: 'name another branch, or leave the change out',
      };
    const primary = target === null ? undefined : primaries.get(target);
    if (plan.type === 'read_write') {
      if (primary !== undefined)
        return {
          path,
          found: `branch ${target} has a read_write compute at that time, ${primary.name}`,
          remedy: `move or delete ${primary.name} before, or name a branch that is free`,
        };
      primaries.delete(from);
      if (target !== null) primaries.set(target, plan);
    }
    if (target === null) branches.delete(plan);
    else branches.set(plan, target);
  }
  return null;
}

/** Returns the moves and deletions of computes in their order. The target of a deletion is null. */
function departures(computes: readonly PlacedPlan[]) {
  return computes
    .flatMap(({ plan, path }) =>
      plan.changes.flatMap(({ atMs, change }, i) => {
        const target = change.kind === 'branch' ? change.branch : null;
        const isDeletion = change.kind === 'command' && change.command === 'delete';
        if (target === null && !isDeletion) return [];
        return [{ atMs, plan, target, path: [...path, 'changes', i, 'branch'] }];
      }),
    )
    .sort((a, b) => a.atMs - b.atMs);
}
