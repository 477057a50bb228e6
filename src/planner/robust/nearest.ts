import { type Judged, judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { nearestOf } from '../plan/verdict.ts';
import type { Evaluated } from '../search/evaluate.ts';
import type { Robustness } from './robustness.ts';

/**
 * If no configuration meets all objectives: the cheapest of those that break the fewest. A configuration that
 * meets all objectives without conditions breaks at least one under a stress. So it is run under stresses
 * only if it costs no more than one that breaks a single objective. 'given up' if the search was stopped.
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
  // The order of all configurations decides between equal costs, whether they break objectives with or
  // without conditions.
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

/** The most configurations tried at a time. */
const WIDEST = 8;
