import { QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { candidateGroups } from '../configurations/candidates.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { keeps } from '../objectives/objectives.ts';
import { costPerMonth } from '../objectives/outcome.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { verdictOf } from '../plan/verdict.ts';
import { type Held, Robustness } from '../robust/robustness.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { ASSUMPTIONS, type Assumed, type AssumptionKind } from './assumptions.ts';
import type { AssumptionChange } from './change.ts';
import { flagValue } from './flag-value.ts';
import { Tries, type TryOut, workUnderBy } from './tries.ts';

/** The plan if an assumption had another value. */
export interface PlanUnder {
  readonly assumed: Assumed;
  /** The value in the form of its flag or of a price list; null if several loads have different values. */
  readonly value: string | null;
  /**
   * The recommendation of a plan with this value. The recommendation of the first plan is its current
   * configuration, if the first plan had one. Null if no configuration would meet all objectives.
   */
  readonly recommendation: Judged | null;
  /** The outcome of the first plan's recommendation with this value. */
  readonly asRecommended: Judged;
  /**
   * The first plan's recommendation would break an objective, or another one would save more than is worth a
   * change.
   */
  readonly isFlip: boolean;
}

/** The recommendation of a plan, and all configurations that were evaluated for it, the best first. */
export interface PlanKnown {
  readonly recommendation: Judged;
  readonly evaluated: readonly Evaluated[];
  /** The first plan's results under stresses. */
  readonly held: Held;
}

/**
 * Plans the changed simulation with fewer and shorter runs than a search takes. The known recommendation is
 * run first, and its cost bounds all others: a group with a higher cost floor is not run, and a run ends once
 * it costs more or has broken an objective. Null if the search was stopped.
 */
export async function planUnder(
  question: PlanQuestion,
  simulation: Simulation,
  change: AssumptionChange,
  known: PlanKnown,
  tryOut: TryOut,
): Promise<PlanUnder | null> {
  const { objectives, choices, worthwhile, current: isSet } = question;
  const conditions = [change];
  const kind: AssumptionKind = ASSUMPTIONS[change.assumption];
  const robust = new Robustness(
    { simulation: question.simulation, objectives, conditions },
    workUnderBy(tryOut),
    known.held,
  );
  const tries = new Tries(change, objectives, currentOf(isSet, known), { tryOut, robust });
  for (const one of [...known.evaluated, known.recommendation])
    if (kind.showsIn?.(simulation, one.configuration) === false) tries.take(retold(one, simulation, kind));
  if (!(await tries.run([[known.recommendation.configuration]], null))) return null;
  const asRecommended = await tries.judged(known.recommendation.configuration);
  if (asRecommended === null) return null;
  const current = isSet === null ? null : asRecommended;
  const worth =
    current === null || current.broken.length > 0 ? Number.POSITIVE_INFINITY : worthCost(current, worthwhile);
  const mostCost = () => Math.min(worth, tries.best?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY);

  // The next best configurations of the first plan are likely to be among the best here. The cheaper ones are
  // left out, since the first plan has refused them.
  const next = known.evaluated.filter(
    ({ outcome }) =>
      keeps(outcome, objectives) && outcome.costPerMonth >= known.recommendation.outcome.costPerMonth,
  );
  for (const { configuration } of next.slice(0, NEXT)) {
    if (mostCost() < Number.POSITIVE_INFINITY) break;
    if (!(await tries.run([[configuration]], { objectives, mostCost: mostCost() }))) return null;
  }

  const { cheapest: searched } = known.held;
  const searchedCost = searched === null ? 0 : retold(searched, simulation, kind).outcome.costPerMonth;
  const isOfBudget = change.assumption === 'price' && objectives.budget !== null;
  /** Whether the run is the same as without the change, and the search has found it too dear or of no use. */
  const isSearched = (configuration: Configuration, most: number) =>
    most < searchedCost && !isOfBudget && kind.showsIn?.(simulation, configuration) === false;
  const floorOf = costFloor(simulation);
  const groups = candidateGroups(simulation, choices)
    .map((group) => group.map((configuration) => ({ configuration, floor: floorOf(configuration) })))
    .map((configurations) => ({
      configurations,
      floor: Math.min(...configurations.map(({ floor }) => floor)),
    }))
    .sort((one, other) => one.floor - other.floor);
  for (let at = 0; at < groups.length; at += WAVE) {
    const most = mostCost();
    const wave = groups.slice(at, at + WAVE).filter(({ floor }) => floor <= most);
    if (wave.length === 0) break;
    const within = wave.map(({ configurations }) =>
      configurations.filter(({ floor, configuration }) => floor <= most && !isSearched(configuration, most)),
    );
    const left = within.map((configurations) => configurations.map(({ configuration }) => configuration));
    if (!(await tries.run(left, { objectives, mostCost: most }))) return null;
  }
  const cheapest = tries.best === null ? null : { ...tries.best, broken: [] };
  return {
    assumed: kind.of(simulation) ?? null,
    value: flagValue(simulation, change.assumption),
    recommendation: verdictOf(worthwhile, cheapest, current).recommendation,
    asRecommended,
    isFlip: verdictOf(worthwhile, cheapest, asRecommended).verdict !== 'keep',
  };
}

/** If there is a current configuration, the recommendation takes its place. */
export function currentOf(
  isSet: Configuration | null,
  { recommendation }: Pick<PlanKnown, 'recommendation'>,
): Configuration | null {
  return isSet === null ? null : recommendation.configuration;
}

/**
 * The highest cost that is worth a change, with a margin since shares are rounded. No cost undercuts a free
 * one.
 */
function worthCost({ outcome }: Judged, worthwhile: number): number {
  return outcome.costPerMonth === 0 ? -1 : outcome.costPerMonth * (1 - worthwhile) * (1 + 1e-9);
}

/** Groups tried at a time. The results of a wave make the runs of the next one shorter. */
const WAVE = 4;
const NEXT = 8;

/** The same run with its cost and other figures in the changed simulation. */
function retold(one: Evaluated, simulation: Simulation, kind: AssumptionKind): Evaluated {
  const quarterCuMs = Math.round(one.outcome.cuHours * QUARTER_CU_MS_PER_CU_HOUR);
  const cost = costPerMonth(simulation, { quarterCuMs, ms: simulation.horizonMs });
  const told = kind.retold?.(one.outcome, simulation);
  return { ...one, outcome: { ...one.outcome, ...told, costPerMonth: cost } };
}
