import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { FAKE_KEY, type FakeApi, fakeApi, refuse } from './fake-api.ts';
import { type FakePrometheus, fakePrometheus } from './fake-prometheus.ts';
import { type Ran, run, type World } from './run.ts';

const NOW = Date.UTC(2026, 2, 9);
const HOUR_MS = 3_600_000;

let api: FakeApi;
let prometheus: FakePrometheus;
afterEach(async () => {
  await api.close();
  await prometheus.close();
});

/** Starts both servers. Each compute uses a quarter vCPU all the time, except those that are named. */
async function serving(
  projects: readonly string[],
  {
    idle = [],
    asleepSince = {},
    samplesAnHour = 120,
    api: apiInstead,
    prometheus: prometheusInstead,
  }: {
    readonly idle?: readonly string[];
    readonly asleepSince?: Readonly<Record<string, string>>;
    readonly samplesAnHour?: number;
    readonly api?: (path: string, response: ServerResponse) => boolean;
    readonly prometheus?: (endpointId: string, response: ServerResponse) => boolean;
  } = {},
): Promise<void> {
  api = await fakeApi(projects, apiInstead, asleepSince);
  prometheus = await fakePrometheus(
    (query) => {
      if (query.startsWith('max(count_over_time')) return [{ metric: {}, at: () => samplesAnHour }];
      const name = computeIn(query);
      if (!query.startsWith('host_cpu') || idle.includes(name)) return [];
      const untilMs = Date.parse(asleepSince[name] ?? '9999');
      const at = (ms: number) => (ms <= untilMs ? (ms / 1000) * 0.25 : null);
      return [{ metric: { __name__: 'host_cpu_seconds_total', mode: 'user' }, at }];
    },
    ({ query }, response) => prometheusInstead?.(computeIn(query), response) ?? false,
  );
}

function computeIn(query: string): string {
  return /endpoint_id="ep-(\w+)"/.exec(query)?.[1] ?? '';
}

/** A clock on which a wait takes no time. */
function fastClock() {
  let nowMs = NOW;
  const waits: number[] = [];
  return {
    waits,
    wallMs: () => nowMs,
    alarm: (ring: () => void) => (afterMs: number) => {
      if (afterMs === Number.POSITIVE_INFINITY) return;
      waits.push(afterMs);
      nowMs += afterMs;
      ring();
    },
  };
}

const STEP = ['--from', '6h', '--step', '30m'];

function collect(args: readonly string[] = STEP, files = {}, world: World = {}): Promise<Ran> {
  const urls = ['--api-url', api.url, '--prometheus', prometheus.url];
  const environment = { TIDEMARK_API_KEY: FAKE_KEY };
  return run(['collect', ...urls, '-o', 'fleet', ...args], files, {
    environment,
    clock: fastClock(),
    ...world,
  });
}

const documentOf = (ran: Ran) => JSON.parse(ran.written['fleet/collection.json'] ?? '');
const hosts = (text: string) => text.replaceAll(api.url, 'API').replaceAll(prometheus.url, 'PROMETHEUS');
/** The written files, as input for another command. */
const filesOf = ({ written }: Ran) =>
  Object.fromEntries(Object.entries(written).map(([path, text]) => [path, Buffer.from(text, 'latin1')]));

