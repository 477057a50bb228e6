import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type CandidateGroup,
  type Choices,
  CLEAR,
  type Configuration,
  candidateGroups,
  changesBetween,
  type Evaluated,
  evaluate,
  evaluateGroup,
  type PlanQuestion,
  PROFILE_NAMES,
  PROFILES,
  searchPlan,
  type WorkUnder,
  workHere,
} from '../../src/planner/index.ts';
import { runs } from '../runs.ts';
import { keepsUnderAll } from './every-stress.ts';
import { anyClientsWorld, anyDemand, anyWorld, load, POLLER, world } from './worlds.ts';

/** Few enough configurations that each can be run. */
const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 2, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };
const questionOf = (simulation: Simulation): PlanQuestion => ({
  simulation,
  objectives: PROFILES.balanced,
  choices: CHOICES,
  current: null,
  worthwhile: 0.1,
});
type Simulation = Parameters<typeof evaluateGroup>[0];

/** Little is wanted, so that the smallest size is enough. */
const QUIET = Array.from<number>({ length: 60 }).fill(0.1);

/** Queries that hold a connection and need nothing else. */
const LONG = {
  ...POLLER.query,
  cpu: { kind: 'constant', ms: 0 } as const,
  wait: { kind: 'constant', ms: 10_000 } as const,
};

const anyPresent: fc.Arbitrary<Configuration> = fc.record({
  size: fc.constantFrom({ minCu: 0.25, maxCu: 2 }, { minCu: 0.25, maxCu: 1 }, { minCu: 2, maxCu: 2 }),
  suspendAfterMs: fc.constantFrom(...(CHOICES.timeoutsMs ?? [])),
  route: fc.constantFrom('direct', 'pooler'),
});

const RUNS = runs(5, 15);

