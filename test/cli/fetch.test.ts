import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Asked, type FakePrometheus, type FakeSeries, fakePrometheus } from './fake-prometheus.ts';
import { type Ran, run } from './run.ts';

const MIDNIGHT = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const SPAN = ['--from', '2026-03-02', '--to', '2026-03-02T00:03'];

let server: FakePrometheus | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serving(
  seriesOf: (query: string) => readonly FakeSeries[],
  instead?: (asked: Asked, response: ServerResponse) => boolean,
): Promise<string> {
  server = await fakePrometheus(seriesOf, instead);
  return server.url;
}

const fetched = (url: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  run(['trace', 'fetch', url, '-o', 'x.jsonl', ...args], {}, { environment });

const samplesOf = ({ written }: Ran) =>
  (written['x.jsonl'] ?? '')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as number[]);

const minutes: FakeSeries = { metric: { __name__: 'jobs' }, at: (ms) => (ms - MIDNIGHT) / MINUTE_MS };

/** The message of a failure, without the address, because the port differs each time. */
function problemOf({ code, out, err, written }: Ran, url: string): string {
  expect([code, out, written]).toEqual([2, '', {}]);
  return err.replaceAll(url, 'URL').replaceAll('tidemark: ', '').trimEnd();
}

describe('tidemark trace fetch', () => {
  test('asks for the metrics of a preset, and writes what a file of the answers would give', async () => {
    const labels = { endpoint_id: 'ep-1', compute_id: 'c' };
    const url = await serving((query) => {
      if (query.startsWith('host_cpu'))
        return ['user', 'system'].map((mode) => ({
          metric: { __name__: 'host_cpu_seconds_total', ...labels, mode },
          at: (ms) => ((ms - MIDNIGHT) / 1000) * 0.25,
        }));
      return query.startsWith('host_load1')
        ? [{ metric: { __name__: 'host_load1', ...labels }, at: () => 0.5 }]
        : [];
    });
    const ran = await fetched(url, ['--preset', 'neon', ...SPAN, '--where', 'endpoint_id="ep-1"']);
    expect(ran.code).toBe(0);
    expect(server?.asked.map(({ query }) => query)).toEqual([
      'host_cpu_seconds_total{mode!~"idle|iowait|io_wait",endpoint_id="ep-1"}',
      'host_load1{endpoint_id="ep-1"}',
      'host_memory_usage_bytes{endpoint_id="ep-1"}',
      'host_memory_used_bytes{endpoint_id="ep-1"}',
      'neon_lfc_approximate_working_set_size_windows{duration="1h",endpoint_id="ep-1"}',
      'neon_connection_counts{endpoint_id="ep-1"}',
      'neon_connection_counts{state="active",endpoint_id="ep-1"}',
    ]);
    expect(samplesOf(ran)).toEqual([0, 1, 2].map((minute) => [MIDNIGHT + minute * MINUTE_MS, 0.5, 0.5]));
    expect(JSON.parse(ran.written['x.jsonl']?.split('\n')[0] ?? '')).toMatchObject({
      name: url,
      stepMs: MINUTE_MS,
      columns: [
        { quantity: 'cpu', statistic: 'average', gap: 'suspended' },
        { quantity: 'load', statistic: 'point', gap: 'suspended' },
      ],
    });
    expect(ran.err).toContain('the server has nothing for host_memory_used_bytes{endpoint_id="ep-1"}\n');
    expect(ran.err).toContain('x.jsonl is written: 3 samples.\n');
  });

  test('prefers a given PromQL query to that of the preset', async () => {
    const url = await serving((query) =>
      query === 'sum(rate(a:b[5m]))' ? [{ ...minutes, metric: {} }] : [],
    );
    const ran = await fetched(url, [
      '--preset',
      'neon',
      '--map',
      'cpu=sum(rate(a:b[5m])):millicores',
      ...SPAN,
    ]);
    expect(samplesOf(ran).map(([, cpu]) => cpu)).toEqual([0, 0.001, 0.002]);
    expect(server?.asked.filter(({ query }) => query.startsWith('host_cpu'))).toEqual([]);
    expect(ran.err).toContain('cpu from sum(rate(a:b[5m])) as millicores\n');
  });

  test('asks for a long time in parts that a server accepts', async () => {
    const url = await serving(() => [minutes]);
    const ran = await fetched(url, ['--map', 'load=jobs', '--from', '2026-03-02', '--to', '2026-03-20']);
    const samples = samplesOf(ran);
    expect(samples.length).toBe(18 * 24 * 60);
    expect(samples.every(([time, value]) => time === MIDNIGHT + (value as number) * MINUTE_MS)).toBe(true);
    expect(
      server?.asked.map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => (ms - MIDNIGHT) / MINUTE_MS)),
    ).toEqual([
      [0, 10_999],
      [11_000, 21_999],
      [22_000, 18 * 24 * 60],
    ]);
  });

  test('asks for a time up to now in whole steps, below a path of the address', async () => {
    const url = await serving(() => [{ ...minutes, at: () => 1 }]);
    const before = Date.now();
    const ran = await fetched(`${url}/prom/graph?g0.expr=up`, [
      '--map',
      'load=jobs',
      '--from',
      '1h',
      '--step',
      '5m',
    ]);
    const stepMs = 5 * MINUTE_MS;
    const [first] = server?.asked ?? [];
    expect([first?.path, first?.stepMs]).toEqual(['/prom/api/v1/query_range', stepMs]);
    expect(first?.toMs).toBeGreaterThan(before - stepMs - 1);
    expect((first?.toMs as number) % stepMs).toBe(0);
    expect(samplesOf(ran).length).toBe(12);
  });

  test('authenticates by token or by name, and shows neither', async () => {
    const url = await serving(() => [minutes]);
    const secrets = {
      TIDEMARK_PROMETHEUS_USER: 'shop',
      TIDEMARK_PROMETHEUS_PASSWORD: 'pässword-1',
      TIDEMARK_PROMETHEUS_TOKEN: 'token-1',
    };
    const { TIDEMARK_PROMETHEUS_TOKEN, ...named } = secrets;
    const ran = [
      await fetched(url, ['--map', 'load=jobs', ...SPAN], secrets),
      await fetched(url, ['--map', 'load=jobs', ...SPAN], named),
      await fetched(url, ['--map', 'load=jobs', ...SPAN]),
    ];
    expect(server?.asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-1',
      `Basic ${Buffer.from('shop:pässword-1').toString('base64')}`,
      undefined,
    ]);
    for (const one of ran) expect(JSON.stringify(one)).not.toMatch(/token-1|ssword-1|Basic|Bearer/);
  });
});