describe('tidemark collect', () => {
  test('writes a list, a trace of each database, and what became of each', async () => {
    await serving(['shop', 'blog', 'wiki']);
    const ran = await collect();
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(hosts(ran.out).replaceAll(/\s+/g, ' ').trim()).toBe(
      'Collected 3 of 3 databases API, from 2026-03-08 18:00 to 2026-03-09 00:00 UTC, ' +
        'one sample each 30 min To plan them: tidemark plan fleet/list.yaml',
    );
    expect(Object.keys(ran.written).sort()).toEqual([
      'fleet/collection.json',
      'fleet/list.yaml',
      ...['blog', 'shop', 'wiki'].map((name) => `fleet/traces/ep-${name}.parquet`),
    ]);
    expect(
      hosts(ran.written['fleet/list.yaml'] ?? '')
        .split('\n')
        .slice(0, 7),
    ).toEqual([
      '# Databases of API, from 2026-03-08 18:00 to 2026-03-09 00:00 UTC, one sample each 30 min.',
      'databases:',
      '  - name: "main"',
      '    project: "shop"',
      '    plan: scale',
      '    current: "0.25-2, 5m"',
      '    file: "traces/ep-shop.parquet"',
    ]);
    expect(documentOf(ran)).toMatchObject({
      isWhole: true,
      from: '2026-03-08T18:00:00.000Z',
      to: '2026-03-09T00:00:00.000Z',
      totals: { databases: 3, collected: 3, withoutSamples: 0, failed: 0 },
      databases: [{ project: 'shop', endpointId: 'ep-shop', samples: 12 }, {}, {}],
    });
  });

  test('makes a list that can be planned as it is', async () => {
    await serving(['shop', 'blog']);
    const planned = await run(['plan', 'fleet/list.yaml', '--json'], filesOf(await collect()));
    expect(planned.code).toBe(0);
    const { databases } = JSON.parse(planned.out);
    expect(databases.map(({ project }: { project: string }) => project).sort()).toEqual(['blog', 'shop']);
    expect(databases[0].current.configuration).toMatchObject({ text: '0.25-2, 5m' });
  });

  test('asks for all pages of projects, and for the series of each compute', async () => {
    await serving(['a', 'b', 'c']);
    await collect();
    expect(api.asked.filter((path) => path.startsWith('projects?'))).toEqual([
      'projects?limit=400',
      'projects?limit=400&cursor=2',
      'projects?limit=400&cursor=4',
    ]);
    const computes = prometheus.asked.map(({ query }) => computeIn(query));
    expect([...new Set(computes)].sort()).toEqual(['', 'a', 'b', 'c']);
  });

  test('asks for a long time in parts that Prometheus accepts', async () => {
    await serving(['shop']);
    const ran = await collect(['--from', '10d']);
    expect(documentOf(ran).databases[0].samples).toBe(10 * 24 * 60);
  });

  test('knows that a compute has slept since its last sample', async () => {
    await serving(['shop', 'blog', 'wiki'], {
      idle: ['wiki'],
      asleepSince: { blog: '2026-03-08T20:00:00Z', wiki: '2026-03-01T20:00:00Z' },
    });
    const ran = await collect();
    const spans = ['shop', 'blog'].map(async (name) => {
      const { out } = await run(['trace', 'inspect', `fleet/list.yaml#${name}/main`, '--json'], filesOf(ran));
      const { from, samples, gaps } = JSON.parse(out);
      return [from, samples, gaps.totalMs / HOUR_MS];
    });
    // The last sample has no value, so the sleep before it is a gap.
    expect(await Promise.all(spans)).toEqual([
      ['2026-03-08T18:00:00.000Z', 12, 0],
      ['2026-03-08T18:00:00.000Z', 5, 3.5],
    ]);
    expect(ran.written['fleet/list.yaml']).toContain(
      'the server has no samples for any of the queries; it has slept since 2026-03-01 20:00 UTC',
    );
  });

  test('prints the same as --json as it keeps', async () => {
    await serving(['shop']);
    const ran = await collect([...STEP, '--json']);
    expect(ran.out).toBe(ran.written['fleet/collection.json']);
  });
});

