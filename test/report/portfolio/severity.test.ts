import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Broken, type Configuration, OBJECTIVE_NAMES, type Plan } from '../../../src/planner/index.ts';
import type { PlannedDatabase } from '../../../src/report/portfolio/rows/planned-database.ts';
import { rowMaker } from '../../../src/report/portfolio/rows/portfolio-row.ts';
import { REASON_CODES } from '../../../src/report/portfolio/rows/reasons.ts';

const SLOW: Broken = { objective: 'throttled', found: 0.1, bound: 0.02 };
const SLOW_SOON: Broken = { ...SLOW, under: { demand: 1.2 } };
const BREAKS = { month: '2026-05', factor: 2, costPerMonth: 9, broken: [SLOW] };

const judged = (minCu: number, maxCu: number, suspendAfterMs: number | null, broken: Broken[] = []) => ({
  configuration: { size: { minCu, maxCu }, suspendAfterMs, route: 'direct' } satisfies Configuration,
  outcome: { costPerMonth: maxCu * 10, awakeShare: 0.5, cuHours: 100, wakesPerDay: 1 },
  isRun: true,
  broken,
});

type Judgement = ReturnType<typeof judged> | null;

const ROOMY = judged(2, 4, null);
const SMALL = judged(0.25, 2, 300_000);

const rowOf = rowMaker();

const planned = (verdict: Plan['verdict'], current: Judgement, recommendation: Judgement, more = {}) =>
  rowOf({
    name: 'orders',
    project: null,
    file: 'orders.csv',
    tags: {},
    member: null,
    key: '',
    horizonMs: 1e9,
    mayChangeSize: true,
    ruledOut: null,
    refused: null,
    lasting: null,
    background: null,
    withoutMemory: null,
    cpuBound: null,
    plan: {
      verdict,
      current,
      recommendation,
      nearest: recommendation === null ? judged(8, 8, null, [SLOW]) : null,
      neighbours: [],
      options: [],
      relaxations: [],
      basis: {},
      uncertainty: { recommendation: null },
    },
    ...more,
  } as unknown as PlannedDatabase);

describe('the severity of a database and its reasons', () => {
  test.each([
    ['wasteful', planned('change', ROOMY, SMALL), ['oversized-minimum', 'oversized-maximum', 'never-sleeps']],
    ['fine', planned('keep', SMALL, SMALL), []],
    [
      'at risk',
      planned('change', judged(0.25, 1, 60_000, [SLOW]), SMALL),
      ['undersized-maximum', 'sleeps-early', 'slow-queries'],
    ],
    [
      'at risk',
      planned('change', judged(1, 2, 3_600_000, [SLOW_SOON]), SMALL),
      ['oversized-minimum', 'sleeps-late', 'slow-queries', 'little-headroom'],
    ],
    ['at risk', planned('none', null, null), ['slow-queries', 'no-configuration', 'current-unknown']],
    ['at risk', planned('none', ROOMY, null), ['no-configuration']],
    ['at risk', planned('keep', SMALL, SMALL, { lasting: { breaks: BREAKS } }), ['outgrown']],
    ['fine', planned('keep', SMALL, SMALL, { lasting: { breaks: null } }), []],
    [
      'wasteful',
      planned('change', ROOMY, SMALL, { lasting: { breaks: BREAKS } }),
      ['oversized-minimum', 'oversized-maximum', 'never-sleeps', 'outgrown'],
    ],
    ['no data', planned('choose', null, SMALL), ['current-unknown']],
    [
      'fine',
      planned('keep', SMALL, SMALL, { refused: { facts: '2026-11', reasons: ['x'], nearest: null } }),
      ['may-be-refused'],
    ],
  ] as const)('%s', (severity, row, reasons) => {
    expect([row.severity, row.reasonCodes]).toEqual([severity, reasons]);
  });

  test('each objective has a reason', () => {
    for (const objective of OBJECTIVE_NAMES) {
      const broken = [{ objective, found: 1, bound: 0 }];
      const { reasonCodes } = planned('none', judged(1, 1, null, broken), null);
      expect(reasonCodes.length).toBe(2);
    }
  });

  test('all codes are in the docs, in the same order', () => {
    const page = readFileSync(new URL('../../../docs/many-databases.md', import.meta.url), 'utf8');
    const [, table = ''] = page.split('| reason codes |');
    const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
    const named = rows.flatMap((row) => row.split(' | ')[0]?.match(/[a-z]+(?:-[a-z]+)*(?=`)/g) ?? []);
    expect(named).toEqual(Object.keys(REASON_CODES));
  });

  test('codes are short words, because people type them into filters', () => {
    for (const code of Object.keys(REASON_CODES)) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});
