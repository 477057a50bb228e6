import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Configuration,
  candidateGroups,
  evaluate,
  evaluateGroup,
  inTurn,
  isMeasured,
  type Judged,
  type JudgedWindow,
  meanScores,
  PROFILES,
  partOf,
  regretMicros,
  scoresOf,
  searchPlan,
  type TriedWindow,
  type TurnsQuestion,
  tryWindow,
  type WindowQuestion,
  windowsOf,
  workHere,
} from '../../src/planner/index.ts';
import type { ComputePlan } from '../../src/simulator/index.ts';
import { bindProfile, createZone, type LoadDemand } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import { allTold } from './every-stress.ts';
import { load, POLLER, USUAL, world } from './worlds.ts';

const objectives = PROFILES.balanced;
const choices = { ...ALL_CHOICES, highestCu: 2 };
const never = async () => false;

const fixed = (cu: number): Configuration => ({
  ...USUAL,
  size: { minCu: cu, maxCu: cu },
  suspendAfterMs: null,
});

/** vCPU for each hour. */
const hourly = (values: readonly number[]) =>
  load([], { vcpu: { kind: 'samples', atMs: 0, stepMs: HOUR_MS, values: Float64Array.from(values) } });

describe('windows of the past', () => {
  const days = { planned: 14, judged: 7, step: 7 };

  test('follow each other from the first day on, as long as they fit', () => {
    const windows = windowsOf(world([], 36 * DAY_MS), days);
    expect(windows.map(({ fromMs }) => fromMs / DAY_MS)).toEqual([0, 7, 14]);
    expect(windows[0]).toEqual({ fromMs: 0, judgedFromMs: 14 * DAY_MS, untilMs: 21 * DAY_MS });
    expect(windowsOf(world([], 21 * DAY_MS - 2 * HOUR_MS), days)).toEqual([]);
  });

  test('begin at midnights of the zone, also around a day of 23 hours', () => {
    const zone = createZone('Europe/Berlin');
    const startMs = zone.utcMs(Date.UTC(2026, 2, 27, 15));
    const simulation = { ...world([], 5 * DAY_MS), startMs, zone };
    const [first, ...others] = windowsOf(simulation, { planned: 2, judged: 1, step: 1 });
    expect(others.length).toBe(1);
    // The clocks change on the 29th.
    expect(first).toEqual({ fromMs: 9 * HOUR_MS, judgedFromMs: 56 * HOUR_MS, untilMs: 80 * HOUR_MS });
  });

  test('have the demand that was measured in them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 }),
        fc.nat(90),
        fc.nat(90),
        (values, from, length) => {
          const simulation = world([hourly(values)]);
          const fromMs = from * (HOUR_MS / 2);
          const part = partOf(simulation, fromMs, fromMs + length * (HOUR_MS / 2));
          const valuesOf = ({ startMs, zone, computes }: typeof part) => {
            const [{ demand }] = computes as [ComputePlan];
            const [{ vcpu }] = demand as [LoadDemand];
            const bound = bindProfile(vcpu, startMs, zone, 1, '');
            return (atMs: number) => bound(atMs).value;
          };
          const [whole, own] = [valuesOf(simulation), valuesOf(part)];
          expect(part.startMs).toBe(simulation.startMs + fromMs);
          for (let atMs = part.startMs; atMs < part.startMs + part.horizonMs; atMs += HOUR_MS / 2)
            expect(own(atMs)).toBe(whole(atMs));
        },
      ),
    );
  });

  test('need measured demand, and have releases at their times in the whole run', () => {
    const drawn = load([], { vcpu: { kind: 'growth', perMonth: 0.1 } });
    expect([load([1]), POLLER, drawn].map(isMeasured)).toEqual([true, false, false]);
    expect(() => partOf(world([POLLER]), 0, HOUR_MS)).toThrow('parts can only be taken of measured demand');
    const releases = { everyMs: 7 * DAY_MS, firstMs: 3 * DAY_MS };
    const firstFrom = (fromMs: number) =>
      partOf({ ...world([]), releases }, fromMs, 40 * DAY_MS).releases?.firstMs;
    expect([0, 1, 3, 4, 10, 11].map((day) => firstFrom(day * DAY_MS))).toEqual(
      [3, 2, 0, 6, 0, 6].map((day) => day * DAY_MS),
    );
  });
});

