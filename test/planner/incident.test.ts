import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { factSet, GIB, HOUR_MS, MIB, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import {
  type AdvanceTo,
  type Incident,
  incidentOf,
  outcomeOf,
  PROFILES,
  unknownWithin,
  type Window,
} from '../../src/planner/index.ts';
import { Run, type Simulation } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { anySimulation, compute, group, INSTANT, jobs, load, run, simulation } from '../simulator/worlds.ts';

const advance: AdvanceTo = async (made, untilMs) => made.advance(untilMs);
const AT = 30 * MINUTE_MS;
const AROUND: Window = { fromMs: 20 * MINUTE_MS, untilMs: 40 * MINUTE_MS };

function incident(given: Simulation, window: Window = AROUND): Promise<Incident> {
  return incidentOf({ simulation: given, window, objectives: PROFILES.balanced }, advance);
}

function world(demand: Parameters<typeof compute>[0], given: Parameters<typeof compute>[1] = {}): Simulation {
  return simulation({ horizonMs: HOUR_MS, assumptions: INSTANT, computes: [compute(demand, given)] });
}

/** So many at once, at one time. */
const crowd = (sessions: number, query: Parameters<typeof jobs>[1], more: Parameters<typeof jobs>[2] = {}) =>
  jobs(0, query, { schedule: { kind: 'every', everyMs: 10 * HOUR_MS, offsetMs: AT }, sessions, ...more });

const first = ({ troubles }: Incident) => {
  const [one] = troubles;
  return one === undefined ? null : [one.resource, one.fromMs, one.errors];
};
const lever = ({ best }: Incident) => best?.remedy.lever ?? null;

describe('the resource that ran out first', () => {
  test('connections: a client is refused if all are in use, and the pooler or a larger size helps', async () => {
    const storm = crowd(150, { wait: constant(30_000) });
    const found = await incident(
      world([storm], { size: { minCu: 0.25, maxCu: 0.25 }, suspendAfterMs: null }),
    );
    expect(first(found)).toEqual(['connections', AT, 150 - 105]);
    expect(found.errors).toEqual([
      { key: 'connections', resource: 'connections', count: 45, firstMs: AT, lastMs: AT },
    ]);
    const helping = found.tried.filter(({ prevents }) => prevents).map(({ remedy }) => remedy);
    expect(helping).toContainEqual({ lever: 'size', demand: null, from: 0.25, to: 0.5 });
    // A pool of 100 serves 150 clients that take half a minute each: nobody is refused, but some wait long.
    expect(found.tried.find(({ remedy }) => remedy.lever === 'pooler')).toMatchObject({
      prevents: true,
      left: [{ resource: 'pooler', errors: 0 }],
      breaks: expect.arrayContaining([expect.objectContaining({ objective: 'pool-wait-p99' })]),
    });
  });

  test('processors: no remedy is a range that the newest documentation refuses', async () => {
    const values = Float64Array.from({ length: 60 }, (_, minute) => (minute >= 25 && minute < 35 ? 12 : 0.1));
    const burst = load({ kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values });
    const found = await incident(world([burst], { size: { minCu: 0.25, maxCu: 2 } }));
    const tried = found.tried.filter(({ remedy }) => remedy.lever === 'maximum');
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.map(({ remedy }) => remedy.to as number).every((cu) => cu - 0.25 <= 8)).toBe(true);
    // The current range may be wider: its timeout and its minimum can still be changed.
    const wide = await incident(
      world([burst], { size: { minCu: 0.25, maxCu: 11 }, suspendAfterMs: MINUTE_MS }),
    );
    expect(wide.tried.find(({ remedy }) => remedy.lever === 'minimum')?.remedy.to).toBeGreaterThanOrEqual(3);
  });

  test('connections: if the maximum alone would be too far from the minimum, both are raised together, as far as memory needs it too', async () => {
    const storm = crowd(3500, { wait: constant(30_000) });
    const given = world([storm], { size: { minCu: 0.25, maxCu: 8 }, suspendAfterMs: null });
    const found = await incident({ ...given, facts: factSet('2026-08') });
    expect(first(found)?.slice(0, 2)).toEqual(['connections', AT]);
    const of = (wanted: string) => found.tried.filter(({ remedy }) => remedy.lever === wanted);
    expect(of('maximum')).toEqual([]);
    expect(of('minimum').map(({ prevents }) => prevents)).toEqual([false]);
    const [range, ...others] = of('range');
    const [size] = of('size');
    expect(others).toEqual([]);
    expect(range).toMatchObject({ prevents: true, breaks: [], remedy: { from: '0.25-8', to: '2-9' } });
    expect(size).toMatchObject({ prevents: true, breaks: [], remedy: { to: 9 } });
    expect(range?.costPerMonth).toBeLessThan((size?.costPerMonth ?? 0) / 2);
    expect(found.best).toBe(range);
  });

  test('remedies are ranked by cost: those that help, then those that break an objective, then those that nearly help', async () => {
    const storm = crowd(150, { wait: constant(30_000) });
    const { tried, best } = await incident(
      world([storm], { size: { minCu: 0.25, maxCu: 0.25 }, suspendAfterMs: null }),
    );
    const kinds = tried.map(({ prevents, breaks, broken }) => {
      if (!prevents) return broken === null ? 4 : 3;
      return broken?.length === 0 ? 0 : breaks.length === 0 ? 1 : 2;
    });
    expect(new Set(kinds).size).toBeGreaterThan(1);
    expect(kinds).toEqual([...kinds].sort());
    for (const kind of [0, 1, 2, 3]) {
      const costs = tried.filter((_, i) => kinds[i] === kind).map(({ costPerMonth }) => costPerMonth ?? 0);
      expect(costs).toEqual([...costs].sort((one, other) => one - other));
    }
    expect(best).toBe(tried[0]);
  });

  test('processors: the shortage begins at the millisecond at which more are wanted than there are', async () => {
    const burst = load({
      kind: 'steps',
      steps: [0, 4, 0.5].map((value, i) => ({ atMs: i * (AT + 500), value })),
    });
    const found = await incident(world([burst], { size: { minCu: 1, maxCu: 1 } }), {
      fromMs: 20 * MINUTE_MS,
      untilMs: HOUR_MS,
    });
    expect(first(found)).toEqual(['cpu', AT + 500, 0]);
    const [cpu] = found.troubles;
    expect(cpu?.untilMs).toBe(HOUR_MS);
    // Four processors prevent it and have no headroom.
    const size = found.tried.find(({ remedy }) => remedy.lever === 'size');
    expect(found.best?.remedy).toMatchObject({ from: '1', to: '4-5' });
    expect([size?.remedy.to, size?.broken]).toEqual([5, []]);
    expect(found.best?.left).toEqual([]);
  });

  test('the pooler: its waits end in an error', async () => {
    const many = crowd(300, { wait: constant(3 * MINUTE_MS) }, { route: 'pooler' });
    const found = await incident(world([many], { size: { minCu: 0.25, maxCu: 0.25 } }));
    expect(first(found)?.slice(0, 2)).toEqual(['pooler', AT]);
    expect(found.errors.map(({ key, firstMs }) => [key, firstMs])).toEqual([
      ['poolWait', AT + 2 * MINUTE_MS],
    ]);
    expect(found.troubles[0]).toMatchObject({ waitedMs: 2 * MINUTE_MS, worst: { most: 200 } });
  });

  test('memory: a backend is killed, and a larger size prevents it', async () => {
    const hungry = crowd(4, { wait: constant(10_000), memoryBytes: 600 * MIB });
    const found = await incident(world([hungry], { size: { minCu: 0.5, maxCu: 0.5 } }));
    expect(first(found)?.slice(0, 2)).toEqual(['memory', AT]);
    expect(found.best?.remedy).toMatchObject({ from: 0.5, to: 1 });
  });

  test('the temporary disk: a query without room fails, and the disk grows with the maximum', async () => {
    const sorts = crowd(5, { wait: constant(10_000), temporaryBytes: 7 * GIB });
    const found = await incident(world([sorts], { size: { minCu: 1, maxCu: 2 } }));
    expect(first(found)).toEqual(['temporary disk', AT, 1]);
    expect(found.best?.remedy).toEqual({ lever: 'maximum', demand: null, from: 2, to: 3 });
  });

  test('sleep: clients give up before a start is over', async () => {
    const given = world([crowd(3, { wait: constant(10) })], { suspendAfterMs: 5 * MINUTE_MS });
    const life = { ...INSTANT.life, startTime: constant(7000) };
    const found = await incident({ ...given, assumptions: { ...INSTANT, life } });
    expect(first(found)).toEqual(['cold start', AT, 3]);
    expect(found.errors[0]).toMatchObject({ key: 'timeout', firstMs: AT + 5000 });
    // A client that waits for the start instead waits longer than a query may.
    expect(found.tried[1]).toMatchObject({
      remedy: { lever: 'connect timeout', demand: 'jobs', from: 5000, to: 10_000 },
      prevents: true,
      breaks: [{ objective: 'delay-p95' }, { objective: 'delay-p99' }],
    });
    const timeout = found.tried.find(({ remedy }) => remedy.lever === 'timeout');
    expect(timeout).toMatchObject({ prevents: true, remedy: { to: HOUR_MS }, left: [] });
  });

  test('the quota: clients are refused after it is spent, and a plan without one helps', async () => {
    const facts = factSet('2026-08');
    const quotaCuHours = { ...facts.quotaCuHours, value: { ...facts.quotaCuHours.value, free: 1 } };
    const given = world([jobs(0.1, { wait: constant(100) })], { size: { minCu: 2, maxCu: 2 } });
    const found = await incident({ ...given, facts: { ...facts, quotaCuHours }, plan: 'free' });
    expect(first(found)?.[0]).toBe('quota');
    expect(found.chain.find(({ kind }) => kind === 'quota.spent')?.fromMs).toBe(AT);
    expect(found.tried.map(({ remedy, prevents }) => [remedy.lever, remedy.to, prevents])).toContainEqual([
      'size',
      1,
      true,
    ]);
    const plan = found.tried.find(({ remedy }) => remedy.lever === 'plan');
    expect(plan).toMatchObject({ prevents: true, remedy: { to: 'launch' } });
  });

  test('an interruption: a planned resize causes errors, and leaving it out helps', async () => {
    const application = group(5, constant(10_000), { wait: constant(500) });
    const found = await incident(
      world([application], {
        changes: [{ atMs: AT, change: { kind: 'size', size: { minCu: 2, maxCu: 2 } } }],
      }),
    );
    expect(first(found)?.slice(0, 2)).toEqual(['interruption', AT + 5500]);
    expect(lever(found)).toBe('planned change');
  });

  test('a move to another branch is an interruption too', async () => {
    const application = group(5, constant(10_000), { wait: constant(500) });
    const found = await incident(
      world([application], { changes: [{ atMs: AT, change: { kind: 'branch', branch: 'dev' } }] }),
    );
    expect(first(found)?.[0]).toBe('interruption');
    expect(found.tried.find(({ remedy }) => remedy.lever === 'planned change')).toMatchObject({
      prevents: true,
      remedy: { from: AT },
      left: [],
    });
  });

  test('pages: the working set does not fit the cache', async () => {
    const readers = jobs(5, { pages: 2000 });
    const given = world([readers], { size: { minCu: 0.25, maxCu: 0.25 }, workingSetBytes: 2 * GIB });
    const found = await incident({ ...given, assumptions: { ...INSTANT, skew: 0 } });
    expect(found.troubles.map(({ resource }) => resource)).toEqual(['cache']);
    // At 0.5 CU nobody waits, and cache-hits is broken as before.
    expect(found.best).toMatchObject({ remedy: { to: 1 }, broken: [] });
  });

  test('is missing if nothing ran out; the first error of another time is named instead', async () => {
    const storm = crowd(150, { wait: constant(30_000) });
    const given = world([storm], { size: { minCu: 0.25, maxCu: 0.25 } });
    const found = await incident(given, { fromMs: 0, untilMs: 20 * MINUTE_MS });
    expect([found.troubles, found.tried, found.best, found.nearest]).toEqual([[], [], null, null]);
    expect(found.elsewhere).toEqual([{ key: 'connections', count: 45, firstMs: AT }]);
  });

  test('if no single change helps, the nearest one is named', async () => {
    const both = crowd(600, { cpu: constant(400_000), memoryBytes: 2 * GIB, temporaryBytes: GIB });
    const found = await incident(world([both], { size: { minCu: 0.25, maxCu: 0.5 } }));
    expect(found.best).toBeNull();
    expect(found.nearest).not.toBeNull();
    expect(found.runs).toBeGreaterThan(found.tried.length);
  });
});

