import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runFull as run } from '../cli/run.ts';

/** Each run makes about ten plans. */
const FEW_RUNS = { numRuns: 25 };
const FEW = ['--highest', '2', '--timeouts', '5m,off', '--objective', 'cache-hits=0%', '--json'];

interface Recommended {
  readonly configuration: {
    readonly size: { readonly minCu: number; readonly maxCu: number };
    readonly suspendAfterMs: number | null;
    readonly route: string;
  };
  readonly outcome: Readonly<Record<string, unknown>>;
}

interface Under {
  readonly assumed: number | boolean | null;
  readonly recommendation: Recommended | null;
  readonly asRecommended: Recommended;
}

interface Answer {
  readonly recommendation: Recommended | null;
  readonly sensitivity: {
    readonly assumptions: readonly {
      readonly assumption: string;
      readonly low: Under | null;
      readonly high: Under | null;
    }[];
  } | null;
}

type Files = Readonly<Record<string, string>>;

async function planned({ args, files }: Asked): Promise<Answer> {
  const { code, out, err } = await run(['plan', ...args, ...FEW], files);
  expect([code, err]).toEqual([expect.toSatisfy((one) => one < 2), expect.anything()]);
  return JSON.parse(out);
}

interface Asked {
  readonly args: readonly string[];
  readonly files: Files;
}

/**
 * The plan that a list of one database gives: the same recommendation, without the sensitivity and the other parts of an
 * answer, which take most of the time.
 */
async function plannedInList({ args: [file = '', ...flags], files }: Asked): Promise<Recommended | null> {
  const at = flags.indexOf('--current');
  const current = at < 0 ? {} : { current: flags.splice(at, 2)[1] };
  const list = { databases: [{ name: 'one', file, ...current }] };
  const { code, out, err } = await run(['plan', 'list.yaml', ...flags, ...FEW], {
    ...files,
    'list.yaml': JSON.stringify(list),
  });
  expect([code, err]).toEqual([expect.toSatisfy((one) => one < 2), expect.anything()]);
  return JSON.parse(out).databases[0].recommendation;
}

/** Compares each end with a plan of its own. `asked` returns the flags for a value, or null if no flag sets it. */
async function expectEnds(
  original: Asked,
  asked: (assumption: string, end: 'low' | 'high', value: Under['assumed']) => Asked | null,
): Promise<string[]> {
  const { args } = original;
  const { recommendation, sensitivity } = await planned(original);
  const isSet = args.includes('--current') || !args[0]?.endsWith('.csv');
  const compared: string[] = [];
  for (const swing of sensitivity?.assumptions ?? []) {
    for (const end of ['low', 'high'] as const) {
      const under = swing[end];
      const other = under === null ? null : asked(swing.assumption, end, under.assumed);
      if (recommendation === null || under === null || other === null) continue;
      // After a change, the recommendation is the current configuration.
      const others = isSet ? [...other.args, '--current', flagOf(recommendation)] : other.args;
      const own = await plannedInList({ args: others, files: other.files });
      expect([swing.assumption, end, chosenOf(under.recommendation)]).toEqual([
        swing.assumption,
        end,
        chosenOf(own),
      ]);
      compared.push(`${swing.assumption} ${end}`);
    }
  }
  return compared;
}

/** A list writes the configuration as a text, too. */
function chosenOf(recommended: Recommended | null) {
  if (recommended === null) return null;
  const { size, suspendAfterMs, route } = recommended.configuration;
  return { size, suspendAfterMs, route, outcome: recommended.outcome };
}

function flagOf({ configuration: { size, suspendAfterMs } }: Recommended): string {
  return `${size.minCu}-${size.maxCu}, ${suspendAfterMs === null ? 'off' : `${suspendAfterMs}ms`}`;
}

/** The value as --assume takes it. The high end of a start has the tail that others have measured. */
function toldText(assumption: string, value: Under['assumed']): string {
  if (assumption === 'start') return value === 1800 ? '1800ms/2600ms' : `${value}ms`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : String(value);
}

const pricesOf = (micros: number) => `date: 2026-01\ncomputePerCuHour: { scale: ${micros / 1e6} }\n`;

const anyMinutes = fc.array(fc.constantFrom(0, 0, 0.1, 0.4, 1.2), { minLength: 5, maxLength: 60 });
const start = Date.UTC(2026, 0, 5);

