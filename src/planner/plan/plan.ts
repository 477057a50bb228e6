import type { Simulation } from '../../simulator/index.ts';
import { howSure } from '../confidence/how-sure.ts';
import type { Uncertainty } from '../confidence/uncertainty.ts';
import { isKnownSize, timeouts } from '../configurations/candidates.ts';
import {
  type Configuration,
  keyOfConfiguration,
  sameConfiguration,
} from '../configurations/configuration.ts';
import { inGroups } from '../configurations/grouped.ts';
import { type NeighbourStep, neighboursOf } from '../configurations/neighbours.ts';
import { type DetailOf, detailHere } from '../details/detail.ts';
import { demandGrowth, type Growth } from '../growth/demand-growth.ts';
import { type BasisOfObjectives, basisOf } from '../objectives/basis.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import { type Broken, keeps } from '../objectives/objectives.ts';
import { nearestUnder } from '../robust/nearest.ts';
import { type Option, optionsOf } from '../robust/options.ts';
import { othersHolding } from '../robust/others-holding.ts';
import { Held, Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type Conditions, grownBy, type WorkUnder } from '../search/conditions.ts';
import { type Evaluated, evaluate } from '../search/evaluate.ts';
import type { SearchProgress } from '../search/findings.ts';
import { bestFirst, frontier } from '../search/ranking.ts';
import { search, type Work } from '../search/search.ts';
import { type Baseline, baselineConfigurations } from './baselines.ts';
import { type Constraint, constraintOf } from './constraint.ts';
import { CheapestBreaking, type CostlyObjective, costlyObjectives } from './costly-objectives.ts';
import type { PlanQuestion } from './plan-question.ts';
import { type Relaxation, relaxations } from './relaxations.ts';
import { type Safer, saferThan } from './safer-configuration.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface Plan {
  readonly verdict: Verdict;
  /** Null if no configuration meets all objectives. */
  readonly recommendation: Judged | null;
  /**
   * The cheapest configuration that meets all objectives. The recommendation may be the current one instead.
   */
  readonly cheapest: Judged | null;
  readonly current: Judged | null;
  /**
   * Cheaper recommendations that would follow if somebody measured or stated an assumption, the largest
   * saving first.
   */
  readonly options: readonly Option[];
  readonly runnersUp: readonly Judged[];
  readonly frontier: readonly Judged[];
  readonly baselines: readonly (Baseline & Judged)[];
  readonly neighbours: readonly Neighbour[];
  /** If no configuration meets all objectives: the cheapest of those that break the fewest. */
  readonly nearest: Judged | null;
  readonly uncertainty: {
    readonly recommendation: Uncertainty | null;
    /** Null if there is no current configuration, or if it is the recommendation. */
    readonly current: Uncertainty | null;
  };
  /** If the recommendation is at risk: the cheapest other configuration at low risk. */
  readonly safer: Safer | null;
  /** If no configuration meets all objectives: how far each objective would have to be relaxed. */
  readonly relaxations: readonly Relaxation[];
  /** Objectives that make the recommendation much dearer by themselves, the dearest first. */
  readonly costly: readonly CostlyObjective[];
  /** Where the figures of each objective come from, whatever the configuration. */
  readonly basis: BasisOfObjectives;
  readonly candidates: number;
  readonly runs: number;
  readonly passedOver: number;
  readonly isWhole: boolean;
}

/** A plan with what it takes more runs to know. */
export interface TimedPlan extends Plan {
  /** Null if there is no recommendation. */
  readonly growth: Growth | null;
}

/** A configuration one step from the recommendation, and why it is not the recommendation. */
export interface Neighbour extends Judged {
  readonly step: NeighbourStep;
  readonly constraint: Constraint | null;
}

