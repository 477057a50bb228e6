import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runFull as run, run as runShort } from './run.ts';

const shipped = (path: string) => readFileSync(new URL(`../../scenarios/${path}`, import.meta.url), 'utf8');
const files = {
  'shop.yaml': shipped('bills/whole-bill.yaml'),
  'gallery.yaml': shipped('bills/transfer-quota.yaml'),
  'week.jsonl': shipped('traces/office-week.jsonl'),
  'november.json': shipped('actuals/shop-november-consumption.json'),
  'invoice.yaml': shipped('actuals/shop-november-invoice.yaml'),
  'broken.yaml':
    'months:\n  - month: 2026-11\n    total: 10\n    items: { storage: { amount: 2, quantity: many } }\n',
};
const json = async (...args: string[]) => JSON.parse((await run([...args, '--json'], files)).out);
const SHOP = [
  'plan',
  'shop.yaml',
  '--lowest',
  '0.25',
  '--highest',
  '4',
  '--timeouts',
  '5m',
  '--objective',
  'headroom=off',
];

describe('the bill of tidemark plan', () => {
  test('is before and after, line by line, from what the scenario states', async () => {
    const { bill, current, recommendation } = await json(...SHOP);
    const rest = 14.525 + 1.725161 + 2.1 + 8.1 + 2.903226 + 7;
    expect(bill.lines.map(({ line, amount }: { line: string; amount: number }) => [line, amount])).toEqual([
      ['storage', 14.525],
      ['branchStorage', 1.725161],
      ['restoreHistory', 2.1],
      ['snapshots', 8.1],
      ['branches', 2.903226],
      ['transfer', 7],
    ]);
    for (const [month, one] of [
      [bill.before, current],
      [bill.after, recommendation],
    ]) {
      expect(month.compute).toBeCloseTo(one.outcome.costPerMonth, 6);
      expect(month.cuHours).toBeCloseTo((one.outcome.cuHours * 744) / 168, 6);
      expect(month.total).toBeCloseTo(one.outcome.costPerMonth + rest, 6);
    }
    expect(bill.after.total).toBeLessThan(bill.before.total);
    expect(bill.isWhole).toBe(true);
  });

  test('is on the first screen and in the whole answer, in 80 columns', async () => {
    for (const answer of [await runShort(SHOP, files), await run(SHOP, files)]) {
      expect(answer.code).toBe(0);
      expect(answer.out).toMatch(/ +quantity +price +today +recommended\n/);
      expect(answer.out).toMatch(/public transfer +570 GB, 500 free +\$0\.10 +\$7\.00 +\$7\.00\n/);
      expect(answer.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });

  test('is null if nothing but compute is known, and flags alone make one', async () => {
    const week = [
      'plan',
      'week.jsonl',
      '--facts',
      '2026-11',
      '--plan',
      'launch',
      '--highest',
      '2',
      '--timeouts',
      '5m',
    ];
    expect((await json(...week)).bill).toBe(null);
    const { bill } = await json(
      ...week,
      '--storage',
      '20GB',
      '--transfer',
      '600GB',
      '--restore-history',
      '5GB',
    );
    expect(bill.before).toBe(null);
    expect(
      bill.lines.map(({ amount, source }: { amount: number; source: string }) => [amount, source]),
    ).toEqual([
      [7, 'stated'],
      [1, 'stated'],
      [10, 'stated'],
    ]);
  });

  test('has unknown lines with the reason, and a total that is at least so much', async () => {
    const asked = [...SHOP, '--facts', '2026-08'];
    const { bill } = await json(...asked);
    expect(bill.isWhole).toBe(false);
    const { out } = await run(asked, files);
    expect(out).toContain('total, at least');
    expect(out).toContain('Snapshots: the fact set 2026-08 does not state a price of snapshots.');
  });

  test('comes from consumption history too, which goes before the scenario', async () => {
    const { bill } = await json(...SHOP, '--actual', 'november.json');
    const [storage] = bill.lines;
    expect([storage.line, storage.source]).toEqual(['storage', 'metered']);
    // The mean size of November, for a month of 744 hours.
    expect(storage.quantity).toBeCloseTo(41.5, 9);
  });

  test('says first when a free project is suspended and by whom, and exits with 1', async () => {
    const asked = ['plan', 'gallery.yaml', '--highest', '0.25', '--objective', 'headroom=off'];
    const { code, out } = await runShort(
      [
        ...asked,
        ...['delay-p95', 'delay-p99', 'cold-starts', 'cache-hits', 'delayed-clients'].flatMap((name) => [
          '--objective',
          `${name}=off`,
        ]),
      ],
      files,
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /\n\nNo configuration keeps this project running: the free plan suspends it on\n2026-11-22 \d\d:\d\d UTC, when its transfer passes 5 GB\. It would transfer 7\.8 GB in\nthe month\. "download" transfers 59% of it\. Paid plans have no such quota\.\n/,
    );
    const off = [...asked, '--objective', 'quota=off', '--transfer', '4GB', '--storage', '450MB'];
    const { bill } = await json(...off);
    expect(bill.mostTransfer).toBe(null);
    expect(bill.quotas).toEqual([
      // The scenario still states how much it grows.
      {
        quota: 'storage',
        limitGb: 0.5,
        usedGb: 0.51,
        isMet: false,
        passedAt: new Date(Date.UTC(2026, 10, 2, 5) + (744 * 3_600_000 * 50) / 60).toISOString(),
      },
      { quota: 'transfer', limitGb: 5, usedGb: 4, isMet: true, passedAt: null },
    ]);
  });

  test('is written into the scenario of a plan, with what flags state', async () => {
    const flags = ['--storage', '30GB', '--restore-history', '5GB', '--write-scenario', 'own.yaml'];
    const { written } = await run([...SHOP, ...flags], files);
    expect(written['own.yaml']).toContain('storage: 30GB');
    expect(written['own.yaml']).not.toMatch(/written:|restoreWindow:/);
    const own = { ...files, 'own.yaml': written['own.yaml'] as string };
    const { bill } = JSON.parse((await run(['simulate', 'own.yaml', '--no-compare', '--json'], own)).out);
    const [storage, , history] = bill.lines;
    expect([storage.quantity, history.line, history.quantity]).toEqual([31.5, 'restoreHistory', 5]);
    const week = ['plan', 'week.jsonl', '--facts', '2026-11', '--highest', '4', '--timeouts', '5m'];
    const ofTrace = await run([...week, '--transfer', '600GB', '--write-scenario', 'own.yaml'], files);
    expect(ofTrace.written['own.yaml']).toMatch(/\nbill:\n {2}transfer: 600GB\n/);
  });

  test.each([
    [
      ['--storage', '20'],
      '--storage: found "20"; write an amount with its unit, such as 500MB or 20GB (a GB is 10^9 bytes), 1000TB at most',
    ],
    [
      ['--transfer', 'much'],
      '--transfer: found "much"; write an amount with its unit, such as 500MB or 20GB (a GB is 10^9 bytes), 1000TB at most',
    ],
  ])('refuses %j', async (flags, problem) => {
    const { code, err } = await run(['plan', 'week.jsonl', ...flags], files);
    expect([code, err.trim()]).toEqual([2, `tidemark: ${problem}`]);
  });
});

describe('the bill of tidemark simulate', () => {
  test('has one column, and the same lines as that of a plan', async () => {
    const { bill, totals } = await json('simulate', 'shop.yaml', '--no-compare');
    expect(bill.before).toBe(null);
    expect(bill.after.compute).toBeCloseTo(totals.costPerMonth, 6);
    expect(bill.lines).toHaveLength(6);
    const { out } = await run(['simulate', 'shop.yaml', '--no-compare'], files);
    expect(out).toMatch(/ +quantity +price +a month\n/);
  });
});

describe('an invoice of tidemark check', () => {
  const CHECK = ['check', 'shop.yaml', '--actual', 'november.json', '--bill', 'invoice.yaml'];

  test('is explained line by line, the largest difference first', async () => {
    const { code, out } = await run(CHECK, files);
    expect(code).toBe(0);
    expect(out).toContain(
      `The invoice of 2026-11 is $49.73 more than expected: Public network transfer
+$40.00, Extra branches +$9.73.

Line by line:
  - Public network transfer: this is the amount by the plan launch of 2026-08.
    Expected 570.5 GB less 500 x $0.10 = $7.05.
  - Extra branches: the plan includes 6.48 branch-months, which was billed too.
    Expected 8.39 branch-months less 6.48 x $1.50 = $2.85.
`,
    );
    const { invoice } = await json(...CHECK);
    expect(
      invoice.months[0].lines.map(({ line, reason }: { line: string; reason: { kind: string } }) => [
        line,
        reason.kind,
      ]),
    ).toEqual([
      ['compute', 'as expected'],
      ['storage', 'as expected'],
      ['branchStorage', 'as expected'],
      ['restoreHistory', 'as expected'],
      ['snapshots', 'as expected'],
      ['branches', 'included'],
      ['transfer', 'terms'],
    ]);
    expect(invoice.months[0].lines[6]).toEqual({
      name: 'Public network transfer',
      line: 'transfer',
      billed: { amount: 47.05, quantity: null, price: null },
      price: 0.1,
      expected: {
        quantity: expect.closeTo(570.5, 9),
        included: expect.closeTo(500, 9),
        amount: 7.05,
        source: 'metered',
        known: 1,
      },
      difference: 40,
      reason: { kind: 'terms', as: { facts: '2026-08', plan: 'launch' } },
    });
  });

  test('can be --actual itself, and is then held against what the scenario states', async () => {
    const { invoice } = await json('check', 'shop.yaml', '--actual', 'invoice.yaml');
    const [, storage] = invoice.months[0].lines;
    expect([storage.expected.source, storage.reason.kind]).toEqual(['stated', 'as expected']);
  });

  test('with a mistake is refused with its line', async () => {
    const { code, err } = await run(['check', 'shop.yaml', '--bill', 'broken.yaml'], files);
    expect(code).toBe(2);
    expect(err).toContain(
      'broken.yaml:4, months[0].items.storage.quantity: found "many"; write a quantity from 0 on, such as 175',
    );
    const missing = await run(['check', 'shop.yaml', '--bill', 'absent.yaml'], files);
    expect([missing.code, missing.err]).toEqual([
      2,
      expect.stringContaining('absent.yaml: there is no such file'),
    ]);
  });
});
