import { nearestOf } from '../plan/verdict.ts';
import { type Judged, judged } from '../promises/judged.ts';
import type { Promises } from '../promises/promises.ts';
import type { Evaluated } from '../search/evaluate.ts';
import type { Robustness } from './robustness.ts';

/**
 * Of settings of which none keeps all promises, the one that breaks fewest, and the cheapest of those. A setting that
 * keeps all promises as asked breaks at least one under a stress: it is run under stresses only if it is no dearer than
 * a setting that breaks one. 'given up': somebody did not want to wait.
 *
 * @param all the cheapest first
 */
export async function nearestUnder(
  robust: Robustness,
  all: readonly Evaluated[],
  promises: Promises,
): Promise<Judged | null | 'given up'> {
  const known = new Map<Evaluated, Judged>();
  const keeping: Evaluated[] = [];
  for (const one of all) {
    const asAsked = judged(one, promises);
    if (asAsked.broken.length > 0) known.set(one, asAsked);
    else keeping.push(one);
  }
  // What keeps all promises as asked may be as cheap, and then the order of all settings decides.
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
      known.set(keeping.find(({ setting }) => setting === one.setting) as Evaluated, one);
  }
  return nearest();
}

/** Tried at a time at most. */
const WIDEST = 8;
