import { describe, expect, test } from 'vitest';
import { DAY_MS, factSet, MINUTE_MS, openRules } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  AS_ASKED,
  type Configuration,
  candidateGroups,
  cheaperRuledOut,
  configurationOf,
  type Evaluated,
  evaluateGroup,
  growthPlan,
  type PlanQuestion,
  PROFILES,
  searchPlan,
  type WorkUnder,
  workHere,
} from '../../src/planner/index.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import { allTold } from './every-stress.ts';
import { load, world } from './worlds.ts';

/** Two hours a day want 12.5 vCPU, and the rest of the day a little. */
const BURST = Array.from({ length: 1440 }, (_, minute) => (minute >= 540 && minute < 660 ? 12.5 : 0.1));
const burst = (facts: 'spec' | '2026-08' = 'spec'): Simulation => ({
  ...world([load(BURST)], DAY_MS),
  facts: factSet(facts),
});
const OBJECTIVED = { ...PROFILES.balanced, headroom: null };
const question = (simulation: Simulation, more: Partial<PlanQuestion> = {}): PlanQuestion => ({
  simulation: allTold(simulation),
  objectives: OBJECTIVED,
  choices: { ...ALL_CHOICES, timeoutsMs: [5 * MINUTE_MS] },
  current: null,
  worthwhile: 0.1,
  ...more,
});

async function planned(asked: PlanQuestion) {
  const { simulation } = asked;
  const workUnder = workHere(simulation);
  const evaluated: Evaluated[] = [];
  const found = await searchPlan(asked, (conditions) => async (groups, within) => {
    const results = await workUnder(conditions)(groups, within);
    if (conditions === AS_ASKED) evaluated.push(...results.flatMap((result) => result ?? []));
    return results;
  });
  return {
    found,
    ruledOut: await cheaperRuledOut(asked, { recommendation: found.recommendation, evaluated }, workUnder),
  };
}

const spread = ({ size }: Configuration) => size.maxCu - size.minCu;

describe('a configuration that only open rules forbid', () => {
  test('is not recommended, and the recommendation is that of the newest documentation', async () => {
    const { found } = await planned(question(burst()));
    expect(found.recommendation?.configuration.size).toEqual({ minCu: 5, maxCu: 13 });
    const newest = await planned(question(burst('2026-08')));
    expect(newest.found.recommendation?.configuration).toEqual(found.recommendation?.configuration);
    const proposed = [found.cheapest, ...found.runnersUp, ...found.frontier, ...found.neighbours];
    expect(proposed.flatMap((one) => (one === null ? [] : [spread(one.configuration)]))).not.toContainEqual(
      expect.toSatisfy((cu: number) => cu > 8),
    );
  });

  test('is named with its rule if it would be cheaper', async () => {
    const { found, ruledOut } = await planned(question(burst()));
    expect(ruledOut?.configuration.size).toEqual({ minCu: 0.25, maxCu: 13 });
    expect(ruledOut?.broken).toEqual([]);
    expect(ruledOut?.outcome.costPerMonth).toBeLessThan(
      (found.recommendation?.outcome.costPerMonth ?? 0) / 2,
    );
    expect(ruledOut?.rules).toEqual([openRules(factSet('spec'))[0]]);
    expect((await planned(question(burst('2026-08')))).ruledOut).toBeNull();
  });

  test('is not looked for if no maximum was reached', async () => {
    const quiet = world([load(BURST.map((vcpu) => vcpu / 10))], DAY_MS);
    let asked = 0;
    const { found } = await planned(question(quiet));
    const work: WorkUnder = () => async (groups, within) => {
      asked++;
      return groups.map((group) => evaluateGroup(quiet, group, within));
    };
    const evaluated = candidateGroups(quiet, question(quiet).choices).flatMap((group) =>
      evaluateGroup(quiet, group),
    );
    expect(
      await cheaperRuledOut(question(quiet), { recommendation: found.recommendation, evaluated }, work),
    ).toBeNull();
    expect(asked).toBe(0);
  });

  test('is judged as the current configuration, and stays if it meets all objectives', async () => {
    const simulation = burst();
    const current: Configuration = { ...configurationOf(simulation), size: { minCu: 0.25, maxCu: 13 } };
    const { found, ruledOut } = await planned(question(simulation, { current }));
    expect([found.verdict, found.recommendation?.configuration]).toEqual(['keep', current]);
    expect(found.current?.broken).toEqual([]);
    expect(ruledOut).toBeNull();
  });

  test('is not in a plan of future months', async () => {
    const simulation = burst();
    const asked = question(simulation);
    const { found } = await planned(asked);
    if (found.recommendation === null) throw new Error('something meets all objectives');
    const grown = await growthPlan(
      asked,
      found.recommendation,
      { perMonth: 0.1, months: 2 },
      workHere(simulation),
    );
    const configurations = [
      ...grown.steps.map(({ configuration }) => configuration),
      grown.one?.configuration ?? null,
    ];
    expect(
      configurations
        .flatMap((configuration) => (configuration === null ? [] : [spread(configuration)]))
        .every((cu) => cu <= 8),
    ).toBe(true);
  });

  test('is named too if there is no recommendation', async () => {
    const choices = { ...ALL_CHOICES, timeoutsMs: [5 * MINUTE_MS] };
    const objectives = { ...OBJECTIVED, budget: 300 };
    const { found, ruledOut } = await planned(question(burst(), { choices, objectives }));
    expect(found.recommendation).toBeNull();
    expect(ruledOut?.configuration.size).toEqual({ minCu: 0.25, maxCu: 13 });
  });

  test('is, for example, a size above the autoscaling range that sleeps', async () => {
    const simulation = world([load(BURST.map((vcpu) => (vcpu > 1 ? 30 : 0)))], DAY_MS);
    const { found, ruledOut } = await planned(
      question(simulation, {
        choices: { ...ALL_CHOICES, timeoutsMs: [5 * MINUTE_MS, null], kinds: ['fixed'] },
      }),
    );
    expect(found.recommendation?.configuration).toMatchObject({ suspendAfterMs: null });
    expect(ruledOut?.configuration).toMatchObject({ suspendAfterMs: 5 * MINUTE_MS });
    expect(ruledOut?.rules).toEqual([openRules(factSet('spec'))[1]]);
  });
});
