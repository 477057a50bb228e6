import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read, refusal, zipped } from './read.ts';

const START_S = Date.UTC(2026, 2, 2) / 1000;
const MINUTE_S = 60;
const ms = (minute: number) => (START_S + minute * MINUTE_S) * 1000;

type Values = readonly (readonly [minute: number, value: string])[];
type Given = readonly [metric: Readonly<Record<string, string>>, values: Values];

const matrix = (...given: readonly Given[]) => ({
  status: 'success',
  data: {
    resultType: 'matrix',
    result: given.map(([metric, values]) => ({
      metric,
      values: values.map(([minute, value]) => [START_S + minute * MINUTE_S, value]),
    })),
  },
});
const json = (...given: readonly Given[]) => JSON.stringify(matrix(...given));
const load = (...values: Values): Given => [{ __name__: 'host_load1', endpoint_id: 'ep-1' }, values];
const NAME = { name: 'metrics.json' };

describe('answers of Prometheus to range queries', () => {
  test('known metrics become columns, and values of one time become one sample', async () => {
    const of = (name: string, more: Record<string, string>, ...values: Values): Given => [
      { __name__: name, endpoint_id: 'ep-1', ...more },
      values,
    ];
    const text = json(
      of('host_cpu_seconds_total', { mode: 'user', compute_id: 'a' }, [0, '10'], [1, '40'], [2, '46']),
      of('host_cpu_seconds_total', { mode: 'system', compute_id: 'a' }, [0, '1'], [1, '31'], [2, '0.6']),
      of('host_cpu_seconds_total', { mode: 'idle', compute_id: 'a' }, [0, '5'], [1, '65'], [2, '125']),
      of('neon_connection_counts', { state: 'active' }, [0, '1'], [1, '2']),
      of('neon_connection_counts', { state: 'idle' }, [0, '4']),
      of('neon_lfc_approximate_working_set_size_windows', { duration: '5m' }, [0, '9']),
      of('neon_lfc_approximate_working_set_size_windows', { duration: '1h' }, [0, '100'], [1, 'NaN']),
    );
    const { head, times, values, notes, skipped } = await read(text, NAME);
    expect(head.stepMs).toBe(60_000);
    expect(head.columns.map(({ quantity, statistic, gap }) => [quantity, statistic, gap])).toEqual([
      ['cpu', 'average', 'suspended'],
      ['workingSet', 'point', 'suspended'],
      ['connections', 'point', 'suspended'],
      ['activeConnections', 'point', 'suspended'],
    ]);
    expect(times).toEqual([ms(0), ms(1)]);
    expect(values).toEqual([
      [(30 + 30) / 60, (6 + 0.6) / 60],
      [100 * 8192, Number.NaN],
      [5, 2],
      [1, 2],
    ]);
    expect(notes).toEqual([
      'cpu from sum(host_cpu_seconds_total{mode!~"idle|iowait|io_wait"}) as counter: ' +
        'all modes but idle and waiting for I/O',
      'workingSet from neon_lfc_approximate_working_set_size_windows{duration="1h"} as pages: of the last hour',
      'connections from sum(neon_connection_counts) as number: in all states',
      'activeConnections from neon_connection_counts{state="active"} as number',
      'the names are those of ‹preset› neon',
      'not read: host_cpu_seconds_total{mode="idle"}, an idle processor is no demand',
      'not read: neon_lfc_approximate_working_set_size_windows{duration="5m"}, ' +
        'a shorter window than the one that is read',
      'counter resets: 1',
    ]);
    expect(skipped).toEqual({});
  });

  test('a counter with a reset and a gap gives what was counted in each step', async () => {
    const counted = fc.array(fc.nat({ max: 1000 }), { minLength: 6, maxLength: 30 });
    const place = fc.nat({ max: 29 });
    await fc.assert(
      fc.asyncProperty(counted, place, place, async (counted, resetAt, pauseAt) => {
        // The counter is so high before the reset that the reset is always visible.
        const values: (readonly [number, string])[] = [[0, '1000000']];
        const wanted: (readonly [number, number])[] = [];
        let [minute, total] = [0, 1e6];
        counted.forEach((by, at) => {
          if (at !== pauseAt) wanted.push([ms(minute), by]);
          minute += at === pauseAt ? 5 : 1;
          total = at === resetAt ? by : total + by;
          values.push([minute, `${total}`]);
        });
        const { times, values: found } = await read(json([{ __name__: 'queries_total' }, values]), {
          ...NAME,
          map: ['queries=queries_total'],
        });
        expect(times.map((time, at) => [time, found[0]?.[at]])).toEqual(wanted);
      }),
    );
  });

  test('several answers are read as one: in a row, in an array, in gzip, or cut anywhere', async () => {
    const first = json(load([0, '1'], [1, '2']));
    const second = json(load([2, '3'], [3, '4']));
    const whole = await read(json(load([0, '1'], [1, '2'], [2, '3'], [3, '4'])), NAME);
    expect(whole.values).toEqual([[1, 2, 3, 4]]);
    for (const text of [
      `${second}\n${first}`,
      first + second,
      `[${first},\n${second}]`,
      ` [ ${first} , ${second} ]\n`,
    ])
      expect(await read(text, NAME)).toEqual(whole);
    expect(await read(zipped(first + second), NAME)).toEqual(whole);
    const bytes = [...Buffer.from(`[${first},\n${second}]`)].map((byte) => Uint8Array.of(byte));
    expect(await read(bytes, NAME)).toEqual(whole);
  });

  test('white space and additional fields make no difference', async () => {
    const answer = matrix(load([0, '1'], [1, '2']), [{ __name__: 'a"[{\\', b: '}]' }, [[0, '7']]]);
    const stats = { timings: { evalTotalTime: 1 }, samples: { perStep: [[1, 2], { a: [] }] } };
    const more = { isPartial: false, ...answer, data: { ...answer.data, stats } };
    const whole = await read(JSON.stringify(answer), NAME);
    expect(await read(JSON.stringify(more, null, 2), NAME)).toEqual(whole);
    expect(await read(JSON.stringify(more, null, 2).replaceAll('\n', '\r\n'), NAME)).toEqual(whole);
    const first = JSON.stringify({ data: answer.data, status: 'success' });
    expect(await read(first, NAME)).toEqual(whole);
  });

  test('impossible samples are skipped and counted, or are a problem in strict mode', async () => {
    const text = json(
      load([0, '1'], [1, '-1'], [2, '+Inf'], [3, 'x'], [3, '4'], [2, '5'], [4, 'NaN'], [5, '6']),
    );
    const { times, values, skipped, notes } = await read(text, NAME);
    expect(times).toEqual([ms(0), ms(5)]);
    expect(values).toEqual([[1, 6]]);
    expect(skipped).toEqual({
      'values with a negative number': 1,
      'values that are infinite': 1,
      'values that are not numbers': 1,
      'values not later than the value before': 2,
    });
    expect(notes.at(-1)).toBe(
      'missing samples: 4, in gaps: 1; taken as suspended, for nothing is sent while a compute is suspended',
    );
    expect(await refusal(text, { ...NAME, strict: true })).toBe(
      'metrics.json:1, host_load1{endpoint_id="ep-1"}, value 2: values with a negative number; ' +
        'correct the file, or leave out ‹strict› to skip and count such faults',
    );
  });

  test('‹gap› says what a gap means', async () => {
    const { head } = await read(json(load([0, '1'], [1, '1'], [2, '1'], [9, '1'])), { ...NAME, gap: 'zero' });
    expect(head.columns[0]?.gap).toBe('zero');
  });

  test('warnings of Prometheus become notes', async () => {
    const text = JSON.stringify({ ...matrix(load([0, '1'], [1, '1'])), warnings: ['half is missing'] });
    expect((await read(text, NAME)).notes).toContain('Prometheus warns: half is missing');
  });
});

