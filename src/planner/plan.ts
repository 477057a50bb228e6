import type { Simulation } from '../engine/index.ts';
import { type Baseline, baselinesOf } from './baselines.ts';
import { type BasisOfPromises, basisOf } from './basis.ts';
import { type Choices, isKnownSize, timeouts } from './candidates.ts';
import { AS_ASKED, type WorkUnder } from './conditions.ts';
import { type Constraint, constraintOf } from './constraint.ts';
import { type CostlyPromise, costlyPromises } from './costly-promises.ts';
import { type Evaluated, evaluate } from './evaluate.ts';
import { frontier } from './frontier.ts';
import { grownSimulation } from './grown-simulation.ts';
import { howSure } from './how-sure.ts';
import { type Judged, judged } from './judged.ts';
import { neighboursOf, type Step } from './neighbours.ts';
import { brokenBy, keeps, type Promises } from './promises.ts';
import { type Relaxation, relaxations } from './relaxations.ts';
import { type Option, optionsOf } from './robust/options.ts';
import { othersHolding } from './robust/others-holding.ts';
import { Held, Robustness } from './robust/robustness.ts';
import { type Safer, saferThan } from './safer.ts';
import { bestFirst, type SearchProgress, search } from './search.ts';
import { type Setting, sameSetting } from './setting.ts';
import type { Uncertainty } from './uncertainty.ts';
import { nearestOf, type Verdict, verdictOf } from './verdict.ts';
import { withWhen } from './when.ts';

export interface PlanQuestion {
  readonly simulation: Simulation;
  readonly promises: Promises;
  readonly choices: Choices;
  /** What is set today; null: nothing is. */
  readonly present: Setting | null;
  /** The present setting stays where it keeps its promises and another saves no more than this share. */
  readonly worthwhile: number;
  /** Only what is chosen, how sure, and what binds: no baselines, no growth, nothing of the present: a dozen runs. */
  readonly isBrief?: boolean;
}

export interface Plan {
  readonly verdict: Verdict;
  /** What is recommended; null where nothing keeps all promises. */
  readonly choice: Judged | null;
  /** The cheapest that keeps all promises, which the present one may stand in for. */
  readonly cheapest: Judged | null;
  readonly present: Judged | null;
  /** What would be recommended for less if somebody measured or told an assumption, what saves most first. */
  readonly options: readonly Option[];
  readonly runnersUp: readonly Judged[];
  readonly frontier: readonly Judged[];
  readonly baselines: readonly (Baseline & Judged)[];
  readonly neighbours: readonly Neighbour[];
  readonly growth: Growth | null;
  /** Where nothing keeps all promises: what breaks fewest of them, the cheapest of those. */
  readonly nearest: Judged | null;
  readonly uncertainty: {
    readonly choice: Uncertainty | null;
    /** null: nothing is set, or it is the choice. */
    readonly present: Uncertainty | null;
  };
  /** Where the choice is at risk: the cheapest other one that is at little. */
  readonly safer: Safer | null;
  /** Where nothing keeps all promises: which one could be given up how far. */
  readonly relaxations: readonly Relaxation[];
  /** Promises that make the choice much dearer by themselves, the dearest first. */
  readonly costly: readonly CostlyPromise[];
  /** What the figures of each promise rest on, whatever the setting. */
  readonly basis: BasisOfPromises;
  readonly candidates: number;
  readonly runs: number;
  readonly passedOver: number;
  readonly isWhole: boolean;
}

/** A setting one step from the choice, and why it is not the choice. */
export interface Neighbour extends Judged {
  readonly step: Step;
  readonly constraint: Constraint | null;
}

/** How far the demand may grow under the choice. */
export interface Growth {
  /** The largest factor tried at which all promises are kept. */
  readonly keptAt: number;
  /** The first at which one is broken; null: none that was tried. */
  readonly breaksAt: number | null;
  readonly broken: Judged['broken'];
}