export async function searchPlan(
  question: PlanQuestion,
  workUnder: WorkUnder,
  show: (progress: SearchProgress) => void = () => {},
  held: Held = new Held(),
  detailOf: DetailOf = detailHere(question.simulation),
): Promise<Plan> {
  const { simulation, objectives, choices, current: isSet, isBrief = false } = question;
  const robust = new Robustness(question, workUnder, held);
  const breakingOne = isBrief ? null : new CheapestBreaking(question, workUnder);
  const searching = search(simulation, objectives, choices, workUnder(AS_ASKED), {
    current: isSet,
    breakingOne,
    leavesOut: question.isForStability !== true,
    confirm: (settings) => robust.firstHolding([...settings].sort(bestFirst(isSet))),
    show,
  });
  const found = await searching;
  let { isWhole } = found;
  for (const key of found.leftOut) held.leftOut.add(key);
  held.evaluated.push(...found.inOrder);
  held.cheapest = isWhole ? found.best : null;
  /** If the search was stopped, judges by the runs without conditions. */
  const judgedOf = async <One extends Evaluated>(all: readonly One[]): Promise<(One & Judged)[]> => {
    const judgements = isWhole ? await robust.judged(all) : null;
    isWhole &&= judgements !== null;
    return judgements ?? all.map((one) => ({ ...one, ...judged(one, objectives) }));
  };
  const evaluatedOf = (configurations: readonly Configuration[]) =>
    evaluatedConfigurations(simulation, configurations, found.evaluated, workUnder(AS_ASKED));
  const keeping = found.evaluated.filter(({ outcome }) => keeps(outcome, objectives));
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const [current = null] = await judgedOf(isSet === null ? [] : await evaluatedOf([isSet]));
  const { verdict, recommendation } = verdictOf(question.worthwhile, cheapest, current);
  // Its runs come one after another. So they begin now, and `timedPlan` waits for the last of them.
  held.growing =
    recommendation === null || !isWhole || isBrief ? null : demandGrowth(question, recommendation, workUnder);
  held.growing?.catch(() => {});
  const usingCpu = isWhole && !isBrief ? detailOf({ kind: 'used by minute' }) : null;
  usingCpu?.catch(() => {});
  const ensuring = isWhole ? uncertainty(question, recommendation, current, detailOf) : null;
  ensuring?.catch(() => {});
  const nextTo =
    recommendation === null || !isWhole
      ? []
      : neighboursOf(simulation, recommendation.configuration, timeouts(simulation, choices));
  const usedCpu = await usingCpu;
  isWhole &&= usingCpu === null || usedCpu !== null;
  const usual = usedCpu === null ? [] : baselineConfigurations(simulation, usedCpu);
  const ofOthers = await evaluatedOf([...nextTo, ...usual].map(({ configuration }) => configuration));
  const isKnown = ({ configuration }: Pick<Judged, 'configuration'>) =>
    isKnownSize(simulation.facts, choices, configuration.size);
  const front = frontier(found.evaluated);
  // Judged in one go, so that all their runs under one stress are side by side.
  const judgements = await judgedOf(onePerConfiguration([...front, ...ofOthers.filter(isKnown)]));
  const judgedBy = new Map(judgements.map((one) => [keyOfConfiguration(one.configuration), one]));
  const known = <One extends { readonly configuration: Configuration }>(ones: readonly One[]) =>
    ones.flatMap((one) => {
      const found = judgedBy.get(keyOfConfiguration(one.configuration));
      return found === undefined ? [] : [{ ...one, ...found }];
    });
  // If the search was stopped, nobody has tried under conditions the ones that break nothing without.
  const clearer = known(front).filter(({ broken }) => isWhole || broken.length > 0);
  const [steps, baselines] = [known(nextTo), known(usual).map((one) => ({ ...one, isRun: true }))];
  const sure = (await ensuring) ?? { recommendation: null, current: null };
  isWhole &&= recommendation === null || sure.recommendation !== null;
  const others = (most: number, told: readonly (Judged | null)[]) =>
    othersHolding(robust, keeping, told, isWhole && !isBrief ? most : 0);
  const runnersUp = cheapest === null ? [] : await others(RUNNERS_UP, [recommendation, cheapest, current]);
  const safer =
    recommendation === null || sure.recommendation === null
      ? null
      : await saferThan(
          sure.recommendation,
          (most) => others(most, [recommendation]),
          simulation,
          objectives,
          detailOf,
        );
  const options = isWhole
    ? await optionsOf(question, { recommendation, cheapest, current, keeping }, robust)
    : [];
  const nearest =
    isWhole && recommendation === null ? await nearestUnder(robust, found.evaluated, objectives) : null;
  isWhole &&= nearest !== 'given up';
  const relaxed =
    isWhole && recommendation === null ? await relaxations(found.evaluated, objectives, robust) : [];
  const isBreakingKnown =
    !isWhole || breakingOne === null || cheapest === null
      ? true
      : await breakingOne.take(found.evaluated, cheapest);
  const costly =
    isWhole && isBreakingKnown && breakingOne !== null && cheapest !== null
      ? await costlyObjectives(question, breakingOne, cheapest, detailOf)
      : [];
  isWhole &&= options !== null && relaxed !== null && isBreakingKnown;
  return {
    verdict,
    recommendation,
    cheapest,
    current,
    options: options ?? [],
    runnersUp,
    frontier: clearer,
    baselines,
    neighbours: steps.map((one) => ({ ...one, constraint: constraintOf(one.step, one.broken) })),
    nearest: nearest === 'given up' ? null : nearest,
    uncertainty: sure,
    safer,
    relaxations: relaxed ?? [],
    costly,
    basis: basisOf(simulation),
    candidates: found.candidates,
    runs: found.evaluated.filter(({ isRun }) => isRun).length,
    passedOver: found.passedOver,
    isWhole,
  };
}

