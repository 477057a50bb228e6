import { expect, test } from 'vitest';
import { chartsOf, type ResultDocument, readResultDocument, themed } from '../../src/picture/index.ts';
import { light } from './documents.ts';

const portfolio = readResultDocument(
  {
    schema: 'tidemark/portfolio-plan',
    version: 3,
    currency: 'USD',
    totals: { compared: 2, costNow: 108, costThen: 84.5, saving: 23.5 },
    databases: [
      { name: 'orders', project: 'office', costNow: 68, costThen: 42.5, saving: 25.5 },
      { name: 'reports', project: null, costNow: 40, costThen: 42, saving: -2 },
      { name: 'new', project: null, costNow: null, costThen: 210, saving: null },
    ],
  } as never,
  'portfolio.json',
);

const outcome = (costPerMonth: number, throttledShare: number) => ({ costPerMonth, throttledShare });
const configuration = (minCu: number, maxCu: number, suspendAfterMs: number | null) => ({
  size: { minCu, maxCu },
  suspendAfterMs,
  route: 'direct',
});
const broken = [{ objective: 'throttled', found: 0.09, bound: 0.02 }];
const recommendation = {
  configuration: configuration(0.25, 2, 300_000),
  outcome: outcome(41.8, 0.004),
  broken: [],
};
const plan = readResultDocument(
  {
    schema: 'tidemark/plan',
    version: 3,
    why: null,
    currency: 'USD',
    verdict: 'change',
    recommendation,
    current: { configuration: configuration(1, 2, 300_000), outcome: outcome(67.5, 0.003), broken: [] },
    nearest: null,
    runnersUp: [],
    frontier: [
      recommendation,
      { configuration: configuration(0.25, 0.25, 60_000), outcome: outcome(16, 0.09), broken },
    ],
    baselines: [
      { name: 'default', why: '', ...recommendation },
      {
        name: 'peak',
        why: '',
        configuration: configuration(2, 2, null),
        outcome: outcome(330, 0),
        broken: [],
      },
    ],
    neighbours: [],
    growth: { keptAt: 1.5, breaksAt: 2, broken },
    uncertainty: {
      recommendation: { costPerMonth: { low: 39, high: 44 } },
      current: { costPerMonth: { low: 64, high: 70 } },
    },
  } as never,
  'plan.json',
);

const charts = (document: ResultDocument) => chartsOf(document, light);

test.each([...charts(portfolio), ...charts(plan)].map((chart) => [chart.name, chart] as const))(
  '%s equals the specification that was reviewed',
  async (name, chart) => {
    const spec = `${JSON.stringify(themed(chart, light), null, 2)}\n`;
    await expect(spec).toMatchFileSnapshot(`golden/${name}.vl.json`);
  },
);

test('findings state the figures', () => {
  expect([...charts(portfolio), ...charts(plan)].map(({ finding }) => finding)).toEqual([
    '2 databases cost $108.00 a month today, and $84.50 with the recommendations: $23.50 less.',
    '0.25 to 2 CU, sleep after 5m costs $41.80 a month, $25.70 less than today.',
    'A month of the recommendation is expected to cost $39.00 to $44.00, and one of the current configuration $64.00 to $70.00.',
    'The recommendation holds up to 1.5 times the demand; at 2 times it breaks: throttled 9%, above 2%.',
  ]);
});