describe('an incident of any demand', () => {
  const anyWindow = fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, length }));

  const anyOneCompute = anySimulation.map(({ horizonMs, computes, ...rest }) => ({
    ...rest,
    horizonMs: Math.min(horizonMs, HOUR_MS),
    computes: computes.slice(0, 1),
  }));

  test('is watched without an effect on the run, has the errors of the engine, and a remedy helps in a run of its own', async () => {
    await fc.assert(
      fc.asyncProperty(anyOneCompute, anyWindow, async (given, { from, length }) => {
        const window = {
          fromMs: Math.min(from * MINUTE_MS, given.horizonMs - 1),
          untilMs: Math.min((from + length) * MINUTE_MS, given.horizonMs),
        };
        if (window.untilMs <= window.fromMs) return;
        const found = await incident(given, window);
        expect(found.current).toEqual(outcomeOf(run(given)));
        const counted = refusalsWithin(given, window);
        expect(Object.fromEntries(found.errors.map(({ key, count }) => [key, count]))).toEqual(counted);
        for (const { firstMs, lastMs } of found.errors)
          expect(window.fromMs <= firstMs && firstMs <= lastMs && lastMs < window.untilMs).toBe(true);
        const throttledMs = throttledWithin(given, window);
        const [cpu] = found.troubles.filter(({ resource }) => resource === 'cpu');
        expect(cpu?.waitedMs ?? 0).toBeLessThanOrEqual(throttledMs + SECOND_MS);
        expect(found.troubles.length > 0 || Object.keys(counted).length === 0).toBe(true);
        expect(found.best === null || (found.best.prevents && found.best.breaks.length === 0)).toBe(true);
        for (const { prevents, left } of found.tried)
          expect(prevents && left.some(({ errors }) => errors > 0)).toBe(false);
        const cheapest = Math.min(
          ...found.tried
            .filter(({ prevents, breaks, broken }) =>
              found.best?.broken?.length === 0
                ? prevents && broken?.length === 0
                : prevents && breaks.length === 0,
            )
            .map(({ costPerMonth }) => costPerMonth ?? Number.NaN),
        );
        if (found.best !== null) expect(found.best.costPerMonth).toBe(cheapest);
        if (found.enough !== null) {
          expect([found.enough.prevents, found.enough.broken]).toEqual([false, []]);
          expect(found.enough.costPerMonth).toBeLessThan(
            found.best?.costPerMonth ?? Number.POSITIVE_INFINITY,
          );
        }
      }),
      runs(6, 20),
    );
  });
});