/**
 * Adds to a plan how far the demand may grow, and when objectives are broken. It takes one run for each configuration
 * that breaks an objective. The times of runs that were stopped are missing.
 *
 * @param held what `searchPlan` has held
 */
export async function timedPlan(
  question: PlanQuestion,
  plan: Plan,
  workUnder: WorkUnder,
  held: Held,
  detailOf: DetailOf = detailHere(question.simulation),
): Promise<TimedPlan> {
  if (!plan.isWhole || question.isBrief === true) return { ...plan, growth: null };
  const { nearest, recommendation } = plan;
  const robust = new Robustness(question, workUnder);
  const when = async ({ configuration }: Judged, broken: readonly Broken[], conditions: Conditions) => {
    if (broken.length === 0) return broken;
    return (await detailOf({ kind: 'when', configuration, conditions, broken })) ?? broken;
  };
  const timed = async <One extends Judged>(one: One): Promise<One> => ({
    ...one,
    broken: await when(one, one.broken, robust.conditionsOf(one.broken)),
  });
  const timedGrowth = async (found: Growth, grown: Judged): Promise<Growth> => ({
    ...found,
    broken: await when(grown, found.broken, grownBy(found.breaksAt ?? 1)),
  });
  const growing = async () => {
    const growth = await held.growing;
    return growth === null || growth === 'given up' || recommendation === null
      ? growth
      : timedGrowth(growth, recommendation);
  };
  const [current, neighbours, nearestTimed, growth] = await Promise.all([
    plan.current && timed(plan.current),
    Promise.all(plan.neighbours.map(timed)),
    nearest && timed(nearest),
    growing(),
  ]);
  const found = { ...plan, current, neighbours, nearest: nearestTimed };
  return growth === 'given up' ? { ...found, growth: null, isWhole: false } : { ...found, growth };
}

const RUNNERS_UP = 3;

/** The outcomes of configurations, in their order: taken from the search, or else run in parallel. */
async function evaluatedConfigurations(
  simulation: Simulation,
  configurations: readonly Configuration[],
  found: readonly Evaluated[],
  work: Work,
): Promise<Evaluated[]> {
  const known = new Map(found.map((one) => [keyOfConfiguration(one.configuration), one]));
  const missing = new Map(
    configurations
      .filter((one) => !known.has(keyOfConfiguration(one)))
      .map((one) => [keyOfConfiguration(one), one]),
  );
  const results = await work(inGroups(simulation, [...missing.values()]));
  for (const one of results.flatMap((result) => result ?? []))
    known.set(keyOfConfiguration(one.configuration), one);
  // If the search was stopped, the rest is run here, so that the answer has every outcome.
  return configurations.map(
    (configuration) =>
      known.get(keyOfConfiguration(configuration)) ?? {
        configuration,
        outcome: evaluate(simulation, configuration),
        isRun: true,
      },
  );
}

function onePerConfiguration(all: readonly Evaluated[]): Evaluated[] {
  return [...new Map(all.map((one) => [keyOfConfiguration(one.configuration), one])).values()];
}

async function uncertainty(
  { simulation, objectives, isBrief }: PlanQuestion,
  recommendation: Judged | null,
  current: Judged | null,
  detailOf: DetailOf,
): Promise<Plan['uncertainty']> {
  const isOther =
    isBrief !== true &&
    current !== null &&
    (recommendation === null || !sameConfiguration(current.configuration, recommendation.configuration));
  const sureOf = (one: Judged | null) =>
    one === null ? null : howSure(simulation, one, objectives, detailOf);
  const [ofRecommendation, ofCurrent] = await Promise.all([
    sureOf(recommendation),
    sureOf(isOther ? current : null),
  ]);
  return { recommendation: ofRecommendation, current: ofCurrent };
}
