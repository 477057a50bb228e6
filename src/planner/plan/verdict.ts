import type { Judged } from '../objectives/judged.ts';
import type { Broken } from '../objectives/objectives.ts';

export type Verdict = 'choose' | 'change' | 'keep' | 'none';

/**
 * The current configuration stays if it meets its objectives and the cheapest one saves no more than is worth
 * a change.
 */
export function verdictOf(
  worthwhile: number,
  cheapest: Judged | null,
  current: Judged | null,
): { readonly verdict: Verdict; readonly recommendation: Judged | null } {
  if (current !== null && current.broken.length === 0) {
    const saving = cheapest === null ? 0 : 1 - cheapest.outcome.costPerMonth / current.outcome.costPerMonth;
    // A current configuration that costs nothing cannot be undercut.
    if (!(saving > worthwhile)) return { verdict: 'keep', recommendation: current };
  }
  if (cheapest === null) return { verdict: 'none', recommendation: null };
  return { verdict: current === null ? 'choose' : 'change', recommendation: cheapest };
}

/**
 * The configuration that breaks the fewest objectives; among equals the cheapest, then the one that exceeds
 * the first bound least.
 */
export function nearestOf(all: readonly Judged[]): Judged | null {
  return all.reduce<Judged | null>((best, one) => (best === null || isNearer(one, best) ? one : best), null);
}

function isNearer(one: Judged, other: Judged): boolean {
  const fewer = one.broken.length - other.broken.length;
  if (fewer !== 0) return fewer < 0;
  const cheaper = one.outcome.costPerMonth - other.outcome.costPerMonth;
  if (cheaper !== 0) return cheaper < 0;
  for (const [i, { objective, found, bound }] of one.broken.entries()) {
    const its = other.broken[i] as Broken;
    if (its.objective !== objective) return false;
    const less = Math.abs(found - bound) - Math.abs(its.found - its.bound);
    if (less !== 0) return less < 0;
  }
  return false;
}