/** The rows of a table, one minute each. */
function table(columns: Readonly<Record<string, (vcpu: number) => number>>, minutes: readonly number[]) {
  return [
    ['time', ...Object.keys(columns)].join(','),
    ...minutes.map((vcpu, i) =>
      [new Date(start + i * 60_000).toISOString(), ...Object.values(columns).map((of) => of(vcpu))].join(','),
    ),
  ].join('\n');
}

const queries = (vcpu: number) => vcpu * 6000;
const COLUMNS = {
  'queries only': { queries },
  'queries and connections': { queries, connections: (vcpu: number) => (vcpu === 0 ? 0 : 30) },
  'CPU and queries': { cpu: (vcpu: number) => vcpu, queries },
  'CPU only': { cpu: (vcpu: number) => vcpu },
  'capacity too': { cpu: (vcpu: number) => Math.min(1, vcpu), queries, capacity: () => 1 },
} as const;
const KINDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const isOfQueries = (kind: keyof typeof COLUMNS) => kind.startsWith('queries');

describe('each end of an assumption is what a plan says that is asked with that value', () => {
  test.each(KINDS)('of a trace with %s, asked by flags', async (kind) => {
    let compared: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        anyMinutes,
        fc.constantFrom([], ['--current', '0.25-2, 5m']),
        fc.constantFrom([], ['--event', '2m=x3/2m'], ['--event', '1m=+1.5/90s']),
        fc.constantFrom(4, 10, 20),
        async (minutes, current, events, cpuMs) => {
          const files = { 't.csv': table(COLUMNS[kind], minutes) };
          const args = ['t.csv', ...events];
          const flag = isOfQueries(kind) ? ['--cpu-per-query', `${cpuMs}ms`] : [];
          compared = compared.concat(
            await expectEnds({ args: [...args, ...current, ...flag], files }, (assumption, _, value) => {
              if (assumption === 'cpu-per-query')
                return { args: [...args, '--cpu-per-query', `${value}ms`], files };
              if (assumption === 'price')
                return {
                  args: [...args, ...flag, '--prices', 'p.yaml'],
                  files: { ...files, 'p.yaml': pricesOf(Number(value)) },
                };
              return {
                args: [...args, ...flag, '--assume', `${assumption}=${toldText(assumption, value)}`],
                files,
              };
            }),
          );
        },
      ),
      FEW_RUNS,
    );
    expect(compared).toContain('cpu-per-query high');
    expect(compared).toContain('price low');
    expect(compared).toContain('burst low');
    expect(compared).toContain('start high');
    expect(compared).toContain('concurrency low');
    if (kind === 'queries and connections') expect(compared).toContain('connections high');
  });

  test('of a scenario of loads, jobs, traces and events, asked by fields', async () => {
    const compared = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        anyMinutes,
        fc.constantFrom('load', 'load', 'trace', 'jobs'),
        fc.boolean(),
        fc.constantFrom([], ['5m=+1.5/90s'], ['5m=x3/2m', '9m=+1/1m']),
        fc.constantFrom(0, 30, 150),
        async (minutes, kind, hasPoller, events, connections) => {
          const trace = table({ queries }, minutes);
          const poller = { kind: 'poller', every: '7m', query: { cpu: '2s', pages: 200 } };
          const first = {
            load: {
              kind: 'load',
              vcpu: { steps: minutes.map((value, i) => ({ at: `${i}m`, value })) },
              cpuPerQuery: '16ms',
              connections,
              concurrency: 8 as number | null,
              pagesPerQuery: 20,
            },
            trace: { kind: 'trace', file: 't.csv', cpuPerQuery: '10ms' },
            jobs: { kind: 'arrivals', perSecond: 0.05, query: { cpu: '400ms' } },
          }[kind];
          const scenario = {
            why: 'Which configuration?',
            start: '2026-01-05 00:00',
            horizon: '1h',
            compute: { min: 0.25, max: 2, suspendAfter: '5m', workingSet: '2GB' },
            demand: [first, ...(hasPoller || kind === 'jobs' ? [poller] : [])],
            events: kind === 'jobs' && !hasPoller ? events.filter((one) => !one.includes('x')) : events,
          };
          const write = (changed: object) => ({
            args: ['s.yaml'],
            files: { 't.csv': trace, 's.yaml': JSON.stringify({ ...scenario, ...changed }) },
          });
          const withLoad = (fields: object) =>
            write({ demand: [{ ...first, ...fields }, ...scenario.demand.slice(1)] });
          const all = await expectEnds(write({}), (assumption, end, value) => {
            switch (assumption) {
              case 'cpu-per-query':
                return withLoad({ cpuPerQuery: `${value}ms` });
              case 'concurrency':
              case 'connections':
                return kind === 'jobs' ? null : withLoad({ [assumption]: value });
              case 'start':
                return write({
                  assumptions: { start: end === 'high' ? { median: '1800ms', p95: '2600ms' } : '300ms' },
                });
              case 'price':
                return write({
                  prices: { date: '2026-01', computePerCuHour: { scale: Number(value) / 1e6 } },
                });
              case 'connection-cpu':
                return write({ assumptions: { connectionCpu: `${value}ms` } });
              case 'random-arrivals':
                return write({ assumptions: { randomArrivals: value } });
              case 'own-work':
                return write({ assumptions: { ownWork: value } });
              default:
                return write({ assumptions: { [assumption]: value } });
            }
          });
          for (const one of all) compared.add(one);
        },
      ),
      FEW_RUNS,
    );
    expect([...compared].sort()).toEqual([
      'burst low',
      'concurrency high',
      'concurrency low',
      'connection-cpu high',
      'connections high',
      'connections low',
      'contention high',
      'contention low',
      'cpu-per-query high',
      'cpu-per-query low',
      'own-work high',
      'price high',
      'price low',
      'random-arrivals low',
      'skew high',
      'skew low',
      'start high',
    ]);
  });
});