export async function plan(
  question: PlanQuestion,
  workUnder: WorkUnder,
  show: (progress: SearchProgress) => void = () => {},
  held: Held = new Held(),
): Promise<Plan> {
  const { simulation, promises, choices, present: isSet, isBrief = false } = question;
  const robust = new Robustness(question, workUnder, held);
  const found = await search(simulation, promises, choices, workUnder(AS_ASKED), {
    present: isSet,
    confirm: (settings) => robust.firstHolding([...settings].sort(bestFirst(isSet))),
    show,
  });
  let { isWhole } = found;
  /** Where it was given up, it is told what is known. */
  const judgedOf = async <One extends Evaluated>(all: readonly One[]): Promise<(One & Judged)[]> => {
    const judgements = isWhole ? await robust.judged(all) : null;
    isWhole &&= judgements !== null;
    return judgements ?? all.map((one) => ({ ...one, ...judged(one, promises) }));
  };
  const known = (setting: Setting) => evaluatedOf(simulation, setting, found.evaluated);
  const keeping = found.evaluated.filter(({ outcome }) => keeps(outcome, promises));
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const [present = null] = await judgedOf(isSet === null ? [] : [known(isSet)]);
  const { verdict, choice } = verdictOf(question.worthwhile, cheapest, present);
  // Given up, nobody knows of those that break nothing as asked.
  const clearer = (await judgedOf(frontier(found.evaluated))).filter(
    ({ broken }) => isWhole || broken.length > 0,
  );
  const neighbours = choice === null || !isWhole ? [] : neighboursIn(question, choice.setting, known);
  const baselines = !isWhole || isBrief ? [] : baselinesOf(simulation);
  const isKnown = ({ setting }: Pick<Judged, 'setting'>) =>
    isKnownSize(simulation.facts, choices, setting.size);
  const [steps, usual] = [
    await judgedOf(neighbours.filter(isKnown)),
    await judgedOf(baselines.filter(isKnown)),
  ];
  const sure = isWhole ? uncertainty(question, choice, present) : { choice: null, present: null };
  const others = (most: number, told: readonly (Judged | null)[]) =>
    othersHolding(robust, keeping, told, isWhole && !isBrief ? most : 0);
  const runnersUp = cheapest === null ? [] : await others(RUNNERS_UP, [choice, cheapest, present]);
  const safer =
    choice === null || sure.choice === null
      ? null
      : await saferThan(sure.choice, (most) => others(most, [choice]), simulation, promises);
  const options = isWhole ? await optionsOf(question, { choice, cheapest, present, keeping }, robust) : [];
  const short = isWhole && choice === null ? await judgedOf(found.evaluated) : [];
  const worst =
    isWhole && choice === null ? await robust.worst(found.evaluated.filter(breaksOne(promises))) : [];
  const costly =
    isWhole && !isBrief ? await costlyPromises(question, found.evaluated, cheapest, workUnder) : [];
  isWhole &&= options !== null && worst !== null && costly !== null;
  const isTold = isWhole && !isBrief;
  const timed = <One extends Judged>(one: One): One =>
    isTold ? { ...one, broken: withWhen(robust.simulationOf(one.broken), one.setting, one.broken) } : one;
  const nearest = nearestOf(short);
  return {
    verdict,
    choice,
    cheapest,
    present: present === null ? null : timed(present),
    options: options ?? [],
    runnersUp,
    frontier: clearer,
    baselines: usual,
    neighbours: steps.map((one) => timed({ ...one, constraint: constraintOf(one.step, one.broken) })),
    growth: choice === null || !isTold ? null : growthOf(question, choice),
    nearest: nearest === null ? null : timed(nearest),
    uncertainty: sure,
    safer,
    relaxations: relaxations(worst ?? []),
    costly: costly ?? [],
    basis: basisOf(simulation),
    candidates: found.candidates,
    runs: found.evaluated.filter(({ isRun }) => isRun).length,
    passedOver: found.passedOver,
    isWhole,
  };
}

const RUNNERS_UP = 3;

function evaluatedOf(simulation: Simulation, setting: Setting, all: readonly Evaluated[]): Evaluated {
  return (
    all.find((one) => sameSetting(one.setting, setting)) ?? {
      setting,
      outcome: evaluate(simulation, setting),
      isRun: true,
    }
  );
}

function neighboursIn(
  { simulation, choices }: PlanQuestion,
  choice: Setting,
  known: (setting: Setting) => Evaluated,
): (Evaluated & { readonly step: Step })[] {
  return neighboursOf(simulation, choice, timeouts(simulation, choices)).map(({ step, setting }) => ({
    ...known(setting),
    step,
  }));
}

/** It breaks no more than one promise as asked. */
function breaksOne(promises: Promises): (one: Evaluated) => boolean {
  return ({ outcome }) => brokenBy(outcome, promises).length <= 1;
}

function uncertainty(
  { simulation, promises, isBrief }: PlanQuestion,
  choice: Judged | null,
  present: Judged | null,
): Plan['uncertainty'] {
  const isOther =
    isBrief !== true &&
    present !== null &&
    (choice === null || !sameSetting(present.setting, choice.setting));
  return {
    choice: choice === null ? null : howSure(simulation, choice, promises),
    present: isOther ? howSure(simulation, present, promises) : null,
  };
}

/** More customers of the same kind, until something breaks. */
export const GROWTH_FACTORS = [1.1, 1.25, 1.5, 2, 3, 5, 10];

/** The choice is known to have the headroom that is asked for. */
function growthOf({ simulation, promises }: PlanQuestion, choice: Judged): Growth {
  let keptAt = 1 + (promises.headroom ?? 0);
  for (const factor of GROWTH_FACTORS.filter((one) => one > keptAt)) {
    const grown = grownSimulation(simulation, factor);
    // A budget and a quota are for the demand of today.
    const { broken } = judged(
      { ...choice, outcome: evaluate(grown, choice.setting) },
      { ...promises, budget: null, quota: null },
    );
    if (broken.length > 0)
      return { keptAt, breaksAt: factor, broken: withWhen(grown, choice.setting, broken) };
    keptAt = factor;
  }
  return { keptAt, breaksAt: null, broken: [] };
}
