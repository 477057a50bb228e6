import type { Judged } from '../promises/judged.ts';
import type { Broken } from '../promises/promises.ts';

export type Verdict = 'choose' | 'change' | 'keep' | 'none';

/** What is set stays where it keeps its promises and the cheapest saves no more than is worth a change. */
export function verdictOf(
  worthwhile: number,
  cheapest: Judged | null,
  present: Judged | null,
): { readonly verdict: Verdict; readonly choice: Judged | null } {
  if (present !== null && present.broken.length === 0) {
    const saving = cheapest === null ? 0 : 1 - cheapest.outcome.costPerMonth / present.outcome.costPerMonth;
    // A present setting that costs nothing cannot be undercut.
    if (!(saving > worthwhile)) return { verdict: 'keep', choice: present };
  }
  if (cheapest === null) return { verdict: 'none', choice: null };
  return { verdict: present === null ? 'choose' : 'change', choice: cheapest };
}

/** What breaks fewest promises; of those the cheapest, and of equals the one that breaks the first of them least. */
export function nearestOf(all: readonly Judged[]): Judged | null {
  return all.reduce<Judged | null>((best, one) => (best === null || isNearer(one, best) ? one : best), null);
}

function isNearer(one: Judged, other: Judged): boolean {
  const fewer = one.broken.length - other.broken.length;
  if (fewer !== 0) return fewer < 0;
  const cheaper = one.outcome.costPerMonth - other.outcome.costPerMonth;
  if (cheaper !== 0) return cheaper < 0;
  for (const [i, { promise, found, bound }] of one.broken.entries()) {
    const its = other.broken[i] as Broken;
    if (its.promise !== promise) return false;
    const less = Math.abs(found - bound) - Math.abs(its.found - its.bound);
    if (less !== 0) return less < 0;
  }
  return false;
}
