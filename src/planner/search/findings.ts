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
  /** The best configuration that meets all objectives; null if none does. */
  readonly best: Evaluated | null;
  /** All evaluated configurations, in the order in which the search evaluated them. */
  readonly inOrder: readonly Evaluated[];
  /** The same, the cheapest first. */
  readonly evaluated: readonly Evaluated[];
  readonly candidates: number;
  /**
   * Candidates that cost too much to be the recommendation or on the frontier. Their cost floor, or their run
   * before its end, exceeded the limit.
   */
  readonly passedOver: number;
  /** Keys of configurations that may have been left out because of the objectives that they break. */
  readonly leftOut: ReadonlySet<string>;
  /** False if the search was stopped before its end. */
  readonly isWhole: boolean;
}

/** The tasks of a search besides the recommendation, and the outcomes that it knows beforehand. */
export interface SearchAim {
  /**
   * Configurations whose outcomes are known. A candidate that costs more than one of these that may be
   * recommended is skipped.
   */
  readonly known?: readonly Evaluated[];
  /**
   * The current configuration; null if there is none. Among equals, the one with the fewest changes from it
   * wins.
   */
  readonly current?: Configuration | null;
  readonly isForFrontier?: boolean;
  /** Only the best configuration is asked for, so that one that breaks an objective is of no use at any cost. */
  readonly isForBestAlone?: boolean;
  /** Whether to leave out configurations of jobs that break objectives and cost too much to be of use. */
  readonly leavesOut?: boolean;
  /**
   * Finds the cheapest configurations that break one objective each; null if the caller does not need them.
   */
  readonly breakingOne?: CheapestBreaking | null;
  /**
   * Takes configurations that meet all objectives without conditions, and returns the ones that may be
   * recommended; null if the search was stopped.
   */
  readonly confirm?: (settings: readonly Evaluated[]) => Promise<readonly Evaluated[] | null>;
  readonly show?: (progress: SearchProgress) => void;
  /** A lower bound of the cost of a configuration, for a search whose costs are not those of its simulation alone. */
  readonly floorOf?: (configuration: Configuration) => number;
}

/** Finds, for each objective, the cheapest configuration that breaks it and no other, as a search goes on. */
interface CheapestBreaking {
  /** Examines all configurations evaluated so far; false if the search was stopped. */
  take(evaluated: readonly Evaluated[], best: Evaluated): Promise<boolean>;
  /** By objective, the cost above which a configuration that breaks it is of no use. */
  usefulUpTo(best: Evaluated): Partial<Record<ObjectiveName, number>>;
}

/** The results of a search so far, and the limits for its next runs. */
export class Findings {
  readonly objectives: Objectives;
  readonly aim: SearchAim;
  best: Evaluated | null = null;
  /** False once the search was stopped. */
  isWhole = true;
  private readonly evaluated: Evaluated[] = [];
  private readonly leftOut = new Set<string>();
  private readonly candidates: number;
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
    const { isForBestAlone = false, isForFrontier = !isForBestAlone } = this.aim;
    return Math.max(
      this.best?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY,
      isForFrontier ? this.clearCost : 0,
    );
  }

  /**
   * The costs above which a configuration that breaks objectives is of no use. No configuration on the
   * frontier costs more than the cheapest clear one. Without a recommendation, the nearest configuration
   * matters too: the cheapest of those that break the fewest objectives. So a configuration that breaks
   * several is of no use if a cheaper one breaks one or two.
   */
  useless(): Useless | null {
    const { objectives, best, clearCost, nearCost, aim } = this;
    if (aim.isForBestAlone === true) return { objectives, breakingOne: OF_NO_USE, breakingMore: 0 };
    if (best === null) {
      const breakingMore = Math.max(clearCost, nearCost);
      return breakingMore < Number.POSITIVE_INFINITY ? { objectives, breakingOne: {}, breakingMore } : null;
    }
    const useful = aim.breakingOne?.usefulUpTo(best) ?? {};
    const ofOne = OBJECTIVE_NAMES.map((name) => [name, Math.max(clearCost, useful[name] ?? 0)] as const);
    return { objectives, breakingOne: Object.fromEntries(ofOne), breakingMore: clearCost };
  }

  /** Adds the results of some configurations; null if the search was stopped. */
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

  /** Replaces the best configuration if one of these is better and may be recommended. */
  async confirm(results: readonly Evaluated[]): Promise<void> {
    const { objectives, aim } = this;
    const better = results.filter((one) => keeps(one.outcome, objectives) && this.isBest(one));
    const confirmed = better.length === 0 || aim.confirm === undefined ? better : await aim.confirm(better);
    this.isWhole &&= confirmed !== null;
    for (const one of confirmed ?? []) if (this.isBest(one)) this.best = one;
  }

  /** Looks for the cheapest configurations that break one objective among those evaluated so far. */
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

const OF_NO_USE = Object.fromEntries(OBJECTIVE_NAMES.map((name) => [name, 0]));

/** Whether a configuration breaks one or two objectives without conditions. */
function isNear({ outcome }: Evaluated, objectives: Objectives): boolean {
  const { length } = brokenBy(outcome, objectives);
  return length === 1 || length === 2;
}
