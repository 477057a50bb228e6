import type { Simulation } from '../../engine/index.ts';
import { howSure } from '../confidence/how-sure.ts';
import type { Uncertainty } from '../confidence/uncertainty.ts';
import { type BasisOfPromises, basisOf } from '../promises/basis.ts';
import { type Judged, judged } from '../promises/judged.ts';
import { keeps } from '../promises/promises.ts';
import { nearestUnder } from '../robust/nearest.ts';
import { type Option, optionsOf } from '../robust/options.ts';
import { othersHolding } from '../robust/others-holding.ts';
import { Held, Robustness } from '../robust/robustness.ts';
import { AS_ASKED, grownSimulation, type WorkUnder } from '../search/conditions.ts';
import { type Evaluated, evaluate } from '../search/evaluate.ts';
import { bestFirst, frontier, type SearchProgress, search, type Work } from '../search/search.ts';
import { isKnownSize, timeouts } from '../settings/candidates.ts';
import { inGroups } from '../settings/grouped.ts';
import { neighboursOf, type Step } from '../settings/neighbours.ts';
import { keyOfSetting, type Setting, sameSetting } from '../settings/setting.ts';
import { withWhen } from '../timing/when-broken.ts';
import { type Baseline, baselinesOf } from './baselines.ts';
import { type Constraint, constraintOf } from './constraint.ts';
import { type CostlyPromise, costlyPromises } from './costly-promises.ts';
import type { PlanQuestion } from './plan-question.ts';
import { type Relaxation, relaxations } from './relaxations.ts';
import { type Safer, saferThan } from './safer-choice.ts';
import { type Verdict, verdictOf } from './verdict.ts';

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
interface Growth {
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
    leavesOut: question.isForStability !== true,
    confirm: (settings) => robust.firstHolding([...settings].sort(bestFirst(isSet))),
    show,
  });
  let { isWhole } = found;
  for (const key of found.leftOut) held.leftOut.add(key);
  held.evaluated.push(...found.inOrder);
  /** Where it was given up, it is told what is known. */
  const judgedOf = async <One extends Evaluated>(all: readonly One[]): Promise<(One & Judged)[]> => {
    const judgements = isWhole ? await robust.judged(all) : null;
    isWhole &&= judgements !== null;
    return judgements ?? all.map((one) => ({ ...one, ...judged(one, promises) }));
  };
  const evaluatedOf = (settings: readonly Setting[]) =>
    evaluatedSettings(simulation, settings, found.evaluated, workUnder(AS_ASKED));
  const keeping = found.evaluated.filter(({ outcome }) => keeps(outcome, promises));
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const [present = null] = await judgedOf(isSet === null ? [] : await evaluatedOf([isSet]));
  const { verdict, choice } = verdictOf(question.worthwhile, cheapest, present);
  // It is of nothing else here, so that it can be found meanwhile.
  const growing = choice === null || !isWhole || isBrief ? null : growthOf(question, choice, workUnder);
  growing?.catch(() => {});
  // Given up, nobody knows of those that break nothing as asked.
  const clearer = (await judgedOf(frontier(found.evaluated))).filter(
    ({ broken }) => isWhole || broken.length > 0,
  );
  const neighbours =
    choice === null || !isWhole ? [] : await neighboursIn(question, choice.setting, evaluatedOf);
  const baselines = !isWhole || isBrief ? [] : await baselinesOf(simulation, evaluatedOf);
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
  const nearest = isWhole && choice === null ? await nearestUnder(robust, found.evaluated, promises) : null;
  isWhole &&= nearest !== 'given up';
  const relaxed = isWhole && choice === null ? await relaxations(found.evaluated, promises, robust) : [];
  const costly =
    isWhole && !isBrief ? await costlyPromises(question, found.evaluated, cheapest, workUnder) : [];
  const growth = isWhole ? await growing : null;
  isWhole &&= options !== null && relaxed !== null && costly !== null && growth !== 'given up';
  const isTold = isWhole && !isBrief;
  const timed = <One extends Judged>(one: One): One =>
    isTold ? { ...one, broken: withWhen(robust.simulationOf(one.broken), one.setting, one.broken) } : one;
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
    growth: isTold && growth !== 'given up' ? growth : null,
    nearest: nearest === null || nearest === 'given up' ? null : timed(nearest),
    uncertainty: sure,
    safer,
    relaxations: relaxed ?? [],
    costly: costly ?? [],
    basis: basisOf(simulation),
    candidates: found.candidates,
    runs: found.evaluated.filter(({ isRun }) => isRun).length,
    passedOver: found.passedOver,
    isWhole,
  };
}

const RUNNERS_UP = 3;

/** What settings come to, in their order: as a search has found it, or by runs side by side. */
async function evaluatedSettings(
  simulation: Simulation,
  settings: readonly Setting[],
  found: readonly Evaluated[],
  work: Work,
): Promise<Evaluated[]> {
  const known = new Map(found.map((one) => [keyOfSetting(one.setting), one]));
  const missing = new Map(
    settings.filter((one) => !known.has(keyOfSetting(one))).map((one) => [keyOfSetting(one), one]),
  );
  const results = await work(inGroups(simulation, [...missing.values()]));
  for (const one of results.flatMap((result) => result ?? [])) known.set(keyOfSetting(one.setting), one);
  // Somebody who does not want to wait is told of these all the same.
  return settings.map(
    (setting) =>
      known.get(keyOfSetting(setting)) ?? { setting, outcome: evaluate(simulation, setting), isRun: true },
  );
}

async function neighboursIn(
  { simulation, choices }: PlanQuestion,
  choice: Setting,
  evaluatedOf: (settings: readonly Setting[]) => Promise<Evaluated[]>,
): Promise<(Evaluated & { readonly step: Step })[]> {
  const steps = neighboursOf(simulation, choice, timeouts(simulation, choices));
  const all = await evaluatedOf(steps.map(({ setting }) => setting));
  return steps.map(({ step }, i) => ({ ...(all[i] as Evaluated), step }));
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
async function growthOf(
  { simulation, promises }: PlanQuestion,
  choice: Judged,
  workUnder: WorkUnder,
): Promise<Growth | 'given up'> {
  let keptAt = 1 + (promises.headroom ?? 0);
  for (const factor of GROWTH_FACTORS.filter((one) => one > keptAt)) {
    const [results = null] = await workUnder([{ grow: factor }])([[choice.setting]]);
    if (results?.[0] === undefined) return 'given up';
    // A budget and a quota are for the demand of today.
    const { broken } = judged(results[0], { ...promises, budget: null, quota: null });
    if (broken.length > 0) {
      const grown = grownSimulation(simulation, factor);
      return { keptAt, breaksAt: factor, broken: withWhen(grown, choice.setting, broken) };
    }
    keptAt = factor;
  }
  return { keptAt, breaksAt: null, broken: [] };
}