/** The parts of a list's items as a terminal prints them: the price of each end, and its flag. */
function printedEnds(out: string): { readonly cost: string; readonly flag: string }[] {
  const [, list = ''] = /Sensitivity: the plan at both ends[^:]*:\n((?: .*\n)+)/.exec(out) ?? [];
  return list
    .split(/^ {2}- /m)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim())
    .flatMap((item) => {
      const [, ends = '', flags = ''] = /^[^(]*\([^)]*\): (.*)\. Set by (.*)\.$/.exec(item) ?? [];
      const costs = ends.split('; ').map((end) => /\$[\d.]+/.exec(end)?.[0] ?? 'none');
      return flags === '' ? [] : flags.split(' or ').map((flag, i) => ({ cost: costs[i] ?? '', flag }));
    });
}

describe('the flag of an assumption', () => {
  const shipped = (name: string) => readFileSync(`scenarios/${name}`, 'utf8');

  test.each([
    ['traces/office-week.jsonl', [], 6],
    ['traces/office-week.jsonl', ['--current', '1-4, 5m'], 6],
    ['flash-crowd.yaml', [], 4],
  ])('gives the price shown when it is typed: %s %j', async (name, args, least) => {
    const file = name.split('/').at(-1) as string;
    const files = { [file]: shipped(name) };
    const { out } = await run(['plan', file, ...args], files);
    const current = /of each assumption, with --current "([^"]*)":/.exec(out.replaceAll(/\s+/g, ' '))?.[1];
    const again = current === undefined ? args : ['--current', current];
    const ends = printedEnds(out);
    expect(ends.length).toBeGreaterThanOrEqual(least);
    for (const { cost, flag } of ends) {
      const price = /^(?:--prices FILE with computePerCuHour )?(\d[\d.]*)$/.exec(flag)?.[1];
      const typed = price === undefined ? flag.split(' ') : ['--prices', 'p.yaml'];
      if (typed[0]?.startsWith('--') !== true) continue;
      const { out: own } = await run(['plan', file, ...again, ...typed], {
        ...files,
        'p.yaml': pricesOf(Number(price ?? 1) * 1e6),
      });
      expect([flag, /\$[\d.]+ a month/.exec(own)?.[0] ?? 'none']).toEqual([flag, `${cost} a month`]);
    }
  });

  test('has the whole value, because a median alone would mean another start', async () => {
    const files = { 'w.jsonl': shipped('traces/office-week.jsonl') };
    const { out } = await run(['plan', 'w.jsonl', '--json'], files);
    const { assumptions } = JSON.parse(out).sensitivity;
    const start = assumptions.find(({ assumption }: { assumption: string }) => assumption === 'start');
    expect(start.high.value).toBe('measured');
  });
});