describe('one window', () => {
  const values = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 12, maxLength: 12 });

  test('chooses what a plan of its first part chooses, and the best is the plan of its second', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(0, 0.25), async (quarters, headroom) => {
        const asked = { ...objectives, headroom };
        const simulation = world([hourly(quarters.map((one) => one / 8))], 12 * HOUR_MS);
        const question: WindowQuestion = { simulation, objectives: asked, choices };
        const window = { fromMs: 0, judgedFromMs: 6 * HOUR_MS, untilMs: 12 * HOUR_MS };
        const tried = (await tryWindow(question, window, never)) as TriedWindow;
        const choiceOf = async (part: typeof simulation, bounds = asked) =>
          searchPlan(
            {
              simulation: part,
              objectives: bounds,
              choices,
              current: null,
              worthwhile: 0,
              isBrief: true,
            },
            workHere(part),
          );
        const after = partOf(simulation, 6 * HOUR_MS, 12 * HOUR_MS);
        // The second part is already known, so it needs no headroom and no other assumptions.
        const best = await choiceOf(allTold(after), { ...objectives, headroom: 0 });
        expect(tried.best?.configuration ?? null).toEqual(best.recommendation?.configuration ?? null);
        const own = await choiceOf(partOf(simulation, 0, 6 * HOUR_MS));
        expect(tried.cheapest?.configuration ?? null).toEqual(own.recommendation?.configuration ?? null);
        expect(tried.nearest?.configuration ?? null).toEqual(own.nearest?.configuration ?? null);
        for (const { configuration, outcome } of [tried.then, ...tried.baselines])
          expect(outcome).toEqual(evaluate(after, configuration));
        // No configuration that meets all objectives costs less than the best.
        for (const group of candidateGroups(after, { ...choices, kinds: ['fixed'] }))
          for (const one of evaluateGroup(after, group))
            if (
              tried.best !== null &&
              one.outcome.throttledShare === 0 &&
              one.configuration.suspendAfterMs === null
            )
              expect(one.outcome.costPerMonth).toBeGreaterThanOrEqual(tried.best.outcome.costPerMonth);
      }),
      runs(5, 15),
    );
  });

  test('has a recommendation with the headroom of the objective', async () => {
    const simulation = world([hourly(Array.from({ length: 48 }, () => 1.8))], 2 * DAY_MS);
    const window = { fromMs: 0, judgedFromMs: DAY_MS, untilMs: 2 * DAY_MS };
    const chosen = async (headroom: number) => {
      const tried = await tryWindow(
        {
          simulation,
          objectives: { ...objectives, headroom },
          choices: { ...ALL_CHOICES, kinds: ['fixed'], timeoutsMs: [null] },
        },
        window,
        never,
      );
      return tried?.cheapest?.configuration;
    };
    expect([await chosen(0), await chosen(0.2)]).toEqual([fixed(2), fixed(3)]);
  });

  test('has no result if it is stopped', async () => {
    const simulation = world([hourly([1])], 2 * DAY_MS);
    const window = { fromMs: 0, judgedFromMs: DAY_MS, untilMs: 2 * DAY_MS };
    expect(await tryWindow({ simulation, objectives, choices }, window, async () => true)).toBe(null);
  });
});

