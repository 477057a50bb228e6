import type { Judged } from './judged.ts';
import type { PromiseKind, PromiseName } from './promises.ts';
import { PROMISES } from './promises.ts';

export interface Relaxation {
  readonly promise: PromiseName;
  /** The bound that would be kept. */
  readonly bound: number;
  readonly by: Judged;
}

/** For each promise the nearest bound at which a setting would keep all, the others being as they are. */
export function relaxations(all: readonly Judged[]): Relaxation[] {
  const best = new Map<PromiseName, Relaxation>();
  for (const by of all) {
    const [only] = by.broken;
    if (only === undefined || by.broken.length > 1) continue;
    const before = best.get(only.promise);
    const kind: PromiseKind = PROMISES[only.promise];
    const isNearer =
      before === undefined || (kind.least ? only.found > before.bound : only.found < before.bound);
    if (isNearer) best.set(only.promise, { promise: only.promise, bound: only.found, by });
  }
  return [...best.values()];
}
