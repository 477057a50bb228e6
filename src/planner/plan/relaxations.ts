import type { Judged } from '../promises/judged.ts';
import type { Broken, PromiseKind, PromiseName, Promises } from '../promises/promises.ts';
import { brokenBy, PROMISES } from '../promises/promises.ts';
import type { Robustness } from '../robust/robustness.ts';
import type { Stress } from '../robust/stresses.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { keyOfSetting } from '../settings/setting.ts';

export interface Relaxation {
  readonly promise: PromiseName;
  /** The bound that would be kept. */
  readonly bound: number;
  readonly by: Judged;
}

/**
 * For each promise the nearest bound at which a setting would keep all, the others being as they are. What is broken
 * under more demand alone would be kept without headroom too. null: somebody did not want to wait.
 *
 * A setting that breaks a promise as asked is run under stresses only if its bound as asked is nearer than the nearest
 * bound found before: stresses only add to what a setting breaks.
 */
export async function relaxations(
  evaluated: readonly Evaluated[],
  promises: Promises,
  robust: Robustness,
): Promise<Relaxation[] | null> {
  const all = evaluated.map((one, at) => ({ one, at, broken: brokenBy(one.outcome, promises) }));
  const offers = new Offers();
  const keeping = await brokenUnder(
    all.filter(({ broken }) => broken.length === 0),
    null,
    robust,
  );
  if (keeping === null) return null;
  for (const one of keeping) offers.take(one);
  const breaking = breakingOne(all);
  for (const [promise, some] of breaking) {
    const nearestFirst = [...some].sort((one, other) =>
      isBeyond(promise, boundOf(one), boundOf(other))
        ? 1
        : isBeyond(promise, boundOf(other), boundOf(one))
          ? -1
          : one.at - other.at,
    );
    if (!(await offerInWaves(nearestFirst, promise, offers, robust))) return null;
  }
  if (!(await findFirst(breaking, offers, robust))) return null;
  return offers.inOrder();
}

/** A setting with all that it is known to break. */
interface Candidate {
  readonly one: Evaluated;
  /** Its place among all settings. */
  readonly at: number;
  readonly broken: readonly Broken[];
}

/** The nearest bound of each promise, and the first setting that offered any. */
class Offers {
  private readonly best = new Map<PromiseName, Relaxation & { readonly at: number }>();
  private readonly firstAt = new Map<PromiseName, number>();

  get promises(): PromiseName[] {
    return [...this.best.keys()];
  }

  take({ one, at, broken }: Candidate): void {
    const by = { ...one, broken };
    if (broken.length > 0 && broken.every(({ under }) => under !== undefined && 'demand' in under))
      this.offer({ promise: 'headroom', bound: 0, by, at });
    const worst = broken.reduce<Broken | null>(
      (before, next) => (before === null || isBeyond(next.promise, next.found, before.found) ? next : before),
      null,
    );
    if (worst === null || broken.some(({ promise }) => promise !== worst.promise)) return;
    this.offer({ promise: worst.promise, bound: worst.found, by: { ...by, broken: [worst] }, at });
  }

  private offer(one: Relaxation & { readonly at: number }): void {
    const before = this.best.get(one.promise);
    if (before === undefined || isNearer(one, before)) this.best.set(one.promise, one);
    this.noteFirst(one.promise, one.at);
  }

  /** A setting offers a bound of a promise. */
  noteFirst(promise: PromiseName, at: number): void {
    this.firstAt.set(promise, Math.min(at, this.firstOf(promise)));
  }

  firstOf(promise: PromiseName): number {
    return this.firstAt.get(promise) ?? Number.POSITIVE_INFINITY;
  }

  boundOf(promise: PromiseName): number | null {
    return this.best.get(promise)?.bound ?? null;
  }

  /** The setting could offer a nearer bound than the nearest one. */
  isOpen(promise: PromiseName, candidate: Candidate): boolean {
    const before = this.best.get(promise);
    return before === undefined || isNearer({ promise, bound: boundOf(candidate), at: candidate.at }, before);
  }

  /** In the order of the settings that first offered a bound of each. */
  inOrder(): Relaxation[] {
    return [...this.best.values()]
      .sort(
        ({ promise: one }, { promise: other }) =>
          this.firstOf(one) - this.firstOf(other) ||
          Number(other === 'headroom') - Number(one === 'headroom'),
      )
      .map(({ promise, bound, by }) => ({ promise, bound, by }));
  }
}

