import { parser } from '@prometheus-io/lezer-promql';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FACT_SET_NAMES, factSet, MINUTE_MS } from '../../src/facts/index.ts';
import { type AlertKind, type AlertQuestion, alertsOf } from '../../src/planner/apply/alerts.ts';
import { type Application, type Objectives, PROFILES } from '../../src/planner/index.ts';
import { alertRules } from '../../src/report/apply/alert-rules.ts';
import { PRESETS } from '../../src/trace/index.ts';
import { liveQueries } from '../../src/trace/prometheus/live-columns.ts';
import { load, USUAL, world } from '../planner/worlds.ts';
import { SETTINGS } from '../trace/read.ts';

/** The parts of an expression that the grammar of Prometheus rejects, each with its place. */
function faultsIn(expr: string): string[] {
  const faults: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) faults.push(`${from}-${to} of ${expr}`);
    },
  });
  return faults;
}

const KINDS: readonly AlertKind[] = [
  'throttled',
  'connections',
  'working set',
  'cold starts',
  'demand',
  'awake',
];
/** The sources of metrics about a compute. */
const WATCHED = ['neon', 'exporters'] as const;
const given = world([load([0.5])]);

/** The expressions of a file of rules, as Prometheus reads them. */
function expressions(question: AlertQuestion): Map<AlertKind, string> {
  const alerts = alertsOf(question);
  const application: Application = {
    current: null,
    recommendation: question.configuration,
    changes: { size: true, timeout: true, route: false },
    restarts: true,
    isRefused: false,
    mostConnections: 0,
    quiet: null,
    timezone: 'UTC',
    alerts,
  };
  const text = alertRules(application).join('\n');
  const rules: { readonly expr: string }[] = text === '' ? [] : parse(text).groups[0].rules;
  return new Map(rules.map(({ expr }, i) => [alerts[i]?.kind as AlertKind, expr]));
}

const size = fc
  .uniqueArray(fc.constantFrom(0.25, 0.5, 1, 2, 3, 8, 16, 56), { minLength: 1, maxLength: 2 })
  .map((ends) => ({ minCu: Math.min(...ends), maxCu: Math.max(...ends) }));
const bound = fc.option(fc.oneof(fc.nat(1_000_000), fc.double({ min: 0, max: 1, noNaN: true })));
const objectives: fc.Arbitrary<Objectives> = fc.oneof(
  fc.constantFrom(...Object.values(PROFILES)),
  fc
    .record({ throttled: bound, refused: bound, 'cache-hits': bound, 'cold-starts': bound })
    .map((told) => ({ ...PROFILES.balanced, ...told })),
);
const question: fc.Arbitrary<AlertQuestion> = fc
  .record({
    facts: fc.constantFrom(...FACT_SET_NAMES),
    burst: fc.boolean(),
    size,
    suspendAfterMs: fc.constantFrom(null, MINUTE_MS, 5 * MINUTE_MS),
    objectives,
    vcpu: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1000, noNaN: true })),
    awakeShare: fc.double({ min: 0, max: 1, noNaN: true }),
    breaksAt: fc.double({ min: 1, max: 100, noNaN: true }),
    preset: fc.constantFrom(...WATCHED),
  })
  .map(({ facts, burst, size: one, suspendAfterMs, vcpu, awakeShare, ...rest }) => ({
    ...rest,
    simulation: { ...given, facts: factSet(facts), assumptions: { ...given.assumptions, burst } },
    configuration: { ...USUAL, size: one, suspendAfterMs },
    busiest: { vcpu, awakeShare },
  }));

describe('rules for Prometheus', () => {
  test('are valid for Prometheus, whatever the configuration, the objectives and the metrics', () => {
    const seen = new Set<AlertKind>();
    fc.assert(
      fc.property(question, (asked) => {
        for (const [kind, expr] of expressions(asked)) {
          seen.add(kind);
          expect(faultsIn(expr)).toEqual([]);
        }
      }),
    );
    expect([...seen].sort()).toEqual([...KINDS].sort());
  });

  test.each(WATCHED)('pass the same check as the queries to a live server, with the names of %s', (name) => {
    const preset = PRESETS.find((one) => one.name === name) ?? null;
    for (const where of [null, 'job="shop"', '{job="shop",instance=~"a|b"}']) {
      const queries = liveQueries(preset, where, SETTINGS);
      expect(queries.length).toBeGreaterThan(2);
      for (const { query } of queries) expect(faultsIn(query)).toEqual([]);
    }
  });

  test.each([
    'max(host_load1 > 2',
    'avg_over_time((max(host_load1) > bool 2)[1d:1m) > 0.02',
    'count(count by compute_id (up))',
    'max(host_load1{endpoint_id=ENDPOINT_ID}) > 2',
    'rate(host_cpu_seconds_total[5m]) > > 1',
    'average_over_time(host_load1[1d]) > 1',
  ])('fail the check if they are invalid: %s', (expr) => {
    expect(faultsIn(expr)).not.toEqual([]);
  });
});