/** By the engine's own counts at the two ends of the window. */
function refusalsWithin(given: Simulation, { fromMs, untilMs }: Window): Record<string, number> {
  const made = new Run(given);
  made.advance(fromMs);
  const [one] = made.computes;
  const before = new Map([...(one?.refusals ?? [])].map(([key, { count }]) => [key, count]));
  made.advance(untilMs);
  return Object.fromEntries(
    [...(one?.refusals ?? [])].flatMap(([key, { count }]) => {
      const more = count - (before.get(key) ?? 0);
      return more === 0 ? [] : [[key, more]];
    }),
  );
}

function throttledWithin(given: Simulation, { fromMs, untilMs }: Window): number {
  const made = new Run(given);
  made.advance(fromMs);
  const before = made.computes[0]?.cpu.throttledMsAt(fromMs) ?? 0;
  made.advance(untilMs);
  return (made.computes[0]?.cpu.throttledMsAt(untilMs) ?? 0) - before;
}

describe('unknown parts of a trace', () => {
  const samples = (values: readonly number[]) =>
    compute([load({ kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values: Float64Array.from(values) })]);
  const { NaN: unknown } = Number;

  test.each([
    [[1, unknown, unknown, 1], { fromMs: 1.5 * MINUTE_MS, untilMs: 2.5 * MINUTE_MS }, [1, 3]],
    [[unknown, unknown, 1], { fromMs: 0, untilMs: MINUTE_MS }, [null, 2]],
    [[1, unknown], { fromMs: MINUTE_MS, untilMs: 2 * MINUTE_MS }, [1, null]],
    [[1, unknown, 1], { fromMs: 0.5 * MINUTE_MS, untilMs: 2 * MINUTE_MS }, null],
  ])('%j within %j', (values, window, minutes) => {
    const found = unknownWithin(samples(values), window);
    const told = (ms: number | null) => (ms === null ? null : ms / MINUTE_MS);
    expect(found === null ? null : [told(found.beforeMs), told(found.afterMs)]).toEqual(minutes);
  });

  test('do not exist for demand that was not measured', () => {
    expect(unknownWithin(compute([load(1)]), { fromMs: 0, untilMs: 1 })).toBeNull();
    expect(unknownWithin(compute([]), { fromMs: 0, untilMs: 1 })).toBeNull();
  });
});
