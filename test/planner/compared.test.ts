import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { isAccepted } from '../../src/planner/configurations/accepted.ts';
import {
  ALL_CHOICES,
  asKnown,
  type Choices,
  type ComparedConfiguration,
  type Configuration,
  candidateGroups,
  comparedOf,
  evaluate,
  Held,
  type Plan,
  type PlanQuestion,
  PROFILE_NAMES,
  PROFILES,
  sameConfiguration,
  searchPlan,
  timedPlan,
  whyNotOf,
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
    current: fc.constantFrom(null, USUAL, { ...USUAL, size: { minCu: 3, maxCu: 3 } }),
    told: fc.subarray(['burst', 'concurrency', 'cpu-per-query', 'connections', 'start'] as const),
    worthwhile: fc.constantFrom(0, 0.1, 1),
  })
  .map(({ simulation, profile, current, told, worthwhile }) => ({
    simulation: told.reduce(asKnown, simulation),
    objectives: PROFILES[profile],
    choices: CHOICES,
    current,
    worthwhile,
  }));

async function compared(question: PlanQuestion) {
  const held = new Held();
  const workUnder = workHere(question.simulation);
  const found = await searchPlan(question, workUnder, () => {}, held);
  const all = comparedOf(question, found, held, workUnder);
  const timed = await timedPlan(question, found, workUnder, held);
  return { found, held, workUnder, all: withKnownTimes(all, timed) };
}

/** Whether a run of the configuration by itself confirms the reason. */
function isTrue(
  question: PlanQuestion,
  { verdict, recommendation, cheapest }: Plan,
  one: ComparedConfiguration,
): boolean {
  const { simulation, objectives, worthwhile, current } = question;
  const { configuration, reason, costPerMonth, atLeastPerMonth, under, broken, decidedBy } = one;
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
      if (verdict === 'keep') return decidedBy === null;
      const isWorse = isBetter(recommendation, { configuration, outcome, isRun: true }, current);
      return isWorse && decidedBy !== null && decidedBy !== 'cost';
    }
    case 'not-worth-a-change':
      return 1 - cost / recommended <= worthwhile;
    case 'skipped-by-cost':
      return cost > recommended && atLeastPerMonth !== null && atLeastPerMonth > recommended;
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

describe('one configuration', () => {
  const anyConfiguration: fc.Arbitrary<Configuration> = fc.record({
    size: fc
      .tuple(fc.constantFrom(0.25, 1, 3, 4, 12), fc.constantFrom(0, 1, 2))
      .map(([minCu, more]) => ({ minCu, maxCu: minCu === 12 ? minCu : Math.ceil(minCu + more) })),
    suspendAfterMs: fc.constantFrom(null, 5 * MINUTE_MS, 10 * MINUTE_MS, 10 * DAY_MS),
    route: fc.constantFrom('direct', 'pooler'),
  });

  test('has a reason that runs of it by itself confirm, under each stress too', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion, anyConfiguration, async (question, configuration) => {
        const { simulation, objectives, choices } = question;
        const { found, held, all, workUnder } = await compared(question);
        const one = await whyNotOf(configuration, question, found, held, workUnder);
        if (one === null) throw new Error('nobody has stopped the search');
        const { reason, judged, morePerMonth, excludedBy, rules } = one;
        const { facts, plan } = simulation;
        if (!isAccepted(facts, plan, configuration)) {
          expect([reason, judged]).toEqual(['refused-by-facts', null]);
          return;
        }
        const { costPerMonth } = evaluate(simulation, configuration);
        expect(judged?.outcome.costPerMonth).toBe(costPerMonth);
        expect((judged?.broken.length ?? 0) === 0).toBe(keepsUnderAll(simulation, configuration, objectives));
        const { recommendation } = found;
        if (recommendation !== null)
          expect(morePerMonth).toBeCloseTo(costPerMonth - recommendation.outcome.costPerMonth, 6);
        const isCandidate = candidateGroups(simulation, choices)
          .flat()
          .some((other) => sameConfiguration(other, configuration));
        expect(excludedBy === null && rules.length === 0).toBe(isCandidate);
        if (isCandidate) expect(['not-a-candidate', 'refused-by-facts']).not.toContain(reason);
        const listed = all.find((other) => sameConfiguration(other.configuration, configuration));
        if (listed?.reason === 'recommended' || listed?.reason === 'breaks-objective')
          expect(reason).toBe(listed.reason);
        const shown: ComparedConfiguration = {
          ...one,
          costPerMonth,
          atLeastPerMonth: null,
          under: judged?.broken[0]?.under ?? null,
          broken: judged?.broken[0] ?? null,
        };
        if (reason !== 'not-a-candidate' && reason !== 'refused-by-facts')
          expect(isTrue(question, found, shown)).toBe(true);
      }),
      runs(12, 60),
    );
  });
});