describe('series are chosen for columns', () => {
  const a: Given = [
    { __name__: 'jobs', app: 'a' },
    [
      [0, '1'],
      [1, '2'],
      [2, '3'],
    ],
  ];
  const b: Given = [
    { __name__: 'jobs', app: 'b' },
    [
      [0, '5'],
      [1, '7'],
      [2, '6'],
    ],
  ];
  const bare: Given = [
    {},
    [
      [0, '10'],
      [1, '20'],
      [2, '30'],
    ],
  ];
  const text = json(a, b, bare);

  test.each([
    ['connections=jobs{app="b"}', [5, 7, 6]],
    ['connections=jobs{app!="b"}', [1, 2, 3]],
    ['connections=jobs{app=~"b|c"}:number', [5, 7, 6]],
    ['connections={app=~"[b-z]"}', [5, 7, 6]],
    ['connections={__name__=~"j.*",app="a"}', [1, 2, 3]],
    ['connections=sum(jobs)', [6, 9, 9]],
    ['connections=max(jobs{app!=""})', [5, 7, 6]],
    ['connections=3', [10, 20, 30]],
    ['cpu=3:millicores', [0.01, 0.02, 0.03]],
    ['cpu=jobs{app="a"}:counter', [1 / 60, 1 / 60]],
    ['queries=jobs{app="b"}:counter', [2, 6]],
    ['queries=jobs{app="a"}:per-second', [60, 120, 180]],
    ['memory=jobs{app="a"}:mib', [1, 2, 3].map((value) => value * 1024 ** 2)],
    ['capacityCu=jobs{app="a"}:acu', [0.5, 1, 1.5]],
  ])('%s selects series', async (map, values) => {
    expect((await read(text, { ...NAME, map: [map] })).values).toEqual([values]);
  });

  test('a share refers to the processors, or to the size at the same time', async () => {
    const cpu = { ...NAME, map: ['cpu=jobs{app="a"}:percent'] };
    expect((await read(text, { ...cpu, vcpus: 2 })).values).toEqual([[0.02, 0.04, 0.06]]);
    expect(await refusal(text, cpu)).toBe(
      'metrics.json, jobs{app="a"}: cpu is a percent of an unknown number of processors; say how many with ‹vcpus›, or which machine with ‹instance›',
    );
    const size = ['cpu=jobs{app="a"}:percent-of-size', 'capacityCu=jobs{app="b"}'];
    expect((await read(text, { ...NAME, map: size })).values[0]).toEqual([0.05, 0.14, 0.18]);
    expect(await refusal(text, { ...NAME, map: size.slice(0, 1) })).toContain('a size that no series has');
  });

  test.each([
    [
      'jobs',
      'metrics.json, ‹map› jobs: there is no =; write QUANTITY=SERIES or QUANTITY=SERIES:UNIT; quantities are ',
    ],
    ['cpus=jobs', 'metrics.json, ‹map› cpus=jobs: "cpus" is no quantity, is "cpu" meant?; write '],
    [
      'connections=jobs',
      'metrics.json, connections: 2 series could be meant by jobs: jobs{app="a"}, jobs{app="b"}; ' +
        "pick one by its labels, as in ‹where› 'app=\"a\"'; plan each with ‹by› app; or join them, as in ‹map› 'connections=sum(jobs)'",
    ],
    [
      'connections=job{app="c"}',
      'metrics.json, ‹map› connections=job{app="c"}: there is no series job{app="c"}, is jobs{app="a"} meant?',
    ],
    [
      'connections=jobs{app="}',
      'metrics.json, ‹map› connections=jobs{app="}: "jobs{app="}" names no series; write METRIC',
    ],
    ['connections=jobs{app=~"("}', 'names no series'],
    [
      'cpu=jobs{app="a"}:pages',
      'metrics.json, ‹map› cpu=jobs{app="a"}:pages: "pages" is no unit of cpu; units are vcpu, cores',
    ],
    [
      'cpu=jobs{app="a"}',
      'the unit of cpu is not clear from the name and the values; say it, as in ‹map› \'cpu=jobs{app="a"}:UNIT\'',
    ],
  ])('%s is a problem', async (map, message) => {
    expect(await refusal(text, { ...NAME, map: [map] })).toContain(message);
  });

  test('a quantity that is mapped twice is a problem', async () => {
    expect(await refusal(text, { ...NAME, map: ['load=1', 'load=2'] })).toBe(
      'metrics.json, ‹map› load=2: load is mapped twice; map each quantity once',
    );
  });

  test('a preset does not add up series of two databases', async () => {
    const of = (endpoint: string): Given => [
      { __name__: 'host_load1', endpoint_id: endpoint, compute_id: `c-${endpoint}` },
      [
        [0, '1'],
        [1, '2'],
      ],
    ];
    expect(await refusal(json(of('ep-1'), of('ep-2')), NAME)).toBe(
      'metrics.json, load: 2 series could be meant by host_load1: host_load1{endpoint_id="ep-1"}, ' +
        'host_load1{endpoint_id="ep-2"}; pick one by its labels, as in ‹where› \'endpoint_id="ep-1"\'; ' +
        "plan each with ‹by› endpoint_id; or join them, as in ‹map› 'load=sum(host_load1)'",
    );
  });

  test('unknown names are guessed like the names of columns', async () => {
    const values: Values = [
      [0, '1'],
      [1, '2'],
      [2, '4'],
    ];
    const { head, values: found } = await read(
      json([{ __name__: 'process_cpu_seconds_total' }, values], [{ __name__: 'go_threads' }, values]),
      NAME,
    );
    expect(head.columns.map(({ quantity, source }) => [quantity, source])).toEqual([
      ['cpu', 'process_cpu_seconds_total'],
    ]);
    expect(found).toEqual([[1 / 60, 2 / 60]]);
  });

  test('only the preset that ‹preset› names is used', async () => {
    expect(await refusal(text, { ...NAME, preset: 'neon' })).toBe(
      'metrics.json: none of its series is one that ‹preset› neon knows: jobs{app="a"}, jobs{app="b"}, {}; ' +
        'say so, as in ‹map› \'cpu=jobs{app="a"}:vcpu\'',
    );
  });
});