describe('windows in turn', () => {
  const simulation = world([
    hourly([...Array(24).fill(0.2), ...Array(24).fill(1.5), ...Array(24).fill(0.2)]),
  ]);
  const windowAt = (day: number) => ({
    fromMs: day * DAY_MS,
    judgedFromMs: (day + 1) * DAY_MS,
    untilMs: (day + 2) * DAY_MS,
  });
  const question = { simulation, objectives, current: null, worthwhile: 0.1 };
  const settingsOf = async (more: Partial<TurnsQuestion>) => {
    const tried = await Promise.all(
      [0, 1, 2].map((day) =>
        tryWindow(
          { ...question, choices: { ...choices, kinds: ['fixed'], timeoutsMs: [null] } },
          windowAt(day),
          never,
        ),
      ),
    );
    const judged = await inTurn({ ...question, ...more }, tried as TriedWindow[]);
    return judged.map(({ choices: { tidemark } }) => tidemark);
  };

  test('keep the choice of the window before if it meets its objectives and no other saves enough', async () => {
    const free = await settingsOf({});
    expect(free.map(({ configuration }) => configuration)).toEqual([fixed(0.25), fixed(2), fixed(0.25)]);
    expect(free.map(({ broken }) => broken.length > 0)).toEqual([true, false, false]);
    const slow = await settingsOf({ worthwhile: 0.95 });
    expect(slow.map(({ configuration }) => configuration)).toEqual([fixed(0.25), fixed(2), fixed(2)]);
    expect(slow[2]?.outcome).toEqual(evaluate(partOf(simulation, 3 * DAY_MS, 4 * DAY_MS), fixed(2)));
  });

  test('keep the current configuration in the first window', async () => {
    const kept = await settingsOf({ current: fixed(2), worthwhile: 0.95 });
    expect(kept.map(({ configuration }) => configuration)).toEqual([fixed(2), fixed(2), fixed(2)]);
  });
});

describe('scores', () => {
  const outcome = evaluate(world([]), USUAL);
  const at = (costPerMonth: number, brokenCount = 0, configuration = USUAL): Judged => ({
    configuration,
    outcome: { ...outcome, costPerMonth },
    isRun: true,
    broken: Array.from({ length: brokenCount }, () => ({ objective: 'throttled', found: 1, bound: 0 })),
  });
  const windowOf = (best: Judged | null, tidemark: Judged, peak: Judged): JudgedWindow => ({
    fromMs: 0,
    judgedFromMs: 1,
    untilMs: 2,
    best,
    choices: { tidemark, peak, default: at(1, 1), 'p99.5 + 20%': at(10), 'p95 + 15%': at(10), mean: at(10) },
  });
  const windows = [
    windowOf(at(10), at(12), at(30)),
    windowOf(at(10), at(8, 2, fixed(1)), at(30)),
    windowOf(null, at(99, 1, fixed(1)), at(99, 1, fixed(2))),
  ];

  test('have no regret for a choice that costs less than the best, since it breaks an objective', () => {
    expect(regretMicros(at(12), at(10))).toBe(2e6);
    expect(regretMicros(at(8), at(10))).toBe(null);
    expect(regretMicros(at(8), null)).toBe(null);
  });

  test('are sums over windows with a known regret', () => {
    const { tidemark, peak, default: usual } = scoresOf(windows);
    expect(tidemark).toEqual({
      windows: 3,
      windowsWithRegret: 1,
      costPerMonth: 12,
      bestPerMonth: 10,
      regretPerMonth: 2,
      regret: 0.2,
      brokenWindows: 2,
      brokenObjectives: 3,
      changes: 1,
    });
    expect([peak.windowsWithRegret, peak.regret, peak.changes]).toEqual([2, 2, 1]);
    expect([usual.windowsWithRegret, usual.regret, usual.brokenWindows]).toEqual([0, null, 3]);
  });

  test('weigh each database the same in the mean, and leave out one without windows', () => {
    const { tidemark, default: usual } = meanScores([
      scoresOf(windows),
      scoresOf(windows.slice(0, 1)),
      scoresOf([]),
    ]);
    expect(tidemark).toEqual({
      databases: 2,
      databasesWithRegret: 2,
      regret: 0.2,
      regretPerMonth: 2,
      brokenWindows: expect.closeTo(1 / 3, 12),
      brokenObjectives: 0.5,
      changes: 0.5,
    });
    expect([usual.databasesWithRegret, usual.regret, usual.brokenWindows]).toEqual([0, null, 1]);
  });
});
