import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billOfFlags, readBill, readDocument, readHistory } from '../../src/scenario/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { problemsOf } from './problems-of.ts';

const bill = (text: string) => readBill(readDocument(text, 'bill.yaml'));
const berlin = createZone('Europe/Berlin');
const [FROM, UNTIL] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 31)];
const history = (text: string) => readHistory(readDocument(text, 'history.yaml'), berlin, FROM, UNTIL);

describe('a bill', () => {
  test('has a total and fixed items, whether its file states the total or the compute', () => {
    const march = {
      fromMs: Date.UTC(2026, 2),
      untilMs: Date.UTC(2026, 3),
      computeMicros: 41_200_000,
      items: [{ name: 'storage', micros: 12_400_000 }],
      totalMicros: 53_600_000,
    };
    for (const amounts of ['total: 53.6', 'compute: 41.2', 'total: 53.6, compute: 41.20'])
      expect(bill(`months: [{ month: 2026-03, ${amounts}, items: { storage: 12.4 } }]`)).toEqual({
        currency: null,
        project: null,
        months: [march],
      });
    expect(billOfFlags(['2026-04=2', ' 2026-03=53.6 EUR'.replace(' EUR', '')], '--bill').months).toEqual([
      { ...march, computeMicros: 53_600_000, items: [] },
      {
        fromMs: Date.UTC(2026, 3),
        untilMs: Date.UTC(2026, 4),
        computeMicros: 2_000_000,
        items: [],
        totalMicros: 2_000_000,
      },
    ]);
  });

  test.each([
    [
      'amounts that do not add up',
      '{ month: 2026-03, total: 20, compute: 10, items: { storage: 4 } }',
      'months[0].total: compute and items add up to 14.00, and the total is 20.00; add the 6.00 that are missing as an item',
    ],
    [
      'items above the total',
      '{ month: 2026-03, total: 3, items: { storage: 4 } }',
      'months[0].items: the items are more than the total; correct one of them',
    ],
    [
      'nothing billed',
      '{ month: 2026-03 }',
      'months[0].month: it has neither a total nor the cost of compute; write one of them, or both',
    ],
    [
      'no month',
      '{ month: March, total: 3 }',
      'months[0].month: found "March"; write a month such as 2026-03',
    ],
    [
      'an unknown field',
      '{ month: 2026-03, totel: 3 }',
      'months[0].totel: this field is not known; did you mean total?',
    ],
  ])('%s is a problem', (_, month, problem) => {
    expect(problemsOf(() => bill(`months:\n  - ${month}`))).toEqual([`bill.yaml:2, ${problem}`]);
  });

  test('with a month twice or with two currencies is a problem', () => {
    const twice = 'months:\n  - { month: 2026-03, total: 3 }\n  - { month: 2026-03, total: 3 }';
    expect(problemsOf(() => bill(twice))).toEqual([
      'bill.yaml:3, months[1].month: 2026-03 is already in the bill; write each month once',
    ]);
    expect(problemsOf(() => billOfFlags(['2026-03=1', '2026-03=2'], '--bill'))).toEqual([
      '--bill: 2026-03 is given twice; give each month once',
    ]);
    expect(problemsOf(() => billOfFlags(['2026-03=1EUR', '2026-04=2USD'], '--bill'))).toEqual([
      '--bill: its months are in different currencies; give all in one',
    ]);
  });
});

describe('a history of configurations', () => {
  test('is sorted by its local times', () => {
    const text = `configurations:
  - { from: 2026-03-29T04:00, configuration: "1-4, 5m" }
  - { from: 2026-02-01, until: 2026-03-29T04:00, configuration: "1, off" }`;
    expect(history(text)).toEqual([
      {
        fromMs: Date.UTC(2026, 0, 31, 23),
        configuration: '1, off',
        place: { file: 'history.yaml', line: 3, field: 'configurations[1].configuration' },
      },
      {
        // Clocks have gone forward in the night.
        fromMs: Date.UTC(2026, 2, 29, 2),
        configuration: '1-4, 5m',
        place: { file: 'history.yaml', line: 2, field: 'configurations[0].configuration' },
      },
    ]);
  });

  test.each([
    [
      'two configurations at once',
      ['from: 2026-03-01, until: 2026-03-08', 'from: 2026-03-05T12:00'],
      '2, configurations[0].until: two configurations overlap from 2026-03-05T12:00 to 2026-03-08T00:00; write until: ' +
        '2026-03-05T12:00, or leave it out: a configuration is in force until the next one',
    ],
    [
      'two that begin together',
      ['from: 2026-03-01', 'from: 2026-03-01'],
      '3, configurations[1].from: two configurations begin at 2026-03-01T00:00; leave one of them out',
    ],
    [
      'a time without a configuration',
      ['from: 2026-03-01, until: 2026-03-03', 'from: 2026-03-05'],
      '2, configurations[0].until: no configuration is stated from 2026-03-03T00:00 on; add a configuration from: ' +
        '2026-03-03T00:00, or leave until out',
    ],
    [
      'an end before the beginning',
      ['from: 2026-03-01, until: 2026-02-01'],
      '2, configurations[0].until: it ends before it begins; write a time after 2026-03-01T00:00',
    ],
    [
      'a beginning after that of the trace',
      ['from: 2026-03-02'],
      '2, configurations[0].from: the trace begins at 2026-03-01T01:00, before the first configuration; write from: ' +
        '2026-03-01T01:00 or earlier, or add the configuration before',
    ],
  ])('%s is a problem', (_, entries, problem) => {
    const text = entries.map((entry) => `  - { ${entry}, configuration: "1" }`).join('\n');
    expect(problemsOf(() => history(`configurations:\n${text}`))).toEqual([`history.yaml:${problem}`]);
  });
});

test('any text gives a bill, a history or a problem, never a crash', () => {
  const field = fc.constantFrom(
    'months',
    'month',
    'total',
    'items',
    'configurations',
    'from',
    'until',
    'configuration',
  );
  const value = fc.oneof(
    fc.constantFrom('2026-03', '2026-03-01', '1, off', 3, -1, null),
    fc.anything({ maxDepth: 2 }),
  );
  const entry = fc.dictionary(field, value);
  const nearly = fc
    .record({ months: fc.array(entry), configurations: fc.array(entry) }, { requiredKeys: [] })
    .map((one) => JSON.stringify(one));
  fc.assert(
    fc.property(fc.oneof(nearly, fc.json(), fc.string()), (text) => {
      for (const problem of problemsOf(() => bill(text))) expect(problem).toMatch(/^bill\.yaml/);
      for (const problem of problemsOf(() => history(text))) expect(problem).toMatch(/^history\.yaml/);
    }),
    { numRuns: 100 },
  );
});
