import { type Configuration, changesBetween, ROUTES } from '../configurations/configuration.ts';
import type { Evaluated } from './evaluate.ts';

/** Throttled for no more than this is not throttled as far as a frontier is concerned: no profile asks for less. */
export const CLEAR = 1e-3;

/**
 * Of configurations in the order of their costs, those that are throttled less than all cheaper ones, up to the first
 * clear one.
 */
export function frontier<Some extends Evaluated>(evaluated: readonly Some[]): Some[] {
  let least = Number.POSITIVE_INFINITY;
  return evaluated.filter(({ outcome }) => {
    if (outcome.throttledShare >= least || least <= CLEAR) return false;
    least = outcome.throttledShare;
    return true;
  });
}

/**
 * Cheaper; of equals the one that is throttled less, delays less, wakes less; then the one for which less of what is
 * set would have to change; and then the smaller, the direct one.
 */
export function isBetter(one: Evaluated, other: Evaluated, current: Configuration | null): boolean {
  const [a, b] = [rankOf(one, current), rankOf(other, current)];
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] as number) < (b[at] as number);
}

export function bestFirst(current: Configuration | null) {
  return (one: Evaluated, other: Evaluated): number => (isBetter(one, other, current) ? -1 : 1);
}

function rankOf({ configuration, outcome }: Evaluated, current: Configuration | null): number[] {
  return [
    outcome.costPerMonth,
    outcome.throttledShare,
    outcome.delayP99Ms,
    outcome.wakesPerDay,
    current === null ? 0 : changesBetween(configuration, current),
    configuration.size.maxCu,
    configuration.size.minCu,
    -(configuration.suspendAfterMs ?? 0),
    ROUTES.indexOf(configuration.route),
  ];
}
