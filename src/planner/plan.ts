import type { Simulation } from '../engine/index.ts';
import { type Baseline, baselinesOf } from './baselines.ts';
import { type BasisOfPromises, basisOf } from './basis.ts';
import { type Choices, isKnownSize, timeouts } from './candidates.ts';
import { type Constraint, constraintOf } from './constraint.ts';
import { type CostlyPromise, costlyPromises } from './costly-promises.ts';
import { evaluate } from './evaluate.ts';
import { frontier } from './frontier.ts';
import { grownSimulation } from './grown-simulation.ts';
import { howSure } from './how-sure.ts';
import { type Judged, judged } from './judged.ts';
import { neighboursOf, type Step } from './neighbours.ts';
import type { Promises } from './promises.ts';
import { type Relaxation, relaxations } from './relaxations.ts';
import { type Safer, saferThan } from './safer.ts';
import { type SearchProgress, search, type Work } from './search.ts';
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
  work: Work,
  show: (progress: SearchProgress) => void = () => {},
): Promise<Plan> {
  const { simulation, promises, choices } = question;
  const found = await search(simulation, promises, choices, work, { present: question.present, show });
  const all = found.evaluated.map((one) => judged(one, promises));
  const feasible = all.filter(({ broken }) => broken.length === 0);
  const cheapest = feasible[0] ?? null;
  const present = question.present === null ? null : judgedOf(question, question.present, all);
  const isKnown = ({ setting }: Pick<Judged, 'setting'>) =>
    isKnownSize(simulation.facts, choices, setting.size);
  const { verdict, choice } = verdictOf(question.worthwhile, cheapest, present);
  const isTold = found.isWhole && question.isBrief !== true;
  const timed = <One extends Judged>(one: One): One =>
    isTold ? { ...one, broken: withWhen(simulation, one.setting, one.broken) } : one;
  const nearest = choice === null ? nearestOf(all) : null;
  const sure = found.isWhole ? uncertainty(question, choice, present) : { choice: null, present: null };
  return {
    verdict,
    choice,
    cheapest,
    present: present === null ? null : timed(present),
    runnersUp: runnersUp(feasible, [choice, cheapest, present]),
    frontier: frontier(all),
    baselines: isTold
      ? baselinesOf(simulation)
          .filter(isKnown)
          .map((one) => ({ ...one, ...judged(one, promises) }))
      : [],
    neighbours:
      choice === null || !found.isWhole ? [] : neighbours(question, choice, all).filter(isKnown).map(timed),
    growth: choice === null || !isTold ? null : growthOf(question, choice),
    nearest: nearest === null ? null : timed(nearest),
    uncertainty: sure,
    safer:
      choice === null || sure.choice === null || !isTold
        ? null
        : saferThan(choice, sure.choice, feasible, simulation, promises),
    relaxations: choice === null ? relaxations(all) : [],
    costly: isTold ? costlyPromises(simulation, all, cheapest) : [],
    basis: basisOf(simulation),
    candidates: found.candidates,
    runs: all.filter(({ isRun }) => isRun).length,
    passedOver: found.passedOver,
    isWhole: found.isWhole,
  };
}

/** The next ones that are not just the same under another name. */
function runnersUp(feasible: readonly Judged[], told: readonly (Judged | null)[]): Judged[] {
  const costs = new Set(told.map((one) => one?.outcome.costPerMonth));
  const picked: Judged[] = [];
  for (const one of feasible) {
    if (picked.length === RUNNERS_UP) break;
    if (costs.has(one.outcome.costPerMonth)) continue;
    costs.add(one.outcome.costPerMonth);
    picked.push(one);
  }
  return picked;
}

const RUNNERS_UP = 3;

function judgedOf({ simulation, promises }: PlanQuestion, setting: Setting, all: readonly Judged[]): Judged {
  return (
    all.find((one) => sameSetting(one.setting, setting)) ??
    judged({ setting, outcome: evaluate(simulation, setting), isRun: true }, promises)
  );
}

function neighbours(question: PlanQuestion, choice: Judged, all: readonly Judged[]): Neighbour[] {
  const { simulation, choices } = question;
  return neighboursOf(simulation, choice.setting, timeouts(simulation, choices)).map(({ step, setting }) => {
    const one = judgedOf(question, setting, all);
    return { ...one, step, constraint: constraintOf(step, one.broken) };
  });
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

function growthOf({ simulation, promises }: PlanQuestion, choice: Judged): Growth {
  let keptAt = 1;
  for (const factor of GROWTH_FACTORS) {
    const grown = grownSimulation(simulation, factor);
    // A budget is for the demand of today.
    const { broken } = judged(
      { ...choice, outcome: evaluate(grown, choice.setting) },
      { ...promises, budget: null },
    );
    if (broken.length > 0)
      return { keptAt, breaksAt: factor, broken: withWhen(grown, choice.setting, broken) };
    keptAt = factor;
  }
  return { keptAt, breaksAt: null, broken: [] };
}
