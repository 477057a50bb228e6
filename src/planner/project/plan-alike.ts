import type { Simulation } from '../../simulator/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { type CandidateGroup, type Choices, candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { type Broken, OBJECTIVES, type ObjectiveKind, type Objectives } from '../objectives/objectives.ts';
import type { Outcome } from '../objectives/outcome.ts';
import { searchPlan } from '../plan/plan.ts';
import { nearestOf, type Verdict, verdictOf } from '../plan/verdict.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst } from '../search/ranking.ts';
import { search, type Work } from '../search/search.ts';
import { workHere } from '../search/trial.ts';
import { worstOf } from './worst-copy.ts';

/** A plan for computes that are alike, such as copies. Each has random draws of its own, and all get one configuration. */
export interface AlikeQuestion {
  /** A simulation of each compute alone. */
  readonly alone: readonly Simulation[];
  readonly objectives: Objectives;
  readonly choices: Choices;
  readonly current: Configuration;
  /** The current configuration stays if another one saves no more than this share. */
  readonly worthwhile: number;
  /** Whether to find the cheapest configuration even if it saves too little to be worth a change. */
  readonly isForCheapest: boolean;
}

/** A configuration of alike computes. Its cost is that of all, and its other figures are those of the worst compute. */
export interface JudgedAlike extends Judged {
  /** How many of the computes break an objective. */
  readonly breaking: number;
}

export interface AlikePlan {
  readonly verdict: Verdict;
  /** Null if no configuration meets all objectives for each compute. */
  readonly recommendation: JudgedAlike | null;
  /** The cheapest configuration, or the current one if no other saves enough and nobody asked for the cheapest. */
  readonly cheapest: JudgedAlike | null;
  readonly current: JudgedAlike;
  /**
   * If no configuration meets all objectives: the one that breaks the fewest, of the current one and those that come
   * nearest for the first compute.
   */
  readonly nearest: JudgedAlike | null;
  readonly candidates: number;
}

/**
 * Finds the cheapest configuration with which each of the computes meets all objectives, as the plan of that compute
 * alone would judge. Null if it was stopped.
 */
