import type { Judged } from './judged.ts';
import type { Broken, PromiseKind, PromiseName } from './promises.ts';
import { PROMISES } from './promises.ts';

export interface Relaxation {
  readonly promise: PromiseName;
  /** The bound that would be kept. */
  readonly bound: number;
  readonly by: Judged;
}

/**
 * For each promise the nearest bound at which a setting would keep all, the others being as they are. What is broken
 * under more demand alone would be kept without headroom too.
 *
 * @param all settings with all that they break, as asked and under any stress
 */
export function relaxations(all: readonly Judged[]): Relaxation[] {
  const best = new Map<PromiseName, Relaxation>();
  const offer = (one: Relaxation) => {
    const before = best.get(one.promise);
    if (before === undefined || isBeyond(one.promise, before.bound, one.bound)) best.set(one.promise, one);
  };
  for (const one of all) {
    const { broken } = one;
    if (broken.length > 0 && broken.every(({ under }) => under !== undefined && 'demand' in under))
      offer({ promise: 'headroom', bound: 0, by: one });
    const worst = broken.reduce<Broken | null>(
      (before, next) => (before === null || isBeyond(next.promise, next.found, before.found) ? next : before),
      null,
    );
    if (worst === null || broken.some(({ promise }) => promise !== worst.promise)) continue;
    offer({ promise: worst.promise, bound: worst.found, by: { ...one, broken: [worst] } });
  }
  return [...best.values()];
}

/** It is further from what may be wanted. */
function isBeyond(promise: PromiseName, one: number, other: number): boolean {
  const kind: PromiseKind = PROMISES[promise];
  return kind.least ? one < other : one > other;
}