describe('a search', () => {
  test('skips the same configurations, however fast each worker is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyWorld, anyDemand, anyClientsWorld),
        fc.array(fc.nat({ max: 20 }), { minLength: 1 }),
        async (simulation, turns) => {
          const question = { ...questionOf(simulation), isBrief: true };
          const work = workHere(simulation);
          let asked = 0;
          const late: WorkUnder = (conditions) => async (groups, within) => {
            for (let turn = turns[asked++ % turns.length] as number; turn > 0; turn--) await null;
            return work(conditions)(groups, within);
          };
          expect(await searchPlan(question, late)).toEqual(await searchPlan(question, work));
        },
      ),
      RUNS,
    );
  });

  test('ends with its first failure, and leaves no unhandled rejection', async () => {
    const simulation = world([load(QUIET)]);
    const question = questionOf(simulation);
    let asked = 0;
    const failing: WorkUnder = () => async () => {
      throw new Error(`failure ${++asked}`);
    };
    await expect(searchPlan(question, failing)).rejects.toThrow('failure 1');
    expect(asked).toBeGreaterThan(1);
    // By now, an unhandled rejection would have been reported and would have ended the tests.
    await new Promise((resolve) => setImmediate(resolve));
  });

  test('finds what trying everything finds: the same recommendation, and the same frontier', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyWorld, anyDemand, anyClientsWorld),
        fc.constantFrom(...PROFILE_NAMES),
        async (simulation, profile) => {
          const objectives = PROFILES[profile];
          const question = { ...questionOf(simulation), objectives };
          const found = await searchPlan(question, workHere(simulation));
          const all: Evaluated[] = candidateGroups(simulation, CHOICES)
            .flat()
            .map((configuration) => ({
              configuration,
              outcome: evaluate(simulation, configuration),
              isRun: true,
            }));
          expect(found.candidates).toBe(all.length);
          const byCost = all.toSorted(
            ({ outcome: one }, { outcome: other }) =>
              one.costPerMonth - other.costPerMonth || one.throttledShare - other.throttledShare,
          );
          // To judge one under all conditions takes up to ten runs, so this ends at the first that meets all objectives.
          const best = byCost.find(({ configuration }) =>
            keepsUnderAll(simulation, configuration, objectives),
          );
          const recommended = found.recommendation;
          expect(recommended?.outcome.costPerMonth).toBe(best?.outcome.costPerMonth);
          expect(recommended?.outcome.throttledShare).toBe(best?.outcome.throttledShare);
          if (recommended !== null)
            expect(recommended.outcome).toEqual(evaluate(simulation, recommended.configuration));
          expect(points(found.frontier)).toEqual(points(bruteFrontier(all)));
        },
      ),
      RUNS,
    );
  });

  test('ends if no configuration meets all objectives, after every candidate has been tried or ruled out', async () => {
    const simulation = world([POLLER]);
    const objectives = { ...PROFILES.balanced, budget: 0 };
    const found = await searchPlan({ ...questionOf(simulation), objectives }, workHere(simulation));
    expect(found.recommendation).toBeNull();
    expect(found.nearest?.broken.map(({ objective }) => objective)).toContain('budget');
    expect(found.isWhole).toBe(true);
  });

  test('chooses the one of equal configurations with the fewest changes from the current one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyWorld, anyDemand), anyPresent, async (simulation, current) => {
        const objectives = PROFILES.balanced;
        const question = { simulation, objectives, choices: CHOICES, current, worthwhile: 0 };
        const { recommendation, cheapest } = await searchPlan(question, workHere(simulation));
        const equal = candidateGroups(simulation, CHOICES)
          .flat()
          .map((configuration) => ({
            configuration,
            outcome: evaluate(simulation, configuration),
            isRun: true,
          }))
          .filter(({ outcome }) => cheapest !== null && figures(outcome) === figures(cheapest.outcome))
          .filter(({ configuration }) => keepsUnderAll(simulation, configuration, objectives));
        const changes = equal.map(({ configuration }) => changesBetween(configuration, current));
        if (cheapest !== null)
          expect(changesBetween(cheapest.configuration, current)).toBe(Math.min(...changes));
        if (changes.includes(0)) expect(recommendation?.configuration).toEqual(current);
      }),
      RUNS,
    );
  });

  test('keeps the connection path if the other is no better', async () => {
    const clients = { ...POLLER, sessions: 1 };
    const routeFrom = async (route: Configuration['route']) => {
      const simulation = world([clients]);
      const current = { size: { minCu: 2, maxCu: 2 }, suspendAfterMs: null, route };
      const question = {
        simulation,
        objectives: PROFILES.balanced,
        choices: CHOICES,
        current,
        worthwhile: 0.1,
      };
      return (await searchPlan(question, workHere(simulation))).recommendation?.configuration;
    };
    const pooled = await routeFrom('pooler');
    expect(pooled?.route).toBe('pooler');
    expect(await routeFrom('direct')).toEqual({ ...pooled, route: 'direct' });
  });

  test('derives the same outcome from the run of another configuration as its own run has', () => {
    const tried = runs(200, 600);
    let raised = 0;
    fc.assert(
      fc.property(
        anyWorld,
        fc.constantFrom(0.25, 0.5, 1),
        fc.constantFrom('range', 'fixed'),
        fc.nat(2),
        // Whether the search asks for a configuration of the group, or has tried it before.
        fc.infiniteStream(fc.boolean()),
        (simulation, lowestCu, kind, timeout, isLeft) => {
          const choices: Choices = { ...CHOICES, lowestCu, highestCu: 4, kinds: [kind] };
          const groups = candidateGroups(simulation, choices).filter(([{ size }]) => size.minCu === lowestCu);
          const left = (groups[timeout] as CandidateGroup).filter(() => isLeft.next().value);
          const all = evaluateGroup(simulation, left as unknown as CandidateGroup);
          const run = new Set(
            all.filter(({ isRun }) => isRun).map(({ configuration }) => configuration.size.minCu),
          );
          for (const { configuration, outcome, isRun } of all) {
            if (isRun) continue;
            expect(outcome).toEqual(evaluate(simulation, configuration));
            if (!run.has(configuration.size.minCu)) raised++;
          }
        },
      ),
      tried,
    );
    expect(raised).toBeGreaterThan(tried.numRuns / 30);
  });

  test('finds all configurations of a group within the limits', () => {
    fc.assert(
      fc.property(
        anyWorld,
        fc.constantFrom('range', 'fixed'),
        fc.nat(2),
        fc.constantFrom(null, ...PROFILE_NAMES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (simulation, kind, timeout, profile, share) => {
          const choices: Choices = { ...CHOICES, highestCu: 4, kinds: [kind] };
          const groups = candidateGroups(simulation, choices).filter(([{ size }]) => size.minCu === 0.25);
          const group = groups[timeout] as CandidateGroup;
          const all = group.map((configuration) => ({
            configuration,
            outcome: evaluate(simulation, configuration),
          }));
          const costs = all.map(({ outcome }) => outcome.costPerMonth).sort((one, other) => one - other);
          const mostCost = costs[Math.floor(share * (costs.length - 1))] as number;
          const objectives = profile === null ? null : PROFILES[profile];
          const within = all.filter(
            ({ outcome }) =>
              outcome.costPerMonth <= mostCost && (objectives === null || keeps(outcome, objectives)),
          );
          const found = evaluateGroup(simulation, group, { objectives, mostCost });
          expect(found.map(({ configuration, outcome }) => ({ configuration, outcome }))).toEqual(within);
        },
      ),
      runs(40, 160),
    );
  });

  test.each([
    ['connections', load(QUIET, { connections: 400 })],
    ['the temporary disk', { ...POLLER, query: { ...POLLER.query, temporaryBytes: 9e9 } }],
    ['pooled connections', { ...POLLER, route: 'pooler' as const, sessions: 210, query: LONG }],
  ])('a maximum that was not reached shows all the same in %s', (_, demand) => {
    const simulation = world([demand]);
    const route = demand.kind === 'jobs' ? demand.route : null;
    const groups = candidateGroups(simulation, { ...CHOICES, highestCu: 4, kinds: ['range'], route });
    for (const { configuration, outcome } of evaluateGroup(simulation, groups[0] as CandidateGroup))
      expect(outcome).toEqual(evaluate(simulation, configuration));
  });
});