describe('a server that gives no answer', () => {
  const answering =
    (status: number, body: string) =>
    (_: Asked, response: ServerResponse): boolean => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
      return true;
    };
  const ask = ['--map', 'load=jobs', ...SPAN];

  test.each([
    [
      'a query that is none',
      answering(400, '{"status":"error","errorType":"bad_data","error":"parse error"}'),
      'URL, jobs: it refused the query (400): bad_data: parse error; mend the query; tidemark trace presets has those of presets',
    ],
    [
      'a stranger',
      answering(401, 'token-1?'),
      'URL: it refuses access (401); set TIDEMARK_PROMETHEUS_TOKEN, or TIDEMARK_PROMETHEUS_USER and TIDEMARK_PROMETHEUS_PASSWORD',
    ],
    ['one who may not', answering(403, ''), 'URL: it refuses access (403); set '],
    ['another address', answering(302, ''), 'URL: it redirects to another address (302); name that address'],
    [
      'a fault',
      answering(502, '<html>'),
      'URL: it answers with 502 and no reason; check that it is a Prometheus, and its address, with the folder if it has one',
    ],
    ['a page', answering(200, '<html>'), 'URL: its answer is not JSON; check that it is a Prometheus'],
    [
      'other JSON',
      answering(200, '{"a":1}'),
      'URL, status: this is not an answer of Prometheus to a range query; export',
    ],
    [
      'an answer that breaks off',
      (_: Asked, response: ServerResponse): boolean => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"status":');
        setTimeout(() => {
          response.destroy();
        }, 20);
        return true;
      },
      'URL: the answer broke off (',
    ],
    [
      'no answer',
      () => true,
      'URL: it has not answered within 0.2 s; ask for less at once with a longer --step, or wait longer with --timeout',
    ],
  ] as const)('%s', async (_, instead, message) => {
    const url = await serving(() => [minutes], instead);
    const told = problemOf(
      await fetched(url, [...ask, '--timeout', '200ms'], { TIDEMARK_PROMETHEUS_TOKEN: 'token-1' }),
      url,
    );
    expect(told).toContain(message);
    expect(told).not.toContain('token-1');
  });

  test('leaves nothing half-written if it drops out on the way', async () => {
    const url = await serving(
      () => [minutes],
      ({ fromMs }, response): boolean => {
        if (fromMs === MIDNIGHT) return false;
        response.destroy();
        return true;
      },
    );
    const ran = await fetched(url, ['--map', 'load=jobs', '--from', '2026-03-02', '--to', '2026-03-20']);
    expect(problemOf(ran, url)).toMatch(
      /^URL: the answer broke off \(.*\); check the address, and that the server runs$/,
    );
    expect(server?.asked.length).toBe(2);
  });

  test('is a problem if it is down', async () => {
    const url = await serving(() => []);
    await server?.close();
    expect(problemOf(await fetched(url, ask), url)).toBe(
      'URL: nothing listens there; check the address, and that the server runs',
    );
  });

  test('is a problem if a query gives several series, a histogram, or none', async () => {
    const url = await serving((query) =>
      query === 'none' ? [] : [minutes, { metric: { __name__: 'jobs', app: 'b' }, at: () => 1 }],
    );
    expect(problemOf(await fetched(url, ask), url)).toBe(
      'URL, --map load=jobs: the query has 2 series: jobs, jobs{app="b"}; ' +
        "reduce it to one, as in --map 'load=sum(jobs)'",
    );
    expect(problemOf(await fetched(url, ['--map', 'load=none', ...SPAN]), url)).toBe(
      'URL: the server has no samples for any of the queries; check the span and the names of its metrics',
    );
  });
});

