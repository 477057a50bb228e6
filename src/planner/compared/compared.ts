import { costFloor } from '../bounds/cost-floor.ts';
import { candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { type Broken, brokenBy, type Under } from '../objectives/objectives.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { type Held, Robustness } from '../robust/robustness.ts';
import type { WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { decidingRank, type Rank } from '../search/ranking.ts';
import { type ComparedReason, comparedReasonOf } from './reason.ts';

/** A configuration that a plan has compared, and why it is not the recommendation. */
export interface ComparedConfiguration {
  readonly configuration: Configuration;
  readonly reason: ComparedReason;
  /** Null if no run to its end is known. */
  readonly costPerMonth: number | null;
  /** A lower bound of the cost. Null if the cost is known. */
  readonly atLeastPerMonth: number | null;
  /** The condition under which it breaks an objective; null if it breaks one without, or none. */
  readonly under: Under | null;
  /** The first objective that it breaks. Null if it breaks none, or if its run ended before this was known. */
  readonly broken: Broken | null;
  /** The rank that decided between it and a recommendation of the same cost. */
  readonly decidedBy: Rank | null;
}

/**
 * Returns all candidates and the current configuration: the recommendation first, then the cheapest first.
 * Makes no run. Empty if the search was stopped.
 *
 * @param held the results of the plan
 */
export function comparedOf(
  question: PlanQuestion,
  found: Plan,
  held: Held,
  workUnder: WorkUnder,
): ComparedConfiguration[] {
  if (!found.isWhole) return [];
  const { simulation, objectives, choices, worthwhile } = question;
  const robust = new Robustness(question, workUnder, held);
  const withOutcome = (one: Evaluated): ComparedConfiguration => {
    const broken = brokenBy(one.outcome, objectives);
    const refusal = broken.length > 0 ? null : robust.refusal(one.configuration);
    const reason =
      refusal === null ? comparedReasonOf({ ...one, broken }, found, worthwhile) : 'breaks-under-stress';
    return {
      configuration: one.configuration,
      reason,
      costPerMonth: one.outcome.costPerMonth,
      atLeastPerMonth: null,
      under: refusal?.under ?? null,
      broken: broken[0] ?? refusal?.broken[0] ?? null,
      decidedBy: reason === 'costs-the-same' ? tieBreakOf(one, found) : null,
    };
  };
  const floorOf = costFloor(simulation);
  const withFloor = (configuration: Configuration): ComparedConfiguration => {
    const floor = floorOf(configuration);
    const reason = reasonOfFloor(floor, found);
    const unknown = { costPerMonth: null, under: null, broken: null, decidedBy: null };
    return { configuration, reason, atLeastPerMonth: floor, ...unknown };
  };
  const named = [found.recommendation, found.current].filter((one) => one !== null);
  const evaluated = new Map(
    [...held.evaluated, ...named].map((one) => [keyOfConfiguration(one.configuration), one]),
  );
  const all = new Map(
    [...named.map(({ configuration }) => configuration), ...candidateGroups(simulation, choices).flat()].map(
      (configuration) => [keyOfConfiguration(configuration), configuration],
    ),
  );
  return [...all]
    .map(([key, configuration]) => {
      const known = evaluated.get(key);
      return known === undefined ? withFloor(configuration) : withOutcome(known);
    })
    .sort((one, other) => orderOf(one) - orderOf(other));
}

/**
 * The rank that decided between a configuration and a recommendation of the same cost. Null if the recommendation is the
 * current configuration, which stays because a change saves nothing.
 */
export function tieBreakOf(one: Evaluated, { verdict, recommendation, current }: Plan): Rank | null {
  return recommendation === null || verdict === 'keep'
    ? null
    : decidingRank(one, recommendation, current?.configuration ?? null);
}

/** Why a configuration without an outcome is not the recommendation. */
function reasonOfFloor(floor: number, { recommendation, cheapest }: Plan): ComparedReason {
  if (recommendation !== null && floor > recommendation.outcome.costPerMonth) return 'skipped-by-cost';
  // It costs more than the cheapest, and even that one saves too little.
  if (cheapest !== null && floor > cheapest.outcome.costPerMonth) return 'not-worth-a-change';
  return 'stopped-early';
}

function orderOf({ reason, costPerMonth, atLeastPerMonth }: ComparedConfiguration): number {
  return reason === 'recommended' ? Number.NEGATIVE_INFINITY : (costPerMonth ?? atLeastPerMonth ?? 0);
}

/** Adds the times of violations that the plan knows, of the configurations that it describes in detail. */
export function withKnownTimes(
  compared: readonly ComparedConfiguration[],
  plan: Plan,
): ComparedConfiguration[] {
  const { current, nearest, neighbours } = plan;
  const detailed = new Map(
    [current, nearest, ...neighbours]
      .filter((one): one is Judged => one !== null)
      .map(({ configuration, broken }) => [keyOfConfiguration(configuration), broken]),
  );
  return compared.map((one) => {
    const [first] = detailed.get(keyOfConfiguration(one.configuration)) ?? [];
    return one.broken === null || first?.objective !== one.broken.objective ? one : { ...one, broken: first };
  });
}
