import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import { mostQueries } from '../../src/planner/bounds/most-queries.ts';
import {
  ALL_CHOICES,
  ASSUMPTIONS,
  type AssumptionName,
  type Choices,
  type Configuration,
  type ConfigurationTrial,
  changed,
  type Evaluated,
  evaluate,
  Held,
  leastOutcome,
  type PlanQuestion,
  PROFILE_NAMES,
  PROFILES,
  type Sensitivity,
  searchPlan,
  sensitivityOf,
  type TryOut,
  trialsOf,
  unknownAssumptions,
  withConfiguration,
  workHere,
} from '../../src/planner/index.ts';
import { Run, type Simulation } from '../../src/simulator/index.ts';
import type { JobsDemand } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import { allTold } from './every-stress.ts';
import { anyDemand, anyWorld, load, POLLER, USUAL, world } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 2, timeoutsMs: [5 * MINUTE_MS, null] };
const objectives = { ...PROFILES.balanced, headroom: 0 };
const BASE = { objectives, choices: CHOICES, current: null, worthwhile: 0.1 };

/** A plan and its sensitivity; null if there is no recommendation. */
async function sensitivity(
  question: PlanQuestion,
  tryOut?: TryOut,
): Promise<{ readonly recommendation: Evaluated; readonly found: Sensitivity } | null> {
  const { simulation } = question;
  const held = new Held();
  const { recommendation } = await searchPlan(
    { ...question, isBrief: true },
    workHere(simulation),
    () => {},
    held,
  );
  if (recommendation === null) return null;
  const answer = trialsOf(simulation);
  const found = await sensitivityOf(
    question,
    { recommendation, evaluated: held.evaluated, held },
    tryOut ?? (async (trials) => trials.map(answer)),
  );
  return { recommendation, found };
}

/** The plan of the scenario that is changed by hand, with this current configuration. */
async function byHand(question: PlanQuestion, simulation: Simulation, current: Configuration | null) {
  return searchPlan({ ...question, simulation, current, isBrief: true }, workHere(simulation));
}

const swingOf = async (question: PlanQuestion, assumption: AssumptionName) =>
  (await sensitivity(question))?.found.assumptions.find((one) => one.assumption === assumption);

/** An hour of work and an hour of rest, over and over; each work begins with a burst. */
const WORK = Array.from({ length: 360 }, (_, minute) => {
  if (minute % 120 >= 60) return 0;
  return minute % 120 < 2 ? 1.9 : 0.4;
});

const SHORT_JOB: JobsDemand = {
  ...POLLER,
  query: { ...POLLER.query, cpu: { kind: 'constant', ms: 50 } },
};

const isOf = ({ conditions }: ConfigurationTrial, assumption: AssumptionName) =>
  conditions.some((one) => 'assumption' in one && one.assumption === assumption);