describe('a request that cannot be made', () => {
  const URL_GIVEN = 'http://127.0.0.1:9';
  test.each([
    [
      [URL_GIVEN, ...SPAN, '--preset', 'neon'],
      'URL: its port is one that is never asked over HTTP; check the address, and that the server runs',
    ],
    [
      ['ftp://x', ...SPAN, '--preset', 'neon'],
      '<URL>: it is not the address of a server; write it as http://prometheus:9090',
    ],
    [
      ['http://a:secret@x', ...SPAN, '--preset', 'neon'],
      '<URL>: it has a user or a password in it, which others can see; set TIDEMARK_PROMETHEUS_USER and TIDEMARK_PROMETHEUS_PASSWORD instead',
    ],
    [
      [URL_GIVEN, ...SPAN],
      '--preset: there is nothing to ask for; name a preset with --preset, or give a query for each quantity, as in --map cpu=QUERY',
    ],
    [
      [URL_GIVEN, ...SPAN, '--preset', 'rds'],
      '--preset: rds is of CloudWatch, which is no Prometheus; tidemark trace presets rds has the command that asks CloudWatch',
    ],
    [
      [URL_GIVEN, '--from', 'x', '--preset', 'neon'],
      '--from: found "x"; write a time such as 2026-03-02, 2026-03-02T09:00 or 2026-03-02T09:00Z',
    ],
    [
      [URL_GIVEN, '--from', '2026-03-02', '--to', '2026-03-01', '--preset', 'neon'],
      '--from: 2026-03-02T00:00:00.000Z is not before 2026-03-01T00:00:00.000Z; ask for a time before --to',
    ],
    [
      [URL_GIVEN, ...SPAN, '--step', '1', '--preset', 'neon'],
      '--step: found "1"; write whole milliseconds or more with their unit, such as 1m',
    ],
    [
      [URL_GIVEN, '--from', '300d', '--step', '1s', '--preset', 'neon'],
      '--step: 1s makes more than 10 million samples of this time; take a longer step, or ask part by part',
    ],
    [
      [URL_GIVEN, ...SPAN, '--map', 'load=a', '--map', 'load=b'],
      'URL, --map load=b: load is mapped twice; map each quantity once',
    ],
  ])('%j', async ([url = '', ...args], message) => {
    const told = problemOf(await fetched(url, args), url);
    expect(told).toBe(message);
    expect(told).not.toContain('secret');
  });
});

describe('tidemark trace presets', () => {
  test('lists them, and what to paste for each', async () => {
    const { out } = await run(['trace', 'presets']);
    expect([...out.matchAll(/^ {2}- (\w+): /gm)].map(([, name]) => name)).toEqual([
      'neon',
      'rds',
      'aurora',
      'exporters',
      'datadog',
      'newrelic',
      'cloudsql',
    ]);
    const neon = (await run(['trace', 'presets', 'neon'])).out;
    expect(neon).toContain('\n  neon_lfc_approximate_working_set_size_windows{duration="1h"}\n');
    expect(Math.max(...neon.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(neon).toContain('A gap means suspended: nothing is sent while a compute is suspended.');
    const aurora = (await run(['trace', 'presets', 'aurora'])).out;
    expect(aurora).toContain('aws cloudwatch get-metric-data');
    expect(
      JSON.parse(/queries '(.*)'/.exec(aurora)?.[1] ?? '').map(({ Label }: { Label: string }) => Label),
    ).toEqual([
      'CPUUtilization',
      'FreeableMemory',
      'DatabaseConnections',
      'DBLoad',
      'ServerlessDatabaseCapacity',
    ]);
  });
});