describe('candidates', () => {
  test('are every size of the plan and every range of at most 8 CU, by timeouts', () => {
    const simulation = world([POLLER]);
    const configurations = candidateGroups(simulation, ALL_CHOICES).flat();
    const sizes = new Set(configurations.map(({ size }) => `${size.minCu}-${size.maxCu}`));
    const { facts } = simulation;
    const listed = facts.listedSizesCu.value;
    const ends = listed.filter((cu) => cu <= facts.autoscaling.value.highestCu);
    const ranges = ends.flatMap((min) => ends.filter((max) => max > min && max - min <= 8)).length;
    expect(sizes.size).toBe(listed.length + ranges);
    expect(new Set(configurations.map(({ suspendAfterMs }) => suspendAfterMs))).toEqual(
      new Set([null, MINUTE_MS, 5 * MINUTE_MS]),
    );
    expect(new Set(configurations.map(({ route }) => route))).toEqual(new Set(['direct', 'pooler']));
  });

  test('have no timeout that is too short for the step of the samples', () => {
    const timeouts = (values: readonly number[]) => [
      ...new Set(
        candidateGroups(world([load(values)]), ALL_CHOICES).flatMap((group) => group[0].suspendAfterMs),
      ),
    ];
    expect(timeouts([1, 0, 1])).toEqual([5 * MINUTE_MS, null]);
  });

  test('have one connection path if nothing says how clients connect', () => {
    const configurations = candidateGroups(world([load([1])]), ALL_CHOICES).flat();
    expect(new Set(configurations.map(({ route }) => route))).toEqual(new Set(['direct']));
  });
});

function keeps(outcome: Evaluated['outcome'], objectives: (typeof PROFILES)['steady']): boolean {
  return (
    outcome.throttledShare <= (objectives.throttled ?? 1) &&
    outcome.delayP95Ms <= (objectives['delay-p95'] ?? Number.POSITIVE_INFINITY) &&
    outcome.delayP99Ms <= (objectives['delay-p99'] ?? Number.POSITIVE_INFINITY) &&
    outcome.wakesPerDay <= (objectives['cold-starts'] ?? Number.POSITIVE_INFINITY) &&
    outcome.delayedByWakePerDay <= (objectives['delayed-clients'] ?? Number.POSITIVE_INFINITY) &&
    outcome.failedConnects === 0 &&
    outcome.refused === 0 &&
    outcome.poolWaitP99Ms <= (objectives['pool-wait-p99'] ?? Number.POSITIVE_INFINITY) &&
    (outcome.hitRatio ?? 1) >= (objectives['cache-hits'] ?? 0) &&
    outcome.memoryKills === 0 &&
    outcome.diskFreeShare >= (objectives['disk-free'] ?? 0) &&
    outcome.dropped <= (objectives.dropped ?? Number.POSITIVE_INFINITY) &&
    outcome.quotaSpentMonths === 0
  );
}

/** No other is as cheap and throttled less, or cheaper and throttled as little; up to the cheapest that is clear. */
function bruteFrontier(all: readonly Evaluated[]): Evaluated[] {
  const clear = Math.min(
    ...all
      .filter(({ outcome }) => outcome.throttledShare <= CLEAR)
      .map(({ outcome }) => outcome.costPerMonth),
  );
  return all.filter(
    ({ outcome: a }) =>
      a.costPerMonth <= clear &&
      !all.some(
        ({ outcome: b }) =>
          (b.costPerMonth < a.costPerMonth && b.throttledShare <= a.throttledShare) ||
          (b.costPerMonth === a.costPerMonth && b.throttledShare < a.throttledShare),
      ),
  );
}

/** The figures that are compared before the changes from the current configuration. */
function figures({ costPerMonth, throttledShare, delayP99Ms, wakesPerDay }: Evaluated['outcome']): string {
  return [costPerMonth, throttledShare, delayP99Ms, wakesPerDay].join(' ');
}

function points(evaluated: readonly Evaluated[]): string[] {
  return [
    ...new Set(evaluated.map(({ outcome }) => `${outcome.costPerMonth} ${outcome.throttledShare}`)),
  ].sort();
}