describe('the sensitivity of a plan', () => {
  test('equals, at each end of each range, the plan of a scenario that is changed by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyWorld, anyDemand),
        fc.constantFrom(...PROFILE_NAMES),
        fc.constantFrom(0, 0.1),
        fc.constantFrom(null, null, USUAL, { ...USUAL, size: { minCu: 1, maxCu: 1 } }),
        async (simulation, profile, worthwhile, current) => {
          const question = { ...BASE, simulation, objectives: PROFILES[profile], worthwhile, current };
          const one = await sensitivity(question);
          for (const swing of one?.found.assumptions ?? []) {
            for (const end of ['low', 'high'] as const) {
              const under = swing[end];
              const other = changed(simulation, { assumption: swing.assumption, end });
              expect(under === null).toBe(other === null);
              if (one === null || under === null || other === null) continue;
              const { recommendation } = await byHand(
                question,
                other,
                current === null ? null : one.recommendation.configuration,
              );
              const asPresent = await byHand(question, other, one.recommendation.configuration);
              expect(under.isFlip).toBe(asPresent.verdict !== 'keep');
              expect(under.recommendation?.configuration).toEqual(recommendation?.configuration);
              expect(under.recommendation?.outcome).toEqual(recommendation?.outcome);
              expect(under.asRecommended.outcome).toEqual(evaluate(other, one.recommendation.configuration));
            }
          }
        },
      ),
      runs(8, 40),
    );
  });

  test('gives the same result without a run for connections that have no effect', async () => {
    const question = { ...BASE, simulation: world([load(WORK, { connections: 10 })]) };
    const answer = trialsOf(question.simulation);
    const tried: Parameters<TryOut>[0][number][] = [];
    const one = await sensitivity(question, async (trials) => {
      tried.push(...trials);
      return trials.map(answer);
    });
    const swing = one?.found.assumptions.find(({ assumption }) => assumption === 'connections');
    for (const [end, peak] of [
      ['low', 5],
      ['high', 20],
    ] as const) {
      const other = changed(question.simulation, { assumption: 'connections', end }) as Simulation;
      const outcome = evaluate(other, (one as NonNullable<typeof one>).recommendation.configuration);
      expect(outcome.peakConnections).toBe(peak);
      expect(swing?.[end]?.asRecommended.outcome).toEqual(outcome);
    }
    expect(tried.filter((trial) => isOf(trial, 'connections'))).toEqual([]);
  });

  test('lists assumptions that change the recommendation first, then those that change its cost most', async () => {
    const one = await sensitivity({ ...BASE, simulation: world([load(WORK)]) });
    const weights = one?.found.assumptions.map(({ low, high }) => {
      const ends = [low, high].filter((end) => end !== null);
      const costs = ends.map(({ recommendation }) =>
        Math.abs(
          (recommendation?.outcome.costPerMonth ?? Number.POSITIVE_INFINITY) -
            one.recommendation.outcome.costPerMonth,
        ),
      );
      return [ends.some(({ isFlip }) => isFlip) ? 1 : 0, Math.max(...costs)] as const;
    });
    expect(weights?.length).toBeGreaterThan(3);
    expect(weights).toEqual([...(weights ?? [])].sort((a, b) => b[0] - a[0] || b[1] - a[1]));
  });

  test('leaves out assumptions without an effect on the demand, and ends that are assumed already', async () => {
    const simulation = world([load(WORK, { connections: 0 })]);
    const names = (await sensitivity({ ...BASE, simulation }))?.found.assumptions.map(
      (one) => one.assumption,
    );
    expect([...(names ?? [])].sort()).toEqual([
      'burst',
      'concurrency',
      'cpu-per-query',
      'price',
      'random-arrivals',
      'start',
    ]);
    const start = await swingOf({ ...BASE, simulation }, 'start');
    expect([start?.low, start?.high?.assumed]).toEqual([null, 1800]);
    const burst = await swingOf({ ...BASE, simulation }, 'burst');
    expect([burst?.assumed, burst?.low?.assumed, burst?.high]).toEqual([true, false, null]);
  });

  test('has what queries that run at once and new connections take, which no recommendation has to stand', async () => {
    const simulation = world([SHORT_JOB]);
    const unknown = unknownAssumptions(simulation);
    expect(unknown).toContain('start');
    for (const name of ['contention', 'connection-cpu', 'own-work'] as const)
      expect(unknown).not.toContain(name);
    const contention = await swingOf({ ...BASE, simulation }, 'contention');
    expect([contention?.assumed, contention?.low?.assumed, contention?.high?.assumed]).toEqual([0.1, 0, 0.2]);
    const connection = await swingOf({ ...BASE, simulation }, 'connection-cpu');
    expect([connection?.assumed, connection?.low, connection?.high?.assumed]).toEqual([0, null, 7]);
    const ownWork = await swingOf({ ...BASE, simulation }, 'own-work');
    expect([ownWork?.assumed, ownWork?.low, ownWork?.high?.assumed]).toEqual([0, null, 0.03]);
    const outcome = (cpuMs: number, route = USUAL.route) =>
      evaluate(
        { ...simulation, assumptions: { ...simulation.assumptions, connectionCpuMs: cpuMs } },
        { ...USUAL, route },
      );
    expect(outcome(7)).not.toEqual(outcome(0));
    // The pooler keeps its connections to Postgres.
    const { showsIn } = ASSUMPTIONS['connection-cpu'];
    const routes = ['direct', 'pooler'] as const;
    expect(routes.map((route) => showsIn(simulation, { ...USUAL, route }))).toEqual([true, false]);
    expect(outcome(7, 'pooler')).toEqual(outcome(0, 'pooler'));
    const keeping = world([{ ...SHORT_JOB, keepsConnection: true }]);
    expect(await swingOf({ ...BASE, simulation: keeping }, 'connection-cpu')).toBeUndefined();
  });

  test('has another recommendation if sizes that do not burst are too small', async () => {
    const small = allTold(world([load(Array.from({ length: 360 }, () => 0.9))]));
    const burst = await swingOf({ ...BASE, simulation: small }, 'burst');
    expect(burst?.low?.isFlip).toBe(true);
    expect(burst?.low?.asRecommended.broken.map(({ objective }) => objective)).toContain('throttled');
    expect(burst?.low?.recommendation?.broken).toEqual([]);
  });

  test('needs no run for prices without a budget, and prices change a choice only with one', async () => {
    const simulation = world([load(WORK)]);
    const answer = trialsOf(simulation);
    const changes = new Set<string>();
    const asIs = await sensitivity({ ...BASE, simulation }, async (trials) =>
      trials.map((trial) => {
        for (const one of trial.conditions) if ('assumption' in one) changes.add(one.assumption);
        return answer(trial);
      }),
    );
    expect(changes).toContain('burst');
    expect(changes).not.toContain('price');
    const priceOf = (one: typeof asIs) =>
      one?.found.assumptions.find(({ assumption }) => assumption === 'price');
    expect([priceOf(asIs)?.low?.isFlip, priceOf(asIs)?.high?.isFlip]).toEqual([false, false]);
    const cost = asIs?.recommendation.outcome.costPerMonth ?? 0;
    const tight = priceOf(
      await sensitivity({ ...BASE, simulation, objectives: { ...objectives, budget: cost * 1.1 } }),
    );
    expect([tight?.low?.isFlip, tight?.high?.isFlip, tight?.high?.recommendation]).toEqual([
      false,
      true,
      null,
    ]);
  });

  test('has the assumptions tried so far if it is stopped in the middle', async () => {
    const simulation = world([load(WORK)]);
    const answer = trialsOf(simulation);
    const one = await sensitivity({ ...BASE, simulation }, async (trials) =>
      trials.map((trial) => (isOf(trial, 'start') ? null : answer(trial))),
    );
    expect(one?.found.isWhole).toBe(false);
    expect(one?.found.assumptions.map(({ assumption }) => assumption)).not.toContain('start');
    // An assumption that needs runs with another start time is not complete either.
    expect(one?.found.assumptions.length).toBeGreaterThan(0);
  });
});

describe('the least outcome of a run', () => {
  test('is no more than its outcome, at any time of the run', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyWorld, anyDemand),
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(5, null),
        (simulation, percent, minutes) => {
          const configuration = { ...USUAL, suspendAfterMs: minutes === null ? null : minutes * MINUTE_MS };
          const run = new Run(withConfiguration(simulation, configuration));
          run.advance(Math.floor((simulation.horizonMs * percent) / 100));
          const least = leastOutcome(run, mostQueries(simulation));
          const end = evaluate(simulation, configuration);
          for (const figure of [
            'costPerMonth',
            'throttledShare',
            'delayP95Ms',
            'delayP99Ms',
            'wakesPerDay',
            'delayedByWakePerDay',
            'delayedOverPerDay',
            'failedConnects',
            'refused',
            'memoryKills',
            'dropped',
            'quotaSpentMonths',
            'peakCu',
          ] as const)
            expect(least[figure]).toBeLessThanOrEqual(end[figure]);
          expect(least.diskFreeShare).toBeGreaterThanOrEqual(end.diskFreeShare);
          expect(least.hitRatio ?? 1).toBeGreaterThanOrEqual(end.hitRatio ?? 0);
        },
      ),
      runs(80, 300),
    );
  });
});
