import type { Evaluated } from './evaluate.ts';
import { CLEAR } from './search.ts';

/** Of settings in the order of their costs, those that are throttled less than all cheaper ones, up to the first clear one. */
export function frontier<Some extends Evaluated>(evaluated: readonly Some[]): Some[] {
  let least = Number.POSITIVE_INFINITY;
  return evaluated.filter(({ outcome }) => {
    if (outcome.throttledShare >= least || least <= CLEAR) return false;
    least = outcome.throttledShare;
    return true;
  });
}