describe('a file that is no trace is refused', () => {
  const whole = `${json(load([0, '1'], [1, '2']))}\n`;
  test.each([
    [
      'an error',
      '{"status":"error","errorType":"bad_data","error":"parse error"}',
      ':1: Prometheus answered with an error: bad_data: parse error; correct the query, and export its answer again',
    ],
    [
      'a vector',
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"2"]}]}}',
      ':1, data.resultType: this is a vector, not a matrix: it has one instant and no time span; ask /api/v1/query_range, with a start, an end and a step, instead of /api/v1/query',
    ],
    [
      'a scalar',
      '{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}',
      ':1, data.resultType: this is a scalar',
    ],
    [
      'nothing',
      '{"status":"success","data":{"resultType":"matrix","result":[]}}',
      ': the file has no series; ask for a time and for metrics that have samples',
    ],
    ['series without values', json(load()), ': no series has a known sample; export a time with samples'],
    [
      'a half',
      `${whole}${whole.slice(0, 60)}`,
      ':2: the JSON ends here, in the middle of a value that starts in line 2; export the whole file again',
    ],
    [
      'a half in an array',
      `[\n${whole},`,
      ':3: the JSON ends here, in the middle of a value that starts in line 1',
    ],
    ['a mistake in the middle', whole.replace('"values":[[', '\n"values":[[,'), 'this is not valid JSON'],
    [
      'more behind it',
      `${whole}x`,
      ':2: this is not valid JSON; export it again, and do not edit it by hand',
    ],
    [
      'values that are none',
      whole.replace('"values":', '"value":'),
      ':1, data.result.0: it has no "metric" with labels and "values"; export the answer again',
    ],
    [
      'a native histogram',
      whole.replace('"values":', '"histograms":'),
      ':1, data.result.0: it is a native histogram; export a query of it',
    ],
    ['labels that are no texts', whole.replace('"ep-1"', '1'), ':1, data.result.0: it has no "metric"'],
    [
      'a status of its own',
      `${whole}{"status":"fine"}`,
      ':2, status: this is not an answer of Prometheus to a range query',
    ],
    [
      'buckets',
      json([
        { __name__: 'query_seconds_bucket', le: '1' },
        [
          [0, '1'],
          [1, '2'],
        ],
      ]),
      'no name of a series says what it measures',
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusal(text, NAME)).toContain(`metrics.json${message.startsWith(':') ? message : ''}`);
    expect(await refusal(text, NAME)).toContain(message);
  });

  test('a bucket of a histogram is refused', async () => {
    const text = json([
      { __name__: 'query_seconds_bucket', le: '1' },
      [
        [0, '1'],
        [1, '2'],
      ],
    ]);
    expect(await refusal(text, { ...NAME, map: ['queryMs=query_seconds_bucket:s'] })).toBe(
      'metrics.json, query_seconds_bucket{le="1"}: a bucket of a histogram is no measurement over time; ' +
        'map query_seconds_count for how many there were, or export a query such as histogram_quantile(0.5, …) ' +
        'and map queryMs to it',
    );
  });

  test('a problem with a hundred series names only some of them', async () => {
    const many = Array.from({ length: 100 }, (_, at): Given => [{ __name__: `m${at}` }, [[0, '1']]]);
    expect(await refusal(json(...many), NAME)).toBe(
      'metrics.json: no name of a series says what it measures: m0, m1, m2, m3, m4, m5, m6, m7 and 92 more; ' +
        'say so, as in ‹map› cpu=m0:vcpu',
    );
  });
});

