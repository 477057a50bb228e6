import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  asKnown,
  type Choices,
  type Compared,
  comparedOf,
  evaluate,
  Held,
  type Plan,
  type PlanQuestion,
  PROFILE_NAMES,
  PROFILES,
  searchPlan,
  timedPlan,
  withKnownTimes,
  workHere,
} from '../../src/planner/index.ts';
import { brokenBy, keeps } from '../../src/planner/objectives/objectives.ts';
import { stressesOf } from '../../src/planner/robust/stresses.ts';
import { underConditions } from '../../src/planner/search/conditions.ts';
import { isBetter } from '../../src/planner/search/ranking.ts';
import { runs } from '../runs.ts';
import { keepsUnderAll } from './every-stress.ts';
import { anyClientsWorld, anyJobsWorld, anyWorld, USUAL } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 3, timeoutsMs: [5 * MINUTE_MS, null] };

const anyQuestion: fc.Arbitrary<PlanQuestion> = fc
  .record({
    simulation: fc.oneof(anyWorld, anyJobsWorld, anyClientsWorld),
    profile: fc.constantFrom(...PROFILE_NAMES),
    current: fc.constantFrom(null, USUAL, { ...USUAL, size: { minCu: 1, maxCu: 1 } }),
    told: fc.subarray(['burst', 'concurrency', 'cpu-per-query', 'connections', 'start'] as const),
    worthwhile: fc.constantFrom(0, 0.1, 0.6),
  })
  .map(({ simulation, profile, current, told, worthwhile }) => ({
    simulation: told.reduce(asKnown, simulation),
    objectives: PROFILES[profile],
    choices: CHOICES,
    current,
    worthwhile,
  }));

async function compared(question: PlanQuestion): Promise<{ found: Plan; all: Compared[] }> {
  const held = new Held();
  const workUnder = workHere(question.simulation);
  const found = await searchPlan(question, workUnder, () => {}, held);
  const all = comparedOf(question, found, held, workUnder);
  return { found, all: withKnownTimes(all, timedPlan(question, found, workUnder)) };
}

/** What a run of the configuration by itself says about a reason: true if both agree. */
function isTrue(question: PlanQuestion, { recommendation, cheapest }: Plan, one: Compared): boolean {
  const { simulation, objectives, worthwhile, current } = question;
  const { configuration, reason, costPerMonth, atLeastPerMonth, under, broken } = one;
  const outcome = evaluate(simulation, configuration);
  const cost = outcome.costPerMonth;
  if (costPerMonth !== null && costPerMonth !== cost) return false;
  if (atLeastPerMonth !== null && atLeastPerMonth > cost) return false;
  const recommended = recommendation?.outcome.costPerMonth ?? Number.NaN;
  const least = cheapest?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY;
  switch (reason) {
    case 'recommended':
      return keepsUnderAll(simulation, configuration, objectives) && cost === recommended;
    case 'breaks-objective': {
      const [first] = brokenBy(outcome, objectives);
      return first !== undefined && first.found === broken?.found && first.objective === broken.objective;
    }
    case 'breaks-under-stress': {
      if (!keeps(outcome, objectives)) return false;
      const stress = stressesOf(simulation, objectives).find(
        (other) => JSON.stringify(other.under) === JSON.stringify(under),
      );
      if (stress === undefined) return false;
      const stressed = evaluate(underConditions(simulation, [stress.condition]), configuration);
      const [first] = brokenBy(stressed, stress.objectives);
      return first !== undefined && (broken === null || broken.found === first.found);
    }
    case 'costs-more':
      return keeps(outcome, objectives) && cost > recommended;
    case 'costs-the-same': {
      if (recommendation === null || cost !== recommended) return false;
      const isOther = !isBetter({ configuration, outcome, isRun: true }, recommendation, current);
      return isOther || recommendation !== cheapest;
    }
    case 'not-worth-a-change':
      return 1 - cost / recommended <= worthwhile;
    case 'skipped-by-cost':
      return cost > recommended;
    case 'stopped-early':
      return cost > least || !keeps(outcome, objectives);
    default:
      return false;
  }
}

describe('every configuration that a plan has compared', () => {
  test('has a reason that a run of it by itself confirms', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const { found, all } = await compared(question);
        expect(all.filter((one) => !isTrue(question, found, one))).toEqual([]);
        expect(all.filter(({ reason }) => reason === 'recommended')).toHaveLength(
          found.recommendation === null ? 0 : 1,
        );
        expect(all.length).toBeGreaterThanOrEqual(found.candidates);
      }),
      runs(12, 60),
    );
  });
});