/** What breaks one promise as asked, by this promise. */
function breakingOne(all: readonly Candidate[]): Map<PromiseName, Candidate[]> {
  const found = new Map<PromiseName, Candidate[]>();
  for (const candidate of all) {
    const [only, ...others] = candidate.broken;
    if (only === undefined || others.length > 0) continue;
    found.set(only.promise, [...(found.get(only.promise) ?? []), candidate]);
  }
  return found;
}

/** More settings at a time are tried the longer none offers a bound. False: somebody did not want to wait. */
async function offerInWaves(
  candidates: readonly Candidate[],
  promise: PromiseName,
  offers: Offers,
  robust: Robustness,
): Promise<boolean> {
  let left = candidates;
  for (let wave = 1; left.length > 0; wave = Math.min(2 * wave, WIDEST)) {
    const limit = { promise, bound: offers.boundOf(promise) };
    const tried = await brokenUnder(left.slice(0, wave), limit, robust);
    if (tried === null) return false;
    for (const one of tried) offers.take(one);
    left = left.slice(wave).filter((one) => offers.isOpen(promise, one));
  }
  return true;
}

/** Where several promises have a bound, the first settings that offer one say in which order to tell of them. */
async function findFirst(
  breaking: ReadonlyMap<PromiseName, readonly Candidate[]>,
  offers: Offers,
  robust: Robustness,
): Promise<boolean> {
  if (offers.promises.length < 2) return true;
  for (const promise of offers.promises) {
    let left = (breaking.get(promise) ?? []).filter(({ at }) => at < offers.firstOf(promise));
    for (let wave = 1; left.length > 0; wave = Math.min(2 * wave, WIDEST)) {
      const found = await brokenUnder(left.slice(0, wave), { promise, bound: null }, robust);
      if (found === null) return false;
      for (const { at } of found) offers.noteFirst(promise, at);
      left = left.slice(wave).filter(({ at }) => at < offers.firstOf(promise));
    }
  }
  return true;
}

/** Tried at a time at most. */
const WIDEST = 8;

/**
 * All that settings break, as asked and under each stress. With a limit, only those that break no other promise and not
 * more of this one; null as its bound: however much.
 */
async function brokenUnder(
  candidates: readonly Candidate[],
  limit: { readonly promise: PromiseName; readonly bound: number | null } | null,
  robust: Robustness,
): Promise<Candidate[] | null> {
  const limited = ({ promises }: Stress): Promises =>
    limit === null || promises[limit.promise] === null
      ? promises
      : { ...promises, [limit.promise]: limit.bound };
  let left = [...candidates];
  for (const stress of robust.stresses) {
    const within = limit === null ? null : { promises: limited(stress), mostCost: Number.POSITIVE_INFINITY };
    const settings = left.map(({ one }) => one.setting);
    const found = await robust.brokenUnder(settings, stress, within);
    if (found === null) return null;
    left = left.flatMap(({ one, at, broken }) => {
      const more = found.get(keyOfSetting(one.setting));
      return more === undefined ? [] : [{ one, at, broken: [...broken, ...more] }];
    });
    if (limit === null) left = left.filter(mayOffer);
  }
  return left;
}

/** It breaks one promise at most, or only under more demand. */
function mayOffer({ broken }: Candidate): boolean {
  return (
    new Set(broken.map(({ promise }) => promise)).size <= 1 ||
    broken.every(({ under }) => under !== undefined && 'demand' in under)
  );
}

function boundOf({ broken: [only] }: Candidate): number {
  return (only as Broken).found;
}

function isNearer(
  one: Pick<Relaxation, 'promise' | 'bound'> & { readonly at: number },
  other: Pick<Relaxation, 'bound'> & { readonly at: number },
): boolean {
  return one.bound === other.bound ? one.at < other.at : isBeyond(one.promise, other.bound, one.bound);
}

/** It is further from what may be wanted. */
function isBeyond(promise: PromiseName, one: number, other: number): boolean {
  const kind: PromiseKind = PROMISES[promise];
  return kind.least ? one < other : one > other;
}