describe('a series that is too long to be read at once', () => {
  const COUNT = 300_000;
  const rows = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => `[${START_S + (from + i) * MINUTE_S},"${(from + i) % 97}"]`);
  const answer = (...series: readonly string[]) =>
    `{"status":"success","data":{"resultType":"matrix","result":[${series.join(',\n')}]}}`;
  const named = (values: readonly string[], between = ',') =>
    `{"metric":{"__name__":"up","job":"a"},"values":[${values.join(between)}]}`;
  /** A file in pieces that end anywhere. */
  const pieces = (text: string, bytes: number) => {
    const all = Buffer.from(text);
    return Array.from({ length: Math.ceil(all.length / bytes) }, (_, i) =>
      all.subarray(i * bytes, (i + 1) * bytes),
    );
  };
  const map = ['connections=up'];

  test.each([
    ['as Prometheus writes it', answer(named(rows(COUNT)))],
    ['with a value in a line', answer(named(rows(COUNT), ' ,\n '))],
    ['with its labels behind', answer(`{"values":[${rows(COUNT).join()}],"metric":{"__name__":"up"}}`)],
    [
      'with another list behind',
      answer(`{"metric":{"__name__":"up"},"values":[${rows(COUNT).join()}],"histograms":[[1,{}],[2,{}]]}`),
    ],
    ['in two answers', answer(named(rows(200_000))) + answer(named(rows(COUNT - 200_000, 200_000)))],
  ])('is complete: %s', async (_, text) => {
    const { times, values, skipped } = await read(pieces(text, 65_537), { map });
    expect(skipped).toEqual({});
    expect(times).toHaveLength(COUNT);
    expect(times.every((time, i) => time === ms(i))).toBe(true);
    expect(values[0]?.every((value, i) => value === i % 97)).toBe(true);
  });

  test('is one series, even without a name and labels', async () => {
    const text = answer(`{"metric":{},"values":[${rows(COUNT).join()}]}`);
    expect((await read(text, { map: ['connections={}'] })).times).toHaveLength(COUNT);
  });

  test('has faults that are numbered within the whole series', async () => {
    const all = rows(COUNT);
    all[250_000] = `[${START_S + 250_000 * MINUTE_S},"-1"]`;
    expect(await refusal(answer(named(all)), { map, strict: true })).toContain('value 250001');
  });

  test('is invalid JSON without commas between its values', async () => {
    const all = rows(COUNT);
    expect(await refusal(answer(named(all, '')), { map })).toContain('this is not valid JSON');
    expect(await refusal(answer(named(all, ' 7 ')), { map })).toContain('this is not valid JSON');
  });
});
