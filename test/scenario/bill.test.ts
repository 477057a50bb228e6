import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/facts/index.ts';
import { parseBilledBytes, readBill, readDocument, readScenario } from '../../src/scenario/index.ts';
import { problemsOf } from './problems-of.ts';

const scenario = (bill: string, head = 'facts: "2026-11"\nplan: launch') =>
  readScenario(
    readDocument(
      `why: What is the bill?
horizon: 1h
${head}
compute: { size: 1 }
demand: [{ name: shop, kind: load, vcpu: 0.1 }]
bill: ${bill}
`,
      'bill.yaml',
    ),
  );
const problems = (bill: string, head?: string) => problemsOf(() => scenario(bill, head));

describe('the bill of a scenario', () => {
  test('has every quantity in bytes, whose GB are decimal', () => {
    expect(
      scenario(
        '{ storage: 20GB, growth: 500MB, branches: [{ count: 12, changes: 200MB, lasts: 8h }, { changes: 1GiB, size: 2TB }], written: 1.5GB, restoreWindow: 7d, snapshots: 1TB, transfer: { shop: 3GB }, privateTransfer: 0B }',
      ).use,
    ).toEqual({
      storageBytes: 20e9,
      growthBytes: 5e8,
      branches: [
        { count: 12, changesBytes: 2e8, sizeBytes: null, lastsMs: 8 * HOUR_MS },
        { count: 1, changesBytes: 1024 ** 3, sizeBytes: 2e12, lastsMs: null },
      ],
      historyBytes: null,
      writtenBytesPerDay: 1.5e9,
      restoreWindowMs: 7 * DAY_MS,
      snapshotBytes: 1e12,
      transferBytes: 3e9,
      transferBy: [{ demand: 'shop', bytes: 3e9 }],
      privateTransferBytes: 0,
    });
    const { storageBytes, transferBytes, transferBy } = scenario('{ transfer: 300GB }').use ?? {};
    expect([storageBytes, transferBytes, transferBy]).toEqual([null, 300e9, []]);
  });

  test.each([
    [
      'an amount without a unit',
      '{ storage: 20 }',
      'bill.yaml:7, bill.storage: found 20; write an amount with its unit, such as 500MB or 20GB (a GB is 10^9 bytes), 1000TB at most',
    ],
    [
      'a misspelt field',
      '{ storge: 20GB }',
      'bill.yaml:7, bill.storge: this field is not known; did you mean storage?',
    ],
    [
      'growth of an unknown size',
      '{ growth: 2GB }',
      'bill.yaml:7, bill.growth: the size that grows is missing; write storage, the size at the start',
    ],
    [
      'two sizes of the history',
      '{ restoreHistory: 2GB, written: 1GB }',
      'bill.yaml:7, bill.written: restoreHistory already states the size; leave one of them out',
    ],
    [
      'a window without a history',
      '{ restoreWindow: 2d }',
      'bill.yaml:7, bill.restoreWindow: it needs what is written in a day; write written, such as 500MB, or leave it out',
    ],
    [
      'a window that the plan does not have',
      '{ written: 1GB, restoreWindow: 10d }',
      'bill.yaml:7, bill.restoreWindow: the launch plan keeps history for 7d at most; write a shorter time, or use the plan scale',
    ],
    [
      'a demand that does not exist',
      '{ transfer: { shop: 1GB, exports: 2GB } }',
      'bill.yaml:7, bill.transfer.exports: there is no such demand; use shop',
    ],
    [
      'more branches than a project has',
      '{ branches: [{ count: 5000, changes: 1MB }] }',
      'bill.yaml:7, bill.branches: with the root branch these are 5001 branches; a project has 5000 at most',
    ],
    [
      'a branch without changes',
      '{ branches: [{ count: 2 }] }',
      'bill.yaml:7, bill.branches[0].changes: found nothing; write an amount with its unit, such as 500MB or 20GB (a GB is 10^9 bytes), 1000TB at most',
    ],
  ])('refuses %s, with its line', (_, written, problem) => {
    expect(problems(written)).toEqual([problem]);
  });

  test('has no limits that the fact set does not state', () => {
    const old = 'facts: "2026-08"\nplan: launch';
    expect(
      problems('{ written: 1GB, restoreWindow: 300d, branches: [{ count: 5000, changes: 1MB }] }', old),
    ).toEqual([]);
  });

  test('reads amounts as people write them, and refuses all others', () => {
    expect(
      ['20GB', ' 1.5TB', '7B', '2KiB', '1001TB', '20', 'GB', '-1GB', '1e3GB'].map(parseBilledBytes),
    ).toEqual([20e9, 1.5e12, 7, 2048, null, null, null, null, null]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom('B', 'KB', 'MB'), (amount, unit) => {
        const factor = { B: 1, KB: 1e3, MB: 1e6 }[unit];
        expect(parseBilledBytes(`${amount}${unit}`)).toBe(
          amount * (factor ?? 0) <= 1e15 ? amount * (factor ?? 0) : null,
        );
      }),
    );
  });
});

describe('a line of an invoice', () => {
  const invoice = (line: string) =>
    readBill(
      readDocument(
        `months:\n  - month: 2026-11\n    total: 50\n    items:\n      storage: ${line}\n`,
        'invoice.yaml',
      ),
    );

  test('has a quantity and a price if the invoice has them', () => {
    const items = (line: string) => invoice(line).months[0]?.items;
    expect(items('7')).toEqual([{ name: 'storage', micros: 7_000_000 }]);
    expect(items('{ amount: 7, quantity: 20 }')).toEqual([
      { name: 'storage', micros: 7_000_000, quantity: 20, priceMicros: null },
    ]);
    expect(items('{ amount: 7, quantity: 20, price: 0.35 }')).toEqual([
      { name: 'storage', micros: 7_000_000, quantity: 20, priceMicros: 350_000 },
    ]);
  });

  test.each([
    [
      'no amount',
      '{ quantity: 20 }',
      'invoice.yaml:5, months[0].items.storage.amount: found nothing; write an amount from 0 on, such as 41.20',
    ],
    [
      'a misspelt field',
      '{ amount: 7, quantity: 20, prize: 0.35 }',
      'invoice.yaml:5, months[0].items.storage.prize: this field is not known; did you mean price?',
    ],
    [
      'a quantity that is text',
      '{ amount: 7, quantity: 20 GB }',
      'invoice.yaml:5, months[0].items.storage.quantity: found "20 GB"; write a quantity from 0 on, such as 175',
    ],
    [
      'an amount that is text',
      'seven',
      'invoice.yaml:5, months[0].items.storage: found "seven"; write an amount such as 12.40, or { amount: 12.40, quantity: 35.43, price: 0.35 }',
    ],
  ])('with %s is refused with its line', (_, written, problem) => {
    expect(problemsOf(() => invoice(written))).toEqual([problem]);
  });
});
