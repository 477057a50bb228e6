import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FactSetName, factSet, isFactSetName } from '../../src/facts/index.ts';
import { InvariantError } from '../../src/problem/index.ts';
import { readDocument, readFacts } from '../../src/scenario/index.ts';
import { SIZES } from '../../src/simulator/fast/kernel/memory-layout.ts';
import { runs } from '../runs.ts';
import { problemsOf } from './problems-of.ts';

const shipped = (name: string) => factSet(isFactSetName(name) ? name : 'spec');
const read = (text: string) => readFacts(readDocument(text, 'own.yaml'), shipped);
const own = (facts: string, head = 'base: 2026-11') =>
  `name: own\nabout: ours\ndate: 2026-10\ndocument: a contract\n${head}\nfacts:\n${facts}`;

describe('a file of facts', () => {
  test('takes what it leaves out from its base, and marks the set that states it', () => {
    const facts = read(own('  ramGibPerCu: { value: 8, section: annex }'));
    expect(facts.ramGibPerCu).toEqual({
      value: 8,
      source: { document: 'a contract', section: 'annex', date: '2026-10' },
    });
    expect([facts.autoscaling.takenFrom, facts.wakeMs.takenFrom]).toEqual(['2026-11', '2026-08']);
    expect([facts.name, facts.service, facts.base]).toEqual(['own', 'neon', '2026-11']);
  });

  test('may leave out single prices', () => {
    const facts = read(
      own('  prices: { value: { date: 2026-10, computePerCuHour: { scale: 0.2 } }, section: annex }'),
    );
    expect(facts.prices.value).toEqual({
      ...factSet('2026-11').prices.value,
      date: '2026-10',
      source: 'own.yaml',
      computeMicrosPerCuHour: { free: 0, launch: 106_000, scale: 200_000 },
    });
  });

  test.each([
    [
      'an unknown fact',
      own('  ramPerCu: { value: 8, section: a }'),
      ['own.yaml:7, facts.ramPerCu: this field is not known; did you mean ramGibPerCu?'],
    ],
    [
      'a wrong value',
      own('  ramGibPerCu: { value: much, section: a }\n  wakeMs: { value: 0, section: a }'),
      [
        'own.yaml:7, facts.ramGibPerCu.value: found "much"; write a number of GiB',
        'own.yaml:8, facts.wakeMs.value: found 0; write a number of milliseconds, a year at most',
      ],
    ],
    [
      'no section',
      own('  wakeMs: { value: 300 }'),
      ['own.yaml:7, facts.wakeMs.section: found nothing; write the section of the document'],
    ],
    [
      'no document',
      own('  wakeMs: { value: 300, section: a }').replace('document: a contract\n', ''),
      [
        'own.yaml:6, facts.wakeMs: no document is named as its source; add document here, or once for the whole file',
      ],
    ],
    [
      'a date without a year',
      own('  wakeMs: { value: 300, section: a, date: May }'),
      [
        'own.yaml:7, facts.wakeMs.date: found "May"; write the date of the document, such as 2026-08 or 2026-08-26',
      ],
    ],
    [
      'sizes out of order',
      own('  listedSizesCu: { value: [1, 0.5], section: a }'),
      [
        'own.yaml:7, facts.listedSizesCu.value: found a list of 2; write a list of sizes in CU, the smallest first: multiples of 0.25 up to 127',
      ],
    ],
    [
      'a size below the table of connections',
      own(
        '  listedSizesCu: { value: [0.5, 1], section: a }\n  maxConnections: { value: { kind: table, rows: [[1, 100]] }, section: a }',
      ),
      [
        'own.yaml:8, facts.maxConnections.value: the smallest size is 0.5 CU, and the table of connections begins at 1 CU; add a row for 0.5 CU to maxConnections',
        'own.yaml:7, facts.listedSizesCu.value: shared sizes that are not listed: 0.25 CU; use sizes of listedSizesCu',
      ],
    ],
    [
      'a timeout outside its bounds',
      own('  suspendDefaultMs: { value: 30000, section: a }'),
      [
        'own.yaml:7, facts.suspendDefaultMs.value: the default timeout of 30000 ms is outside 60000 to 604800000 ms; change suspendDefaultMs or suspendBounds',
      ],
    ],
    [
      'prices in another currency that are not all',
      own(
        '  prices: { value: { date: 2026-10, currency: EUR, computePerCuHour: { launch: 1, scale: 1 } }, section: a }',
      ),
      [
        'own.yaml:7, facts.prices.value: the list is in EUR and leaves out storagePerGbMonth, restoreHistoryPerGbMonth, transferPerGb, branchPerMonth, known in USD only; add the missing prices, or use USD',
      ],
    ],
  ])('%s is a problem with its line', (_, text, problems) => {
    expect(problemsOf(() => read(text))).toEqual(problems);
  });

  test('has no size that the tables of the kernel have no room for', () => {
    const most = SIZES / 4 - 1;
    const sized = (cu: number) =>
      own(`  sharedSizesCu: { value: [], section: a }\n  listedSizesCu: { value: [1, ${cu}], section: a }`);
    expect(read(sized(most)).listedSizesCu.value).toEqual([1, most]);
    expect(problemsOf(() => read(sized(most + 1)))).toHaveLength(1);
  });

  test('without a base has to state every fact', () => {
    const whole = readFileSync('facts/2026-08.yaml', 'utf8');
    expect(read(whole).base).toBeNull();
    const [problem] = problemsOf(() => read(whole.replace(/^ {2}wakeMs: .*\n/m, '')));
    expect(problem).toMatch(
      /^own\.yaml:\d+, facts: these facts are missing: wakeMs; add them, or name a base/,
    );
  });

  test('with any values is read, or a problem: never a crash', () => {
    const lines = (
      ['spec', '2026-08', '2026-11', 'lakebase-2026-03'] as const satisfies readonly FactSetName[]
    ).map((name) => readFileSync(`facts/${name}.yaml`, 'utf8').split('\n'));
    const junk = fc.oneof(
      fc.constantFrom('null', '0', '-1', '[]', '{}', '.nan', 'true', '1e300', '0.1', '"a"', '[1, 1]'),
      fc.string({ maxLength: 5 }),
    );
    const broken = fc.tuple(fc.constantFrom(...lines), fc.nat(80), junk).map(([text, at, other]) => {
      const line = text[at % text.length] as string;
      const changed = line.replace(/(?<=: |\[)[^:{}[\],]+(?=[,}\]]|$)/, other);
      return text.with(at % text.length, changed === line ? other : changed).join('\n');
    });
    fc.assert(
      fc.property(broken, (text) => {
        try {
          for (const problem of problemsOf(() => read(text))) expect(problem).toMatch(/^own\.yaml/);
        } catch (error) {
          expect(error).not.toBeInstanceOf(InvariantError);
          throw error;
        }
      }),
      runs(60, 1000),
    );
  });
});
