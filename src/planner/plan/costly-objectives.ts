import { keyOfConfiguration } from '../configurations/configuration.ts';
import type { DetailOf } from '../details/detail.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import { brokenBy, OBJECTIVE_NAMES, type ObjectiveName } from '../objectives/objectives.ts';
import { Robustness } from '../robust/robustness.ts';
import type { WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst, isBetter } from '../search/ranking.ts';
import type { BrokenMinutes } from '../timing/broken-minutes.ts';
import type { PlanQuestion } from './plan-question.ts';

/** An objective that makes the plan much dearer by itself. */
export interface CostlyObjective {
  readonly objective: ObjectiveName;
  /** The cheapest configuration that breaks this objective and no other. */
  readonly by: Judged;
  /**
   * The monthly cost of the objective: the price of the cheapest configuration that meets all objectives,
   * minus the price of `by`.
   */
  readonly costPerMonth: number;
  /** Of `by`; null if no single minute breaks the objective. */
  readonly minutes: BrokenMinutes | null;
}

/**
 * Finds, for each objective, the cheapest configuration that breaks it without conditions, meets all others
 * under every condition, and is much cheaper than the best one that meets all objectives. A search passes on
 * what it has evaluated, again and again.
 */
export class CheapestBreaking {
  private readonly found = new Map<ObjectiveName, Evaluated>();
  private readonly tried = new Map<ObjectiveName, Set<string>>();
  private readonly robust = new Map<ObjectiveName, Robustness>();
  private readonly question: Pick<PlanQuestion, 'simulation' | 'objectives'>;
  private readonly workUnder: WorkUnder;

  constructor(question: Pick<PlanQuestion, 'simulation' | 'objectives'>, workUnder: WorkUnder) {
    this.question = question;
    this.workUnder = workUnder;
  }

  /** Returns false if the search was stopped. */
  async take(evaluated: readonly Evaluated[], best: Evaluated): Promise<boolean> {
    const most = muchCheaperThan(best);
    const breaking = new Map<ObjectiveName, Evaluated[]>();
    for (const one of evaluated) {
      if (one.outcome.costPerMonth > most) continue;
      const [only, ...others] = brokenBy(one.outcome, this.question.objectives);
      if (only === undefined || others.length > 0 || !this.isNew(only.objective, one)) continue;
      breaking.set(only.objective, [...(breaking.get(only.objective) ?? []), one]);
    }
    for (const [objective, all] of breaking) {
      const held = await this.robustWithout(objective).firstHolding(all.sort(bestFirst(null)));
      if (held === null) return false;
      for (const one of held) this.found.set(objective, one);
    }
    return true;
  }

  usefulUpTo(best: Evaluated): Partial<Record<ObjectiveName, number>> {
    const most = muchCheaperThan(best);
    return Object.fromEntries(
      OBJECTIVE_NAMES.map((objective) => [
        objective,
        Math.min(most, this.found.get(objective)?.outcome.costPerMonth ?? most),
      ]),
    );
  }

  /** The configurations found so far that are much cheaper than the best one. */
  below(best: Evaluated): (readonly [ObjectiveName, Evaluated])[] {
    const most = muchCheaperThan(best);
    return [...this.found].filter(([, { outcome }]) => outcome.costPerMonth <= most);
  }

  /**
   * Whether a configuration could be cheaper than the one found so far and has not been tried. Marks it as
   * tried.
   */
  private isNew(objective: ObjectiveName, one: Evaluated): boolean {
    const found = this.found.get(objective);
    if (found !== undefined && !isBetter(one, found, null)) return false;
    const tried = this.tried.get(objective) ?? new Set();
    this.tried.set(objective, tried);
    const key = keyOfConfiguration(one.configuration);
    if (tried.has(key)) return false;
    tried.add(key);
    return true;
  }

  private robustWithout(objective: ObjectiveName): Robustness {
    const { simulation, objectives } = this.question;
    const known = this.robust.get(objective);
    const robust =
      known ??
      new Robustness({ simulation, objectives: { ...objectives, [objective]: null } }, this.workUnder);
    this.robust.set(objective, robust);
    return robust;
  }
}

/** The objectives without which a much cheaper configuration would be chosen, the dearest first. */
export async function costlyObjectives(
  { objectives }: Pick<PlanQuestion, 'objectives'>,
  breaking: CheapestBreaking,
  cheapest: Judged,
  detailOf: DetailOf,
): Promise<CostlyObjective[]> {
  const costly = breaking.below(cheapest).map(async ([objective, one]): Promise<CostlyObjective> => {
    const by = judged(one, objectives);
    const { configuration, broken } = by;
    return {
      objective,
      by,
      costPerMonth: cheapest.outcome.costPerMonth - by.outcome.costPerMonth,
      minutes: await detailOf({ kind: 'broken minutes', configuration, broken }),
    };
  });
  return (await Promise.all(costly)).sort((one, other) => other.costPerMonth - one.costPerMonth);
}

/** A configuration up to this cost is much cheaper. */
function muchCheaperThan({ outcome: { costPerMonth } }: Evaluated): number {
  return costPerMonth - Math.max(MUCH, MUCH_SHARE * costPerMonth);
}

/** In the currency of the prices, a month. */
const MUCH = 5;
const MUCH_SHARE = 0.2;
