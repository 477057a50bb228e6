import { type Judged, judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { nearestOf } from '../plan/verdict.ts';
import type { Evaluated } from '../search/evaluate.ts';
import type { Robustness } from './robustness.ts';

/**
 * Of configurations of which none meets all objectives, the one that breaks fewest, and the cheapest of those. A
 * configuration that meets all objectives as asked breaks at least one under a stress: it is run under stresses only if
 * it is no dearer than a configuration that breaks one. 'given up': somebody did not want to wait.
 *
 * @param all the cheapest first
 */
export async function nearestUnder(
  robust: Robustness,
  all: readonly Evaluated[],
  objectives: Objectives,
): Promise<Judged | null | 'given up'> {
  const known = new Map<Evaluated, Judged>();
  const keeping: Evaluated[] = [];
  for (const one of all) {
    const asAsked = judged(one, objectives);
    if (asAsked.broken.length > 0) known.set(one, asAsked);
    else keeping.push(one);
  }
  // What meets all objectives as asked may be as cheap, and then the order of all configurations decides.
  const nearest = () => nearestOf(all.flatMap((one) => known.get(one) ?? []));
  for (let [at, wave] = [0, 1]; at < keeping.length; wave = Math.min(2 * wave, WIDEST)) {
    const best = nearest();
    const isOpen = ({ outcome }: Evaluated) =>
      best === null || best.broken.length > 1 || outcome.costPerMonth <= best.outcome.costPerMonth;
    const next = keeping.slice(at, at + wave);
    at += wave;
    const found = await robust.judged(next.filter(isOpen));
    if (found === null) return 'given up';
    for (const one of found)
      known.set(keeping.find(({ configuration }) => configuration === one.configuration) as Evaluated, one);
  }
  return nearest();
}

/** Tried at a time at most. */
const WIDEST = 8;
