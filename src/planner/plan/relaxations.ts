import { keyOfConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Broken, ObjectiveKind, ObjectiveName, Objectives } from '../objectives/objectives.ts';
import { brokenBy, OBJECTIVES } from '../objectives/objectives.ts';
import type { Robustness } from '../robust/robustness.ts';
import type { Stress } from '../robust/stresses.ts';
import type { Evaluated } from '../search/evaluate.ts';

export interface Relaxation {
  readonly objective: ObjectiveName;
  /** The bound that `by` meets. */
  readonly bound: number;
  readonly by: Judged;
}

/**
 * For each objective, the nearest bound at which a configuration would meet all objectives, if the others
 * stay as they are. Objectives that are broken only with more demand would be met without headroom too. Null
 * if the search was stopped.
 *
 * A configuration that breaks an objective without conditions is run under stresses only if its bound is
 * nearer than the nearest one so far: a stress can only make a configuration break more.
 */
export async function relaxations(
  evaluated: readonly Evaluated[],
  objectives: Objectives,
  robust: Robustness,
): Promise<Relaxation[] | null> {
  const all = evaluated.map((one, at) => ({ one, at, broken: brokenBy(one.outcome, objectives) }));
  const offers = new Offers();
  const keeping = await brokenUnder(
    all.filter(({ broken }) => broken.length === 0),
    null,
    robust,
  );
  if (keeping === null) return null;
  for (const one of keeping) offers.take(one);
  const breaking = breakingOne(all);
  for (const [objective, some] of breaking) {
    const nearestFirst = [...some].sort((one, other) =>
      isBeyond(objective, boundOf(one), boundOf(other))
        ? 1
        : isBeyond(objective, boundOf(other), boundOf(one))
          ? -1
          : one.at - other.at,
    );
    if (!(await offerInWaves(nearestFirst, objective, offers, robust))) return null;
  }
  if (!(await findFirst(breaking, offers, robust))) return null;
  return offers.inOrder();
}

/** A configuration and all objectives that it is known to break. */
interface Candidate {
  readonly one: Evaluated;
  /** Its place among all configurations. */
  readonly at: number;
  readonly broken: readonly Broken[];
}

/** The nearest bound of each objective, and the first configuration that offered any. */
class Offers {
  private readonly best = new Map<ObjectiveName, Relaxation & { readonly at: number }>();
  private readonly firstAt = new Map<ObjectiveName, number>();

  get objectives(): ObjectiveName[] {
    return [...this.best.keys()];
  }

  take({ one, at, broken }: Candidate): void {
    const by = { ...one, broken };
    if (broken.length > 0 && broken.every(({ under }) => under !== undefined && 'demand' in under))
      this.offer({ objective: 'headroom', bound: 0, by, at });
    const worst = broken.reduce<Broken | null>(
      (before, next) =>
        before === null || isBeyond(next.objective, next.found, before.found) ? next : before,
      null,
    );
    if (worst === null || broken.some(({ objective }) => objective !== worst.objective)) return;
    this.offer({ objective: worst.objective, bound: worst.found, by: { ...by, broken: [worst] }, at });
  }

  private offer(one: Relaxation & { readonly at: number }): void {
    const before = this.best.get(one.objective);
    if (before === undefined || isNearer(one, before)) this.best.set(one.objective, one);
    this.noteFirst(one.objective, one.at);
  }

  /** Notes that a configuration offers a bound of an objective. */
  noteFirst(objective: ObjectiveName, at: number): void {
    this.firstAt.set(objective, Math.min(at, this.firstOf(objective)));
  }

  firstOf(objective: ObjectiveName): number {
    return this.firstAt.get(objective) ?? Number.POSITIVE_INFINITY;
  }

  boundOf(objective: ObjectiveName): number | null {
    return this.best.get(objective)?.bound ?? null;
  }

  /** Whether the configuration could offer a nearer bound than the nearest one so far. */
  isOpen(objective: ObjectiveName, candidate: Candidate): boolean {
    const before = this.best.get(objective);
    return (
      before === undefined || isNearer({ objective, bound: boundOf(candidate), at: candidate.at }, before)
    );
  }

  /** Sorts by the first configuration that offered a bound of each objective. */
  inOrder(): Relaxation[] {
    return [...this.best.values()]
      .sort(
        ({ objective: one }, { objective: other }) =>
          this.firstOf(one) - this.firstOf(other) ||
          Number(other === 'headroom') - Number(one === 'headroom'),
      )
      .map(({ objective, bound, by }) => ({ objective, bound, by }));
  }
}

