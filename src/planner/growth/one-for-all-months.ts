import { MICROS } from '../../facts/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { type CandidateGroup, candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, changesBetween, ROUTES } from '../configurations/configuration.ts';
import { keeps } from '../objectives/objectives.ts';
import type { Outcome } from '../objectives/outcome.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { Robustness } from '../robust/robustness.ts';
import { grownBy, grownSimulation, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';

export interface OneForAll {
  readonly configuration: Configuration;
  /** The cost over all months. */
  readonly cost: number;
}

/**
 * The configuration that meets all objectives at each factor and costs least over all factors but the first,
 * which is today's. The month with the most demand is tried first, since most configurations fail there. A
 * configuration is dropped once its cost exceeds the best known: its cost in the months run so far, plus its
 * cost floors in the others.
 *
 * @param likely configurations of single months, today's first; among equals, the one with the fewest changes
 * from today's wins
 */
export async function oneForAll(
  { simulation, objectives, choices }: PlanQuestion,
  factors: readonly number[],
  likely: readonly [Configuration, ...Configuration[]],
  workUnder: WorkUnder,
): Promise<{ readonly one: OneForAll | null; readonly isWhole: boolean }> {
  const byCost = cheapestFirst(likely[0]);
  const months = factors
    .map((factor, i) => ({
      factor,
      isPaid: i > 0,
      floor: costFloor(grownSimulation(simulation, factor)),
      robust: new Robustness({ simulation, objectives, conditions: grownBy(factor) }, workUnder),
    }))
    .sort((one, other) => other.factor - one.factor);
  const floorFrom = (configuration: Configuration, from: number) =>
    months
      .slice(from)
      .reduce((sum, { isPaid, floor }) => sum + (isPaid ? toMicros(floor(configuration)) : 0), 0);

  /** The configurations that cost no more than a limit, the cheapest first; null if the plan was stopped. */
  const cheapest = async (settings: readonly CandidateGroup[], limit: number): Promise<Priced[] | null> => {
    let groups = settings.map((group) =>
      group.map((configuration): Priced => ({ configuration, micros: 0 })),
    );
    for (const [at, { factor, isPaid }] of months.entries()) {
      const results = await workUnder(grownBy(factor))(
        groups.map((group) => group.map(({ configuration }) => configuration) as unknown as CandidateGroup),
      );
      if (results.includes(null)) return null;
      groups = groups
        .map((group, i) =>
          group.flatMap(({ configuration, micros }, j): Priced[] => {
            const { outcome } = (results[i] as readonly Evaluated[])[j] as Evaluated;
            const sum = micros + (isPaid ? microsOf(outcome) : 0);
            const isLeft = keeps(outcome, objectives) && sum + floorFrom(configuration, at + 1) <= limit;
            return isLeft ? [{ configuration, micros: sum }] : [];
          }),
        )
        .filter((group) => group.length > 0);
    }
    return groups.flat().sort(byCost);
  };

  /** The first configuration that meets all objectives under each stress too. */
  const firstHolding = async (priced: readonly Priced[]): Promise<Priced[] | null> => {
    for (const one of priced) {
      let holding: Priced[] | null = [one];
      for (const { robust } of months) {
        holding = await robust.holding(holding);
        if (holding === null) return null;
      }
      if (holding.length > 0) return holding;
    }
    return [];
  };
  const best = async (settings: readonly CandidateGroup[], limit: number) => {
    const priced = await cheapest(settings, limit);
    return priced === null ? null : firstHolding(priced);
  };

  const known = await best(
    likely.map((configuration) => [configuration]),
    Number.POSITIVE_INFINITY,
  );
  if (known === null) return { one: null, isWhole: false };
  const limit = known[0]?.micros ?? Number.POSITIVE_INFINITY;
  const groups = candidateGroups(simulation, choices)
    .map((group) => group.filter((configuration) => floorFrom(configuration, 0) <= limit))
    .filter((group) => group.length > 0) as unknown as CandidateGroup[];
  const found = await best(groups, limit);
  if (found === null) return { one: oneOf(known), isWhole: false };
  return { one: oneOf([...found, ...known].sort(byCost)), isWhole: true };
}

/** The cost is in millionths, which add up exactly. */
interface Priced {
  readonly configuration: Configuration;
  readonly micros: number;
}

function oneOf([first]: readonly Priced[]): OneForAll | null {
  return first === undefined ? null : { configuration: first.configuration, cost: first.micros / MICROS };
}

export function microsOf({ costPerMonth }: Outcome): number {
  return toMicros(costPerMonth);
}

function toMicros(cost: number): number {
  return Math.round(cost * MICROS);
}

/**
 * Cheapest first. Among equals: the fewest changes from the current configuration, then the smaller size,
 * then the longer timeout.
 */
function cheapestFirst(current: Configuration) {
  const rank = ({ configuration, micros }: Priced) => [
    micros,
    changesBetween(configuration, current),
    configuration.size.maxCu,
    configuration.size.minCu,
    -(configuration.suspendAfterMs ?? 0),
    ROUTES.indexOf(configuration.route),
  ];
  return (one: Priced, other: Priced): number => {
    const [a, b] = [rank(one), rank(other)];
    const at = a.findIndex((value, i) => value !== b[i]);
    return at === -1 ? 0 : (a[at] as number) - (b[at] as number);
  };
}
