import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

/** Fifteen days of March of a compute that never sleeps and stays at its minimum. */
const trace = [
  'time,cpu_vcpu',
  ...Array.from(
    { length: 15 * 24 },
    (_, i) => `${new Date(Date.UTC(2026, 2, 10) + i * 3_600_000).toISOString()},0.1`,
  ),
].join('\n');
const LIST = `databases:
  - { name: orders, project: shop, file: one.csv, current: "2, off" }
  - { name: carts, project: shop, file: one.csv, current: "1-4, off" }
  - { name: wiki, project: office, file: one.csv, current: "1, off" }
  - { name: new, project: shop, file: one.csv }
  - { name: lost, project: shop, file: gone.csv, current: "1, off" }
`;
const FILES = { 'all.yaml': LIST, 'one.csv': trace };
const MAP = ['--map', 'cpu=cpu_vcpu:vcpu'];
/** 31 days of one CU at 0.222 USD an hour. */
const CU_MONTH = 31 * 24 * 0.222;

const documentOf = async (args: readonly string[]) => {
  const { out, code, err } = await run([...args, ...MAP, '--json'], FILES);
  return { code, err, document: out === '' ? null : JSON.parse(out) };
};

describe('the bill of a project compared with the sum over its databases', () => {
  test('is compared by month, with each database and those that are left out', async () => {
    const { document } = await documentOf([
      'check',
      'all.yaml',
      '--project',
      'shop',
      '--bill',
      '2026-03=500',
    ]);
    const { schema, months, databases, left } = document;
    expect(schema).toBe('tidemark/bill-of-many');
    expect(months).toMatchObject([{ month: '2026-03', databases: 2, billed: 500 }]);
    expect(months[0].replayed).toBeCloseTo(3 * CU_MONTH, 2);
    expect(months[0].error).toBeCloseTo((3 * CU_MONTH) / 500 - 1, 5);
    expect(months[0].known).toBeCloseTo(15 / 31, 6);
    expect(
      databases.map(({ name, costs }: { name: string; costs: number[] }) => [name, costs.length]),
    ).toEqual([
      ['orders', 1],
      ['carts', 1],
    ]);
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['new', 'lost']);
    expect(left[0].problems).toMatchObject([{ found: 'its current configuration is unknown' }]);
  });

  test('says in words by how much it is off, and where to look', async () => {
    const words = async (billed: string) =>
      (await run(['check', 'all.yaml', '--bill', `2026-03=${billed}`, ...MAP], FILES)).out.replaceAll(
        '\n',
        ' ',
      );
    expect(await words('1000')).toContain(
      'Replays of 3 of 5 databases cost $660.67, 33.9% less than the $1000.00 billed. Billed: --bill. Look for databases that are missing from the list',
    );
    expect(await words('600')).toContain(
      '10.1% more than the $600.00 billed. Billed: --bill. Look for databases that this bill does not cover',
    );
    expect(await words('661')).toContain('This is close enough to rely on.');
  });

  test('may name its project itself, and months without a replay stay empty', async () => {
    const bill =
      'project: office\nmonths:\n  - { month: 2026-02, compute: 1 }\n  - { month: 2026-03, compute: 170 }\n';
    const { out } = await run(['check', 'all.yaml', '--actual', 'bill.yaml', ...MAP, '--json'], {
      ...FILES,
      'bill.yaml': bill,
    });
    const { months, databases } = JSON.parse(out);
    expect(databases).toMatchObject([{ name: 'wiki' }]);
    expect(databases[0].costs[0]).toBeNull();
    expect(databases[0].costs[1]).toBeCloseTo(CU_MONTH, 2);
    expect(months[0]).toMatchObject({ databases: 0, replayed: 0, error: null, known: null });
    const words = await run(['check', 'all.yaml', '--actual', 'bill.yaml', ...MAP], {
      ...FILES,
      'bill.yaml': bill,
    });
    expect(words.out).toContain('cost $165.17, 2.8% less than the $170.00');
  });

  test('is on the page of a plan too, with the same figures', async () => {
    const args = ['--project', 'shop', '--bill', '2026-03=500'];
    const check = await documentOf(['check', 'all.yaml', ...args]);
    const plan = await documentOf(['plan', 'all.yaml', ...args]);
    expect(plan.document.bill.months).toEqual(check.document.months);
    const { out } = await run(['plan', 'all.yaml', ...args, ...MAP], FILES);
    expect(out).toContain('Replays of 2 of 4 databases cost $495.50, 0.9% less than the $500.00');
  });

  test.each([
    [
      ['--project', 'shop'],
      '--project: it selects the databases of a bill; give the bill too, such as --bill 2026-03=420.00, or leave it out',
    ],
    [['--project', 'sho', '--bill', '2026-03=1'], '--project: no database is of sho; name shop or office'],
    [
      [],
      '--bill: there is no bill to compare the list with; give what was billed, such as --bill 2026-03=420.00',
    ],
    [
      ['--bill', '2026-03=1', '--expected', 'plan.json'],
      '--expected: this flag is for one database; leave it out, or name one of the list',
    ],
    [
      ['--bill', '2026-03=1EUR'],
      '--bill: the bill is in EUR, and prices are in USD; give prices in EUR, or the bill in USD',
    ],
  ])('%j is a problem', async (args, message) => {
    const { code, err } = await run(['check', 'all.yaml', ...args, ...MAP], FILES);
    expect([code, err]).toEqual([2, `tidemark: ${message}\n`]);
  });
});