test('docs/collect.md names the fields of the document, and those of a database', async () => {
  await serving(['shop']);
  const document = documentOf(await collect());
  const [, below = ''] = readFileSync('docs/collect.md', 'utf8').split('## The answer as JSON');
  const cells = [...below.matchAll(/^\| (`[^|]*) \| ([^|]*) \|$/gm)];
  const namesIn = (text: string) =>
    [...text.matchAll(/`(?:databases\[\]\.)?([a-zA-Z]+)/g)].map(([, name]) => name);
  const named = cells.flatMap(([, names = '', words = '']) =>
    names.startsWith('`databases[]') ? [...namesIn(names), ...namesIn(words)] : namesIn(names),
  );
  const fields = [...Object.keys(document), ...Object.keys(document.databases[0])];
  expect(fields.filter((field) => !named.includes(field))).toEqual(['schema', 'version', 'isWhole', 'page']);
});

describe('consumption history', () => {
  const consumption = (from: string, to = 'now') =>
    run(
      ['collect', '--api-url', api.url, '--consumption', '-o', 'fleet', '--from', from, '--to', to],
      {},
      { environment: { TIDEMARK_API_KEY: FAKE_KEY }, clock: fastClock() },
    );

  test.each([
    ['by the hour for a week', '7d', 'now', 7 * 24],
    ['by the day for longer', '30d', 'now', 30],
    ['without an hour that has not ended', '3h', '2026-03-08T20:40', 3],
  ])('is read %s', async (_, from, to, samples) => {
    await serving(['shop', 'blog', 'wiki']);
    const ran = await consumption(from, to);
    expect(ran.code).toBe(0);
    expect(documentOf(ran).databases.map((one: { samples: number }) => one.samples)).toEqual([
      samples,
      samples,
      samples,
    ]);
    expect(api.asked.filter((path) => path.startsWith('consumption'))).toHaveLength(1);
  });

  test('is not asked for longer than the API keeps it', async () => {
    await serving(['shop']);
    expect((await consumption('61d')).err).toBe(
      'tidemark: --from: the API keeps consumption for 60 days; ask for 2026-01-08 or later\n',
    );
  });

  test('needs an hour that has ended', async () => {
    await serving(['shop']);
    expect((await consumption('2026-03-08T20:10', '2026-03-08T20:40')).err).toBe(
      'tidemark: --from: no whole hour ends before --to, and consumption is metered by the hour; ask for a longer time\n',
    );
  });
});

describe('a server that is busy', () => {
  test('gets the pause that it asks for', async () => {
    const busy = new Set(['the API', 'Prometheus']);
    await serving(['shop'], {
      api(path, response) {
        if (!path.endsWith('/endpoints') || !busy.delete('the API')) return false;
        response.setHeader('retry-after', '17');
        refuse(response, 429, 'slow down');
        return true;
      },
      prometheus(name, response) {
        if (name !== 'shop' || !busy.delete('Prometheus')) return false;
        response.setHeader('retry-after', new Date(NOW + 60_000).toUTCString());
        response.statusCode = 503;
        response.end();
        return true;
      },
    });
    const clock = fastClock();
    const ran = await collect(STEP, {}, { clock });
    expect(ran.code).toBe(0);
    expect(clock.waits).toEqual([17_000, 43_000]);
  });

  test('fails only the computes that it never answers for', async () => {
    await serving(['shop', 'blog'], {
      prometheus(name, response) {
        if (name !== 'blog') return false;
        response.statusCode = 503;
        response.end();
        return true;
      },
    });
    const ran = await collect();
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('blog/main (ep-blog): it answers with 503 and no reason');
    expect(ran.err).toBe(
      'tidemark: fleet: 1 could not be collected, as the answer says; run the same command again, which tries only those\n',
    );
    expect(ran.written['fleet/list.yaml']).toContain('# - blog/main (ep-blog): it answers with 503');
  });
});

describe('what cannot be collected', () => {
  test('is named, and the others are collected', async () => {
    await serving(['shop', 'blog', 'wiki'], {
      idle: ['wiki'],
      api(path, response) {
        if (path !== 'projects/p-blog/endpoints') return false;
        refuse(response, 500, `broken, with Bearer ${FAKE_KEY}`);
        return true;
      },
    });
    const ran = await collect();
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('Collected 1 of 2 databases');
    expect(ran.out).toContain('- project blog (p-blog) is not listed: 500: broken, with Bearer …');
    expect(ran.out).toContain('- wiki/main (ep-wiki): the server has no samples');
    expect(JSON.stringify(ran)).not.toContain(FAKE_KEY);
  });

  test('is a project whose details the API did not find in time', async () => {
    await serving(['shop'], {
      api(path, response) {
        if (!path.startsWith('projects?') || path.includes('cursor')) return false;
        const projects = [{ id: 'p-shop', name: 'shop' }];
        response.end(JSON.stringify({ projects, unavailable_project_ids: ['p-slow'] }));
        return true;
      },
    });
    const ran = await collect();
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('- project p-slow is not listed: the API did not find its details in time');
    expect(documentOf(ran).totals).toMatchObject({ databases: 1, collected: 1 });
  });

  test('is no failure if it only has no samples, except with --strict', async () => {
    await serving(['shop', 'wiki'], { idle: ['wiki'] });
    expect((await collect()).code).toBe(0);
    expect((await collect([...STEP, '--strict'])).code).toBe(2);
  });

  test('leaves no list if it is everything', async () => {
    await serving(['wiki'], { idle: ['wiki'] });
    const ran = await collect();
    expect([ran.code, ran.err]).toEqual([
      2,
      'tidemark: fleet: no database has samples, so there is no list; check that the metrics are of these computes, or ask for another time\n',
    ]);
    expect(Object.keys(ran.written)).toEqual(['fleet/collection.json']);
  });
});

describe('the same command again', () => {
  const failing = (name: string, response: ServerResponse) => {
    if (name !== 'blog') return false;
    response.statusCode = 500;
    response.end();
    return true;
  };

  test('tries only what failed, and asks for the same time', async () => {
    let isBroken = true;
    await serving(['shop', 'blog'], { prometheus: (...asked) => isBroken && failing(...asked) });
    const first = await collect();
    expect(first.code).toBe(2);
    isBroken = false;
    const before = prometheus.asked.length;
    const clock = { ...fastClock(), wallMs: () => NOW + HOUR_MS };
    const second = await collect(STEP, filesOf(first), { clock });
    expect(second.code).toBe(0);
    expect(new Set(prometheus.asked.slice(before).map(({ query }) => computeIn(query)))).toEqual(
      new Set(['', 'blog']),
    );
    expect(documentOf(second)).toMatchObject({ to: '2026-03-09T00:00:00.000Z', totals: { collected: 2 } });
    expect(Object.keys(second.written)).not.toContain('fleet/traces/ep-shop.parquet');
  });

  test.each([
    ['a day later', { failed: true, laterMs: 24 * HOUR_MS }],
    ['if nothing failed', { failed: false, laterMs: HOUR_MS }],
  ])('begins with the newest time %s', async (_, { failed, laterMs }) => {
    await serving(['shop', 'blog'], { prometheus: (...asked) => failed && failing(...asked) });
    const first = await collect();
    const clock = { ...fastClock(), wallMs: () => NOW + laterMs };
    const second = await collect(STEP, filesOf(first), { clock });
    expect(documentOf(second).to).toBe(new Date(NOW + laterMs).toISOString());
    expect(Object.keys(second.written)).toContain('fleet/traces/ep-shop.parquet');
  });

  test('fetches a trace again that is gone', async () => {
    await serving(['shop', 'blog']);
    const span = ['--from', '2026-03-08', '--to', '2026-03-09', '--step', '30m'];
    const { 'fleet/traces/ep-blog.parquet': _, ...files } = filesOf(await collect(span));
    const second = await collect(span, files);
    expect(Object.keys(second.written).filter((path) => path.endsWith('.parquet'))).toEqual([
      'fleet/traces/ep-blog.parquet',
    ]);
  });

  test('refuses a folder whose file is not its own', async () => {
    await serving(['shop']);
    expect((await collect(STEP, { 'fleet/collection.json': '{}' })).err).toBe(
      'tidemark: fleet/collection.json: it does not say how far a collection is; remove it, or name another folder with --output\n',
    );
  });
});

describe('a collection that ends early', () => {
  test('keeps what it has after Ctrl-C, and goes on', async () => {
    await serving(['a', 'b', 'c', 'd', 'e', 'f']);
    const stopped = await collect(STEP, {}, { interruptAfter: 2, signals: new EventEmitter() });
    expect(stopped.code).toBe(130);
    expect(stopped.err).toMatch(
      /^tidemark: interrupted: traces that are kept: [2-6]; the same command goes on\n$/,
    );
    expect(stopped.written['fleet/list.yaml']).toBeUndefined();
    expect(documentOf(stopped)).toMatchObject({ isWhole: false, partial: true });
    const ran = await collect(STEP, filesOf(stopped));
    expect([ran.code, documentOf(ran).totals.collected]).toEqual([0, 6]);
  });

  test('keeps what it has if the server goes away', async () => {
    let answered = 0;
    await serving(['a', 'b', 'c', 'd', 'e', 'f'], {
      prometheus(_, response) {
        if (++answered < 30) return false;
        response.destroy();
        return true;
      },
    });
    const ran = await collect();
    expect(ran.code).toBe(2);
    expect(hosts(ran.err)).toMatch(
      /^traces that are kept: \d; the same command goes on\.\ntidemark: PROMETHEUS: the answer broke off/,
    );
    expect(documentOf(ran).totals).toMatchObject({ databases: 6, failed: 0 });
  });
});

describe('a collection that cannot begin', () => {
  test.each([
    [
      'a key that is wrong',
      { TIDEMARK_API_KEY: 'another' },
      [],
      /^tidemark: API, --api-url: it refuses the key \(401\); /,
    ],
    ['no key', {}, [], /^tidemark: TIDEMARK_API_KEY: is not set; put an API key there$/],
    [
      'an unknown organization',
      undefined,
      ['--org', 'x'],
      /^tidemark: --org: it refuses to list projects: 404: /,
    ],
    [
      'another path',
      undefined,
      ['--api-url', 'ROOT'],
      /^tidemark: --api-url: .* 404: .*; check its path, such as \/api\/v2/,
    ],
    [
      'no server',
      undefined,
      ['--api-url', 'http://127.0.0.1:1/'],
      /^tidemark: http:\/\/127.0.0.1:1, --api-url: it does not answer \(bad port\); /,
    ],
    [
      'an API that is no API',
      undefined,
      ['--api-url', 'METRICS'],
      /is answered with 200, and not as a management API answers; give its address with its path/,
    ],
    [
      'an address with a password',
      undefined,
      ['--api-url', 'http://u:secret@x/'],
      /^tidemark: --api-url: it has a user or a password in it/,
    ],
    [
      'no Prometheus',
      undefined,
      ['--prometheus', 'ROOT'],
      /^tidemark: .*: it answers with 401 and no reason|it refuses access/,
    ],
    ['a time that is none', undefined, ['--from', 'x'], /^tidemark: --from: found "x"/],
  ] as const)('because of %s', async (_, environment, args, message) => {
    await serving(['shop']);
    const urls = { ROOT: api.url.replace('/api/v2', ''), METRICS: `${prometheus.url}/x` };
    const given = args.map((arg) => urls[arg as keyof typeof urls] ?? arg);
    const ran = await collect([...STEP, ...given], {}, environment === undefined ? {} : { environment });
    expect([ran.code, ran.written]).toEqual([2, {}]);
    expect(hosts(ran.err).trimEnd()).toMatch(message);
    expect(ran.err).not.toContain('secret');
  });

  test('because samples are further apart than the steps', async () => {
    await serving(['shop'], { idle: ['shop'], samplesAnHour: 12 });
    expect((await collect(['--from', '6h'])).err).toBe(
      'tidemark: --step: the server has a sample each 5m, so steps of 1m would make bursts of CPU; use --step 5m\n',
    );
  });

  test('because of an account without computes', async () => {
    await serving([]);
    expect((await collect()).err).toContain('the key sees no compute; use a key of the account');
  });
});
