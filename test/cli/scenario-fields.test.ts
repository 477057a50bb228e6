import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const TABLE = ['time,busy', ...[0, 0.5, 0.5, 0].map((vcpu, i) => `2026-03-02T10:0${i}:00Z,${vcpu}`)].join(
  '\n',
);

const scenario = (more: string, file = 't.csv') => `why: Who?
start: 2026-03-02T10:00:00.000Z
timezone: Europe/Berlin
horizon: 4m
demand: [{ kind: trace, file: ${file}, map: ["cpu=busy:vcpu"]${more} }]
`;

const simulate = async (text: string, table = 't.csv') => {
  const { code, out, err } = await run(['simulate', 'in/s.yaml', '--json', '--no-compare'], {
    'in/s.yaml': text,
    [table]: TABLE,
  });
  return code === 0 ? JSON.parse(out) : err;
};

describe('fields of a scenario', () => {
  test('give the sizes in force of a trace, with local times in its zone', async () => {
    const one = await simulate(scenario(', capacity: 1'), 'in/t.csv');
    const then = await simulate(scenario(', capacity: "2026-03-02=1,2026-03-02T11:30=4"'), 'in/t.csv');
    expect([one.from, one.totals]).toEqual(['2026-03-02T10:00:00.000Z', then.totals]);
    expect(await simulate(scenario(', capacity: much'), 'in/t.csv')).toBe(
      'tidemark: in/s.yaml:5, demand[0].capacity: found "much"; write a size such as 2 or 0.25-2, or sizes with their times such as 2026-03-01=1,2026-03-10=0.25-2\n',
    );
  });

  test('may name a trace by an absolute path', async () => {
    const { totals } = await simulate(scenario(', capacity: 1', '/data/t.csv'), '/data/t.csv');
    expect(totals.cuHours).toBeGreaterThan(0);
  });

  const priced = (prices: string) => `why: Who?
horizon: 1h
prices: ${prices}
demand: [{ kind: poller, every: 1m }]
`;

  test('have prices as in a price list, which a flag replaces', async () => {
    const text = priced('{ date: 2025-06, computePerCuHour: { scale: 0.5 } }');
    const { prices, totals } = await simulate(text);
    expect([prices.date, prices.source]).toEqual(['2025-06', 'in/s.yaml']);
    expect(totals.cost).toBeCloseTo(totals.cuHours * 0.5, 5);
    const flag = await run(['simulate', 'in/s.yaml', '--json', '--no-compare', '--prices', 'p.yaml'], {
      'in/s.yaml': text,
      'p.yaml': 'date: 2025-07\ncomputePerCuHour: { scale: 0.25 }',
    });
    const other = JSON.parse(flag.out);
    expect([other.prices.date, other.totals.cost]).toEqual(['2025-07', expect.closeTo(totals.cost / 2, 5)]);
  });

  test.each([
    [
      priced('{ date: 2025-06, currency: EUR, computePerCuHour: {} }'),
      'in/s.yaml:3, prices.currency: the list is in EUR and leaves out launch, scale, storagePerGbMonth, restoreHistoryPerGbMonth, transferPerGb, branchPerMonth, known in USD only; add the missing prices, or use USD',
    ],
    [
      priced('{ date: 2025-06, computePerCuHour: { scael: 1 } }'),
      'in/s.yaml:3, prices.computePerCuHour.scael: this field is not known; did you mean scale?',
    ],
    [
      'why: Who?\nstart: 2026-02-30T10:00Z\nhorizon: 1h\ndemand: []\n',
      'in/s.yaml:2, start: found "2026-02-30T10:00Z"; write a local date such as 2026-03-02, or with a time such as 2026-03-02T09:00, or one in UTC such as 2026-03-02T08:00Z',
    ],
  ])('%s is a problem', async (text, message) => {
    expect(await simulate(text)).toBe(`tidemark: ${message}\n`);
  });
});
