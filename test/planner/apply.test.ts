import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  applicationOf,
  type Configuration,
  configurationOf,
  type Minute,
  PROFILES,
  quietTime,
  usageOf,
} from '../../src/planner/index.ts';
import { PRESETS } from '../../src/trace/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { compute, group, mean, simulation } from '../simulator/worlds.ts';
import { load, USUAL, world } from './worlds.ts';

const MONDAY = Date.UTC(2026, 2, 2);

/** A whole week, in which each minute is as the function says. */
function week(of: (minute: number) => Pick<Minute, 'connections' | 'vcpu'>): Minute[] {
  return Array.from({ length: 7 * 24 * 60 }, (_, at) => ({ localMs: MONDAY + at * MINUTE_MS, ...of(at) }));
}

describe('the quietest time of a week', () => {
  test('has the fewest open connections, and lasts as long as they stay so few', () => {
    const quiet = week((at) => {
      const hour = at / 60;
      // Tuesday from 03:10 to 05:00.
      const isQuiet = hour >= 27 + 1 / 6 && hour < 29;
      return { connections: isQuiet ? 2 : 20, vcpu: isQuiet ? 0.1 : 0.05 };
    });
    expect(quietTime(quiet)).toEqual({
      weekday: 2,
      fromMs: 3 * HOUR_MS + 10 * MINUTE_MS,
      untilMs: 5 * HOUR_MS,
      connections: 2,
      vcpu: expect.closeTo(0.1, 10),
    });
  });

  test('has the least CPU among equal connections, also over midnight and Sunday', () => {
    const late = week((at) => ({ connections: 5, vcpu: at >= 7 * 1440 - 30 || at < 30 ? 0.1 : 1 }));
    expect(quietTime(late)).toMatchObject({ weekday: 0, fromMs: 23.5 * HOUR_MS, untilMs: 24.5 * HOUR_MS });
  });

  test('is missing if no whole hour is known', () => {
    expect(quietTime([])).toBeNull();
    expect(quietTime(week(() => ({ connections: 0, vcpu: 0 })).slice(0, 49))).toBeNull();
  });

  test('has no quieter hour in the week', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 168, maxLength: 168 }), (hours) => {
        const found = quietTime(week((at) => ({ connections: hours[Math.floor(at / 60)] ?? 0, vcpu: 0 })));
        expect(found?.connections).toBe(Math.min(...hours));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the use of a compute, minute by minute', () => {
  test('is the demand in local time, without unknown samples', () => {
    const values = Array.from({ length: 180 }, (_, at) => (at < 60 ? 0.5 : at < 120 ? Number.NaN : 1));
    const { minutes, busiest } = usageOf(world([load(values)], 3 * HOUR_MS), {
      ...USUAL,
      suspendAfterMs: null,
    });
    expect(minutes).toHaveLength(120);
    expect(minutes[0]?.localMs).toBe(MONDAY);
    expect(minutes[30]?.vcpu).toBeCloseTo(0.5, 6);
    expect(minutes.at(-1)).toMatchObject({ connections: 10, vcpu: expect.closeTo(1, 3) });
    expect(busiest.vcpu).toBeCloseTo(0.5, 2);
  });

  test('counts the connections of the pooler, which a restart drops too', () => {
    const pooled = group(8, mean(100), { wait: constant(10_000) }, { route: 'pooler' });
    const given = simulation({ horizonMs: 10 * MINUTE_MS, computes: [compute([pooled])] });
    expect(usageOf(given, configurationOf(given)).minutes.at(-1)?.connections).toBe(8);
  });
});

describe('the application of a plan', () => {
  const recommendation: Configuration = { ...USUAL, size: { minCu: 0.5, maxCu: 2 } };
  const given = { ...world([load([0.5])], DAY_MS), zone: createZone('Europe/Berlin') };
  const asked = { simulation: given, recommendation, objectives: PROFILES.balanced, breaksAt: null };

  test.each([
    [null, { size: true, timeout: true, route: false }, true],
    [USUAL, { size: true, timeout: false, route: false }, true],
    [{ ...recommendation, suspendAfterMs: null }, { size: false, timeout: true, route: false }, false],
    [recommendation, { size: false, timeout: false, route: false }, false],
  ])('from %j', (current, changes, restarts) => {
    const found = applicationOf({ ...asked, current, preset: 'neon' });
    expect([found.changes, found.restarts]).toEqual([changes, restarts]);
  });

  test('is refused by a plan of the service without changes of size', () => {
    const found = (plan: 'free' | 'scale', current: Configuration) =>
      applicationOf({ ...asked, simulation: { ...given, plan }, current, preset: 'neon' }).isRefused;
    expect([found('free', USUAL), found('scale', USUAL), found('free', recommendation)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each(['neon', 'exporters'] as const)(
    'alerts name metrics of the preset %s and no others',
    (preset) => {
      const { alerts } = applicationOf({ ...asked, current: null, preset });
      expect(alerts.length).toBeGreaterThan(2);
      const known = PRESETS.find(({ name }) => name === preset)?.rules.map(
        ({ selector }) => selector.split('{')[0],
      );
      for (const { expr } of alerts) {
        const named = expr.match(/[a-z_]+\d?(?=\{)|\b(?:node|pg|host|neon)_\w+/g) ?? [];
        expect(named.length).toBeGreaterThan(0);
        for (const name of named) expect(known).toContain(name);
      }
    },
  );

  test('has no alert without an objective', () => {
    const objectives = { ...PROFILES.balanced, throttled: null, refused: null, 'cache-hits': null };
    const { alerts } = applicationOf({ ...asked, objectives, current: null, preset: 'neon' });
    const kinds = alerts.map(({ kind }) => kind);
    for (const kind of ['throttled', 'connections', 'working set'] as const)
      expect(kinds).not.toContain(kind);
  });

  test('has alerts with the bounds of the objectives and of the size', () => {
    const { alerts } = applicationOf({ ...asked, current: null, preset: 'neon' });
    const bounds = Object.fromEntries(alerts.map(({ kind, bound }) => [kind, bound]));
    expect(bounds).toMatchObject({ throttled: 0.02, connections: 894, 'cold starts': 24 });
    const [throttled] = alerts;
    expect(throttled?.expr).toBe(
      'avg_over_time((max(host_load1{endpoint_id="ENDPOINT_ID"}) > bool 2)[1d:1m]) > 0.02',
    );
  });
});
