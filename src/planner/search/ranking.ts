import { type Configuration, changesBetween, ROUTES } from '../configurations/configuration.ts';
import type { Evaluated } from './evaluate.ts';

/** A throttled share up to this counts as not throttled on a frontier: no profile asks for less. */
export const CLEAR = 1e-3;

/**
 * Takes configurations sorted by cost. Keeps each one that is throttled less than all cheaper ones, up to the
 * first clear one.
 */
export function frontier<Some extends Evaluated>(evaluated: readonly Some[]): Some[] {
  let least = Number.POSITIVE_INFINITY;
  return evaluated.filter(({ outcome }) => {
    if (outcome.throttledShare >= least || least <= CLEAR) return false;
    least = outcome.throttledShare;
    return true;
  });
}

const RANKS = [
  'cost',
  'throttled',
  'delay-p99',
  'cold-starts',
  'changes',
  'maximum',
  'minimum',
  'timeout',
  'path',
] as const;

/** The criteria that decide between two configurations, in this order. */
export type Rank = (typeof RANKS)[number];

/**
 * Whether one configuration is cheaper. Among equals wins, in this order, less throttling, less delay, fewer
 * wakes, fewer changes from the current configuration, a smaller size, a longer timeout, a direct connection
 * path.
 */
export function isBetter(one: Evaluated, other: Evaluated, current: Configuration | null): boolean {
  const [a, b] = [rankOf(one, current), rankOf(other, current)];
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] as number) < (b[at] as number);
}

/** Returns the criterion by which one configuration is better than the other. Null if they are the same. */
export function decidingRank(one: Evaluated, other: Evaluated, current: Configuration | null): Rank | null {
  const [a, b] = [rankOf(one, current), rankOf(other, current)];
  return RANKS.find((_, i) => a[i] !== b[i]) ?? null;
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