export async function planAlike(
  question: AlikeQuestion,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<AlikePlan | null> {
  const alike = new Alike(question, isStopped);
  const { objectives, worthwhile, current: own, isForCheapest } = question;
  const [current] = (await alike.judged([own])) ?? [];
  if (current === undefined) return null;
  // Only a cheaper configuration than this one can be the recommendation or the cheapest one.
  const known = isForCheapest ? current : cheaper(current, worthwhile);
  const found = await alike.search(current.broken.length === 0 ? [known] : []);
  if (found === null) return null;
  const cheapest = found.best === known ? current : found.best && { ...found.best, broken: [], breaking: 0 };
  const { candidates } = found;
  const { verdict, recommendation } = verdictOf(worthwhile, cheapest, current);
  const planned = { verdict, cheapest, current, candidates, nearest: null };
  if (recommendation !== null) return { ...planned, recommendation: verdict === 'keep' ? current : cheapest };
  const nearest = await alike.nearest(objectives, current);
  return nearest && { ...planned, recommendation: null, nearest };
}

/** The configuration as if it cost less by a share. */
function cheaper(one: JudgedAlike, share: number): JudgedAlike {
  return { ...one, outcome: { ...one.outcome, costPerMonth: one.outcome.costPerMonth * (1 - share) } };
}

/**
 * Every configuration with which each of the computes meets all objectives, the cheapest first. It takes longer than
 * the cheapest one alone. Null if it was stopped.
 */
export async function allHolding(
  question: AlikeQuestion,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<Evaluated[] | null> {
  const alike = new Alike(question, isStopped);
  const found = await alike.every();
  return found === null ? null : found.sort(bestFirst(question.current));
}

class Alike {
  private readonly question: AlikeQuestion;
  private readonly isStopped: () => Promise<boolean>;
  private readonly each: readonly { readonly workUnder: WorkUnder; readonly robust: Robustness }[];
  private readonly groups: readonly CandidateGroup[];

  constructor(question: AlikeQuestion, isStopped: () => Promise<boolean>) {
    const { alone, objectives, choices } = question;
    this.question = question;
    this.isStopped = isStopped;
    this.each = alone.map((simulation) => {
      const workUnder = workHere(simulation, isStopped);
      return { workUnder, robust: new Robustness({ simulation, objectives }, workUnder) };
    });
    this.groups = candidateGroups(this.first, choices);
  }

  private get first(): Simulation {
    return this.question.alone[0] as Simulation;
  }

  /** @param known configurations that meet all objectives, with their outcomes */
  async search(known: readonly Evaluated[]) {
    const { objectives, choices, current } = this.question;
    const found = await search(this.first, objectives, choices, this.work, {
      known,
      current,
      isForFrontier: false,
      leavesOut: true,
      floorOf: this.floorOf,
      confirm: (settings) => this.firstHolding([...settings].sort(bestFirst(current))),
    });
    return found.isWhole ? found : null;
  }

  async every(): Promise<Evaluated[] | null> {
    const { objectives } = this.question;
    const all: Evaluated[] = [];
    for (const group of this.groups) {
      const [results = null] = await this.work([group], { objectives, mostCost: Number.POSITIVE_INFINITY });
      const holding = results && (await this.holding(results));
      if (holding === null) return null;
      all.push(...holding);
    }
    return all;
  }

  /** Judges configurations for each compute, whatever they break. Null if it was stopped. */
  async judged(configurations: readonly Configuration[]): Promise<JudgedAlike[] | null> {
    const all: JudgedAlike[] = [];
    for (const configuration of configurations) {
      const judgements: Judged[] = [];
      for (const { workUnder, robust } of this.each) {
        const [results] = await workUnder(AS_ASKED)([[configuration]]);
        const [judgement] = (results && (await robust.judged(results))) ?? [];
        if (judgement === undefined) return null;
        judgements.push(judgement);
      }
      const broken = worstBroken(judgements);
      const breaking = judgements.filter((one) => one.broken.length > 0).length;
      const outcome = worstOf(judgements.map((one) => one.outcome));
      all.push({ configuration, outcome, isRun: true, broken, breaking });
    }
    return all;
  }

  async nearest(objectives: Objectives, current: JudgedAlike): Promise<JudgedAlike | null> {
    const { choices, worthwhile } = this.question;
    const { workUnder } = this.each[0] as Alike['each'][number];
    const question = {
      simulation: this.first,
      objectives,
      choices,
      current: null,
      worthwhile,
      isBrief: true,
    };
    const plan = await searchPlan(question, workUnder);
    const near = plan.recommendation ?? plan.nearest;
    if (!plan.isWhole || near === null || (await this.isStopped())) return null;
    const found = await this.judged([near.configuration]);
    return found && (nearestOf([...found, current]) as JudgedAlike);
  }

  /** Evaluates a group for one compute after another, and goes on with the configurations that are within the limits. */
  private readonly work: Work = async (groups, within) => {
    const { objectives } = this.question;
    const mostCost = within?.mostCost ?? Number.POSITIVE_INFINITY;
    const results: (Evaluated[] | null)[] = [];
    for (const group of groups) results.push(await this.withinLimits(group, objectives, mostCost));
    return results;
  };

  private async withinLimits(
    group: CandidateGroup,
    objectives: Objectives,
    mostCost: number,
  ): Promise<Evaluated[] | null> {
    const { alone } = this.question;
    const outcomes = new Map<string, Outcome[]>();
    let left: readonly Configuration[] = group;
    for (const [at, { workUnder }] of this.each.entries()) {
      if (left.length === 0) break;
      // The cost floor of the other computes does not count for this one.
      const others = left.map((one) => this.floorOf(one) - costFloor(alone[at] as Simulation)(one));
      const limit = mostCost - Math.min(...others);
      const [results = null] = await workUnder(AS_ASKED)([left as CandidateGroup], {
        objectives,
        mostCost: limit + ROUNDING,
      });
      if (results === null) return null;
      for (const { configuration, outcome } of results) {
        const key = keyOfConfiguration(configuration);
        outcomes.set(key, [...(outcomes.get(key) ?? []), outcome]);
      }
      left = results.map(({ configuration }) => configuration);
    }
    return left.flatMap((configuration) => {
      const outcome = worstOf(outcomes.get(keyOfConfiguration(configuration)) ?? []);
      return outcome.costPerMonth <= mostCost ? [{ configuration, outcome, isRun: true }] : [];
    });
  }

  /** The sum of the least costs of all computes. */
  private readonly floorOf = (configuration: Configuration): number =>
    this.question.alone.reduce((sum, simulation) => sum + costFloor(simulation)(configuration), 0);

  private async firstHolding(settings: readonly Evaluated[]): Promise<Evaluated[] | null> {
    for (let [at, wave] = [0, 1]; at < settings.length; wave = Math.min(2 * wave, WIDEST)) {
      const held = await this.holding(settings.slice(at, at + wave));
      at += wave;
      if (held === null || held[0] !== undefined) return held && [held[0] as Evaluated];
    }
    return [];
  }

  private async holding(settings: readonly Evaluated[]): Promise<Evaluated[] | null> {
    let left: Evaluated[] | null = [...settings];
    for (const { robust } of this.each) {
      if (left === null || left.length === 0) break;
      left = await robust.holding(left);
    }
    return left;
  }
}

/** Objectives that any of the computes breaks, with the worst figure. All have the condition of the first. */
function worstBroken(judgements: readonly Judged[]): Broken[] {
  const all = judgements.flatMap(({ broken }) => broken);
  const first = all.find(({ under }) => under === undefined) ?? all[0];
  const worst = new Map<string, Broken>();
  for (const one of all) {
    if (JSON.stringify(one.under) !== JSON.stringify(first?.under)) continue;
    const kind: ObjectiveKind = OBJECTIVES[one.objective];
    const known = worst.get(one.objective);
    if (known === undefined || (kind.least ? one.found < known.found : one.found > known.found))
      worst.set(one.objective, one);
  }
  const order = Object.keys(OBJECTIVES);
  return [...worst.values()].sort((a, b) => order.indexOf(a.objective) - order.indexOf(b.objective));
}

/** The most configurations tried at a time. */
const WIDEST = 8;

/** Sums of costs may round up. */
const ROUNDING = 1e-6;
