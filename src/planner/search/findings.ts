import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import {
  brokenBy,
  keeps,
  OBJECTIVE_NAMES,
  type ObjectiveName,
  type Objectives,
} from '../objectives/objectives.ts';
import type { Evaluated, Useless } from './evaluate.ts';
import { bestFirst, CLEAR, isBetter } from './ranking.ts';

export interface SearchProgress {
  readonly done: number;
  readonly of: number;
  readonly best: Evaluated | null;
}

export interface Found {
  /** The best of those that meet all objectives; null: none does. */
  readonly best: Evaluated | null;
  /** What was evaluated, as the search came to it. */
  readonly inOrder: readonly Evaluated[];
  /** The same, the cheapest first. */
  readonly evaluated: readonly Evaluated[];
  readonly candidates: number;
  /**
   * Candidates that cost too much to be the recommendation or on the frontier: at least, or before their run was over.
   */
  readonly passedOver: number;
  /** Settings that may have been left out for the objectives that they break, by their keys. */
  readonly leftOut: ReadonlySet<string>;
  /** False where the search was given up before its end. */
  readonly isWhole: boolean;
}

/** What is wanted of a search but the recommendation, and what is known before it. */
export interface SearchAim {
  /** Settings whose outcomes are known; who is dearer than one that meets all objectives is not the recommendation. */
  readonly known?: readonly Evaluated[];
  /** What is set, which goes before its equals; null: nothing is. */
  readonly current?: Configuration | null;
  readonly isForFrontier?: boolean;
  /** Configurations of jobs are left out if the objectives that they break and their cost make them of no use. */
  readonly leavesOut?: boolean;
  /** The cheapest configurations that break one objective each; null: nobody asks for them. */
  readonly breakingOne?: CheapestBreaking | null;
  /**
   * Those of some configurations that meet all objectives as asked that may be the recommendation; null: somebody did
   * not want to wait.
   */
  readonly confirm?: (settings: readonly Evaluated[]) => Promise<readonly Evaluated[] | null>;
  readonly show?: (progress: SearchProgress) => void;
}

/** Finds, for each objective, the cheapest configuration that breaks it and no other, as a search goes on. */
interface CheapestBreaking {
  /** Looks at all that has been evaluated so far; false: somebody did not want to wait. */
  take(evaluated: readonly Evaluated[], best: Evaluated): Promise<boolean>;
  /** Above this cost a configuration that breaks an objective is of no use, by the objective. */
  usefulUpTo(best: Evaluated): Partial<Record<ObjectiveName, number>>;
}

/** What a search has found so far, and the limits that follow for the runs to come. */
export class Findings {
  readonly objectives: Objectives;
  best: Evaluated | null = null;
  /** False once somebody did not want to wait. */
  isWhole = true;
  private readonly evaluated: Evaluated[] = [];
  private readonly leftOut = new Set<string>();
  private readonly candidates: number;
  private readonly aim: SearchAim;
  private done = 0;
  /** The cost of the cheapest configuration that is hardly throttled. */
  private clearCost = Number.POSITIVE_INFINITY;
  /** The cost of the cheapest configuration that breaks one or two objectives. */
  private nearCost = Number.POSITIVE_INFINITY;

  constructor(objectives: Objectives, candidates: number, aim: SearchAim) {
    this.objectives = objectives;
    this.candidates = candidates;
    this.aim = aim;
  }

  /** A dearer configuration is neither the recommendation nor on the frontier. */
  get limit(): number {
    const { isForFrontier = true } = this.aim;
    return Math.max(
      this.best?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY,
      isForFrontier ? this.clearCost : 0,
    );
  }

  /**
   * The costs above which configurations that break objectives are of no use. On the frontier nothing is dearer than the
   * cheapest clear configuration. Without a recommendation the nearest configuration matters, which is no dearer than
   * one that breaks as little.
   */
  useless(): Useless | null {
    const { objectives, best, clearCost, nearCost, aim } = this;
    if (best === null) {
      const breakingMore = Math.max(clearCost, nearCost);
      return breakingMore < Number.POSITIVE_INFINITY ? { objectives, breakingOne: {}, breakingMore } : null;
    }
    const useful = aim.breakingOne?.usefulUpTo(best) ?? {};
    const ofOne = OBJECTIVE_NAMES.map((name) => [name, Math.max(clearCost, useful[name] ?? 0)] as const);
    return { objectives, breakingOne: Object.fromEntries(ofOne), breakingMore: clearCost };
  }

  /** Takes the results of some configurations; null: somebody did not want to wait for them. */
  async take(configurations: readonly Configuration[], results: readonly Evaluated[] | null): Promise<void> {
    this.isWhole &&= results !== null;
    const found = new Set(results?.map(({ configuration }) => keyOfConfiguration(configuration)));
    if (this.aim.leavesOut === true)
      for (const key of configurations.map(keyOfConfiguration)) if (!found.has(key)) this.leftOut.add(key);
    for (const one of results ?? []) {
      const { throttledShare, costPerMonth } = one.outcome;
      this.evaluated.push(one);
      if (throttledShare <= CLEAR) this.clearCost = Math.min(this.clearCost, costPerMonth);
      if (isNear(one, this.objectives)) this.nearCost = Math.min(this.nearCost, costPerMonth);
    }
    await this.confirm(results ?? []);
    this.done += configurations.length;
    this.aim.show?.({ done: this.done, of: this.candidates, best: this.best });
  }

  /** Takes the best of some configurations as the best of all, if it is and may be recommended. */
  async confirm(results: readonly Evaluated[]): Promise<void> {
    const { objectives, aim } = this;
    const better = results.filter((one) => keeps(one.outcome, objectives) && this.isBest(one));
    const confirmed = better.length === 0 || aim.confirm === undefined ? better : await aim.confirm(better);
    this.isWhole &&= confirmed !== null;
    for (const one of confirmed ?? []) if (this.isBest(one)) this.best = one;
  }

  /** Lets the cheapest configurations that break one objective be found among those so far. */
  async takeBreakingOne(): Promise<void> {
    const { best, aim, evaluated } = this;
    if (best === null || !this.isWhole) return;
    this.isWhole = (await aim.breakingOne?.take(evaluated, best)) ?? true;
  }

  found(): Found {
    const { best, evaluated, candidates, leftOut, isWhole, aim } = this;
    return {
      best,
      inOrder: evaluated,
      evaluated: [...evaluated].sort(bestFirst(aim.current ?? null)),
      candidates,
      passedOver: isWhole ? candidates - evaluated.length : 0,
      leftOut,
      isWhole,
    };
  }

  private isBest(one: Evaluated): boolean {
    return this.best === null || isBetter(one, this.best, this.aim.current ?? null);
  }
}

/** It breaks one or two objectives as asked. */
function isNear({ outcome }: Evaluated, objectives: Objectives): boolean {
  const { length } = brokenBy(outcome, objectives);
  return length === 1 || length === 2;
}