/** The configurations that break exactly one objective without conditions, by this objective. */
function breakingOne(all: readonly Candidate[]): Map<ObjectiveName, Candidate[]> {
  const found = new Map<ObjectiveName, Candidate[]>();
  for (const candidate of all) {
    const [only, ...others] = candidate.broken;
    if (only === undefined || others.length > 0) continue;
    found.set(only.objective, [...(found.get(only.objective) ?? []), candidate]);
  }
  return found;
}

/**
 * Tries more configurations at a time, the longer none offers a bound. Returns false if the search was
 * stopped.
 */
async function offerInWaves(
  candidates: readonly Candidate[],
  objective: ObjectiveName,
  offers: Offers,
  robust: Robustness,
): Promise<boolean> {
  let left = candidates;
  for (let wave = 1; left.length > 0; wave = Math.min(2 * wave, WIDEST)) {
    const limit = { objective, bound: offers.boundOf(objective) };
    const tried = await brokenUnder(left.slice(0, wave), limit, robust);
    if (tried === null) return false;
    for (const one of tried) offers.take(one);
    left = left.slice(wave).filter((one) => offers.isOpen(objective, one));
  }
  return true;
}

/**
 * The answer lists objectives in the order of the first configurations that offer a bound. So if several have
 * one, these configurations have to be found.
 */
async function findFirst(
  breaking: ReadonlyMap<ObjectiveName, readonly Candidate[]>,
  offers: Offers,
  robust: Robustness,
): Promise<boolean> {
  if (offers.objectives.length < 2) return true;
  for (const objective of offers.objectives) {
    let left = (breaking.get(objective) ?? []).filter(({ at }) => at < offers.firstOf(objective));
    for (let wave = 1; left.length > 0; wave = Math.min(2 * wave, WIDEST)) {
      const found = await brokenUnder(left.slice(0, wave), { objective, bound: null }, robust);
      if (found === null) return false;
      for (const { at } of found) offers.noteFirst(objective, at);
      left = left.slice(wave).filter(({ at }) => at < offers.firstOf(objective));
    }
  }
  return true;
}

/** The most configurations tried at a time. */
const WIDEST = 8;

/**
 * Adds the objectives that configurations break under each stress. With a limit, only those remain that break
 * no other objective, and this one by no more than the bound; a bound of null allows any value.
 */
async function brokenUnder(
  candidates: readonly Candidate[],
  limit: { readonly objective: ObjectiveName; readonly bound: number | null } | null,
  robust: Robustness,
): Promise<Candidate[] | null> {
  const limited = ({ objectives }: Stress): Objectives =>
    limit === null || objectives[limit.objective] === null
      ? objectives
      : { ...objectives, [limit.objective]: limit.bound };
  let left = [...candidates];
  for (const stress of robust.stresses) {
    const within =
      limit === null ? null : { objectives: limited(stress), mostCost: Number.POSITIVE_INFINITY };
    const configurations = left.map(({ one }) => one.configuration);
    const found = await robust.brokenUnder(configurations, stress, within);
    if (found === null) return null;
    left = left.flatMap(({ one, at, broken }) => {
      const more = found.get(keyOfConfiguration(one.configuration));
      return more === undefined ? [] : [{ one, at, broken: [...broken, ...more] }];
    });
    if (limit === null) left = left.filter(mayOffer);
  }
  return left;
}

/** Whether a configuration breaks at most one objective, or breaks objectives only with more demand. */
function mayOffer({ broken }: Candidate): boolean {
  return (
    new Set(broken.map(({ objective }) => objective)).size <= 1 ||
    broken.every(({ under }) => under !== undefined && 'demand' in under)
  );
}

function boundOf({ broken: [only] }: Candidate): number {
  return (only as Broken).found;
}

function isNearer(
  one: Pick<Relaxation, 'objective' | 'bound'> & { readonly at: number },
  other: Pick<Relaxation, 'bound'> & { readonly at: number },
): boolean {
  return one.bound === other.bound ? one.at < other.at : isBeyond(one.objective, other.bound, one.bound);
}

/** Whether one value breaks the objective by more than the other. */
function isBeyond(objective: ObjectiveName, one: number, other: number): boolean {
  const kind: ObjectiveKind = OBJECTIVES[objective];
  return kind.least ? one < other : one > other;
}
