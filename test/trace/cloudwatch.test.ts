import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read, refusal } from './read.ts';

const START = Date.UTC(2026, 2, 2);
const ms = (minute: number) => START + minute * 60_000;
const iso = (minute: number) => new Date(ms(minute)).toISOString().replace('.000Z', '+00:00');
const NAME = { name: 'metrics.json', vcpus: 2 };

interface Result {
  readonly Id?: string;
  readonly Label?: string;
  readonly Timestamps: readonly unknown[];
  readonly Values: readonly unknown[];
  readonly StatusCode?: string;
  readonly Messages?: readonly unknown[];
}
const result = (Label: string, values: readonly number[], more: Partial<Result> = {}): Result => ({
  Id: 'm1',
  Label,
  Timestamps: values.map((_, minute) => iso(minute)),
  Values: values,
  StatusCode: 'Complete',
  ...more,
});
const json = (...MetricDataResults: readonly Result[]) => JSON.stringify({ MetricDataResults, Messages: [] });

const AVERAGES =
  'values are taken for averages, unless a label says maximum: CloudWatch does not say what they are';

describe('aws cloudwatch get-metric-data', () => {
  test('known metrics become columns', async () => {
    const text = json(
      result('CPUUtilization', [50, 100]),
      result('CPUUtilization Maximum', [80, 100], { Id: 'm2' }),
      result('shop-1 DatabaseConnections', [3, 4], { Id: 'm3' }),
      result('FreeableMemory', [1e9, 1e9], { Id: 'm4' }),
    );
    const { head, times, values, notes } = await read(text, NAME);
    expect(head.columns).toEqual(
      [
        ['cpu', 'average', 'CPUUtilization'],
        ['cpu', 'maximum', 'CPUUtilization'],
        ['connections', 'average', 'DatabaseConnections'],
      ].map(([quantity, statistic, source]) => ({ quantity, statistic, gap: 'unknown', source })),
    );
    expect(times).toEqual([ms(0), ms(1)]);
    expect(values).toEqual([
      [1, 2],
      [1.6, 2],
      [3, 4],
    ]);
    expect(notes).toEqual([
      'cpu from CPUUtilization as percent',
      'cpu from CPUUtilization as percent',
      'connections from DatabaseConnections as number',
      'the names are those of ‹preset› rds',
      'not read: FreeableMemory, free memory; ‹instance› gives the total',
      AVERAGES,
    ]);
  });

  test('a size in ACU means Aurora, and its CPU is then a share of the maximum size', async () => {
    const text = json(result('CPUUtilization', [50, 60]), result('ServerlessDatabaseCapacity', [2, 8]));
    const { values, notes } = await read(text, NAME);
    expect(values).toEqual([
      [1, 1.2],
      [1, 4],
    ]);
    expect(notes.slice(0, 3)).toEqual([
      'cpu from CPUUtilization as percent: of the processors at the maximum ACU of the cluster, which ‹vcpus› has to give',
      'capacityCu from ServerlessDatabaseCapacity as acu: an ACU counts as half a CU, by its memory',
      'the names are those of ‹preset› aurora',
    ]);
    expect(await refusal(text, { name: 'metrics.json' })).toBe(
      'metrics.json, CPUUtilization: cpu is a percent of an unknown number of processors; say how many with ‹vcpus›, or which machine with ‹instance›',
    );
  });

  test('the order of samples and the number of pages make no difference', async () => {
    const values = fc.array(fc.nat({ max: 100 }), { minLength: 2, maxLength: 20 });
    const whole = fc.tuple(values, fc.nat(), fc.boolean(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(whole, async ([values, cut, isReversed, isEpoch]) => {
        const at = cut % values.length;
        const times = values.map((_, minute) => (isEpoch ? ms(minute) / 1000 : iso(minute)));
        const page = (from: number, to: number) => {
          const order = <T>(all: readonly T[]) =>
            isReversed ? all.slice(from, to).reverse() : all.slice(from, to);
          return json(result('CPUUtilization', [], { Timestamps: order(times), Values: order(values) }));
        };
        const pages = [page(0, at), page(at, values.length)];
        const { times: found, values: shown } = await read(
          (isReversed ? pages.reverse() : pages).join('\n'),
          NAME,
        );
        expect(found).toEqual(values.map((_, minute) => ms(minute)));
        expect(shown).toEqual([values.map((value) => value * 0.01 * 2)]);
      }),
      { numRuns: 100 },
    );
  });

  test('messages of CloudWatch become notes', async () => {
    const text = JSON.stringify({
      Messages: [{ Code: 'MaxMetricsExceeded', Value: 'only 500' }],
      MetricDataResults: [
        result('DBLoad', [1, 2], {
          StatusCode: 'PartialData',
          Messages: [{ Code: 'ArithmeticError', Value: 'x' }],
        }),
      ],
    });
    expect((await read(text, NAME)).notes).toEqual([
      'activeConnections from DBLoad as number: sessions that are active on average',
      'the names are those of ‹preset› rds',
      'CloudWatch: MaxMetricsExceeded: only 500',
      'DBLoad: CloudWatch says PartialData, so that samples may be missing',
      'DBLoad: ArithmeticError: x',
      AVERAGES,
    ]);
  });

  test('impossible values are skipped and counted, or are a problem in strict mode', async () => {
    const Timestamps = [iso(0), iso(1), iso(1), 'soon', '2026-03-02T00:02:00', iso(3), iso(4)];
    const text = json(result('DBLoad', [], { Timestamps, Values: [1, 2, 3, 4, 5, -1, 'x'] }));
    const { times, values, skipped } = await read(text, NAME);
    expect([times, values]).toEqual([[ms(0), ms(1)], [[1, 2]]]);
    expect(skipped).toEqual({
      'values without a time that can be read': 2,
      'values for a time that already has one': 1,
      'values with a negative number': 1,
      'values that are not numbers': 1,
    });
    expect(await refusal(text, { ...NAME, strict: true })).toBe(
      'metrics.json:1, DBLoad, value 4: values without a time that can be read; ' +
        'correct the file, or leave out ‹strict› to skip and count such faults',
    );
  });

  test('several databases are a problem that asks for one of them', async () => {
    const text = json(result('a CPUUtilization', [1, 2]), result('b CPUUtilization', [3, 4], { Id: 'm2' }));
    expect(await refusal(text, NAME)).toBe(
      'metrics.json, cpu: 2 series could be meant by CPUUtilization: a CPUUtilization{id="m1"}, ' +
        'b CPUUtilization{id="m2"}; name one, as in ‹map› \'cpu=a CPUUtilization{id="m1"}\', ' +
        "or join them, as in ‹map› 'cpu=sum(CPUUtilization)'",
    );
    expect((await read(text, { ...NAME, map: ['cpu=b CPUUtilization'] })).values).toEqual([[0.06, 0.08]]);
    expect((await read(text, { ...NAME, map: ['cpu=a CPUUtilization{id="m1"}:percent'] })).values).toEqual([
      [0.02, 0.04],
    ]);
  });

  test.each([
    [
      'nothing',
      json(),
      'metrics.json: the file has no series; ask for a time and for metrics that have samples',
    ],
    [
      'no values',
      json(result('DBLoad', [])),
      'metrics.json: no series has a known sample; export a time with samples',
    ],
    [
      'a value too few',
      json(result('DBLoad', [1, 2], { Values: [1] })),
      'metrics.json:1, MetricDataResults.0: "DBLoad" has 2 times and 1 values; export it again',
    ],
    [
      'no times',
      json({ Label: 'DBLoad', Values: [1] } as unknown as Result),
      'metrics.json:1, MetricDataResults.0.Timestamps: this is no answer of CloudWatch with metrics; export what aws cloudwatch get-metric-data prints with --output json',
    ],
    [
      'a half',
      json(result('DBLoad', [1, 2])).slice(0, -9),
      'metrics.json:1: the JSON ends here, in the middle of a value that starts in line 1; export the whole file again',
    ],
    [
      'unknown names',
      json(result('Orders', [1, 2])),
      'metrics.json: no name of a series says what it measures: Orders{id="m1"}; say so, as in ‹map› \'cpu=Orders{id="m1"}:vcpu\'',
    ],
  ])('%s is no trace', async (_, text, message) => {
    expect(await refusal(text, NAME)).toBe(message);
  });
});

test('aws cloudwatch get-metric-statistics: each statistic is a column', async () => {
  const Datapoints = [1, 0, 2].map((minute) => ({
    Timestamp: iso(minute),
    Average: 10 * minute,
    Maximum: 20 * minute,
    Sum: 5,
    Unit: 'Percent',
  }));
  const { head, values, notes } = await read(JSON.stringify({ Label: 'CPUUtilization', Datapoints }), NAME);
  expect(head.columns.map(({ statistic }) => statistic).sort()).toEqual(['average', 'maximum']);
  expect(values).toEqual([
    [0, 0.2, 0.4],
    [0, 0.4, 0.8],
  ]);
  expect(notes).toContain('not read: Sum of CPUUtilization');
});

describe('a table that the console of CloudWatch has exported', () => {
  const rows = '2026/03/02 00:00:00,50,3,1\n2026/03/02 00:01:00,,4,1\n2026/03/02 00:02:00,100,-5,1\n';
  const table =
    `Full label,CPUUtilization,"shop, 1 DatabaseConnections",FreeableMemory\n` +
    `Label,CPUUtilization,"shop, 1 DatabaseConnections",FreeableMemory\nStatistic,Average,Average,Average\n${rows}`;

  test('its column names are in the lines above the samples', async () => {
    const { head, times, values, notes, skipped } = await read(table, NAME);
    expect(head.columns.map(({ quantity }) => quantity)).toEqual(['cpu', 'connections']);
    expect(times).toEqual([0, 1, 2].map(ms));
    expect(values).toEqual([
      [1, Number.NaN, 2],
      [3, 4, Number.NaN],
    ]);
    expect(skipped).toEqual({ 'cells with a negative number': 1 });
    expect(notes.slice(0, 3)).toEqual([
      'the names are those of ‹preset› rds',
      'cpu from "CPUUtilization" as percent',
      'connections from "shop, 1 DatabaseConnections" as number',
    ]);
    expect(await refusal(table, { ...NAME, strict: true })).toContain('metrics.json:6, ');
  });

  test('may have sizes of Aurora; several databases, or no samples, are problems', async () => {
    const aurora = table.replaceAll('FreeableMemory', 'ServerlessDatabaseCapacity');
    expect((await read(aurora, NAME)).values[2]).toEqual([0.5, 0.5, 0.5]);
    expect(await refusal(table.replaceAll('FreeableMemory', 'b CPUUtilization'), NAME)).toBe(
      'metrics.json, cpu: 2 columns could be meant by CPUUtilization: "CPUUtilization", "b CPUUtilization"; ' +
        'name one by its number, as in ‹map› cpu=2:percent',
    );
    expect(await refusal(table.slice(0, -rows.length), NAME)).toBe(
      'metrics.json:3: no line below the labels begins with a time; export a time with samples',
    );
  });

  test('problems name the original lines, and full labels distinguish equal labels', async () => {
    const preamble = 'Id,m1,m2\nStatusCode,Complete,Complete\nMessages,,\n';
    const labels = (full: string) =>
      `${preamble}Full label,${full}\nLabel,CPUUtilization,DatabaseConnections\n`;
    const own = await read(
      `${labels('CPUUtilization,DatabaseConnections')}${rows.replaceAll(/,1$/gm, '')}`,
      NAME,
    );
    expect(own.head.columns.map(({ quantity }) => quantity)).toEqual(['cpu', 'connections']);
    expect(own.values[0]).toEqual([1, Number.NaN, 2]);
    const two = labels('shop CPUUtilization,billing CPUUtilization').replace(
      'DatabaseConnections',
      'CPUUtilization',
    );
    expect(await refusal(`${two}${rows.replaceAll(/,1$/gm, '')}`, NAME)).toContain(
      '2 columns could be meant by CPUUtilization: "shop CPUUtilization", "billing CPUUtilization"',
    );
  });

  test('‹preset› is refused for a table without metrics', async () => {
    expect(await refusal('time,cpu\n2026-03-02 00:00:00,1\n', { ...NAME, preset: 'rds' })).toBe(
      'metrics.json, ‹preset›: presets apply to metrics of monitoring systems, and this file has none; ' +
        'leave it out; ‹map› says which column is what',
    );
    expect(await refusal(json(result('DBLoad', [1, 2])), { ...NAME, preset: 'neon' })).toBe(
      'metrics.json, ‹preset›: the preset neon is not for this kind of file; leave it out',
    );
  });
});
