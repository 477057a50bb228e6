import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from './run.ts';

/** A plan of few settings, so that hundreds of plans take seconds. */
const FEW = ['--highest', '2', '--timeouts', '5m', '--worthwhile', '0%'];

interface Asked {
  /** What is planned: a trace by itself, with its flags, or a scenario. */
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

interface End {
  readonly choice: { readonly setting: Setting; readonly outcome: unknown } | null;
  readonly asChosen: { readonly outcome: unknown };
}

interface Setting {
  readonly size: { readonly minCu: number; readonly maxCu: number };
}

/** What people write to ask for an assumption's end, as a number of the document. */
interface Values {
  readonly cpuMs: number;
  readonly concurrency: number | null;
  readonly connections: number;
  readonly start: string;
  readonly burst: boolean;
  readonly skew: number;
  readonly price: number;
}

const USUAL: Values = {
  cpuMs: 8,
  concurrency: 12,
  connections: 6,
  start: '{ median: 300ms, p95: 600ms }',
  burst: true,
  skew: 0.5,
  price: 0.2,
};

/** The two ends of each assumption that differ from the usual values. */
const ENDS: Readonly<Record<string, Readonly<Record<string, Partial<Values>>>>> = {
  'cpu-per-query': { low: { cpuMs: 2 }, high: { cpuMs: 32 } },
  concurrency: { low: { concurrency: 6 }, high: { concurrency: null } },
  connections: { low: { connections: 3 }, high: { connections: 12 } },
  start: { high: { start: '{ median: 1800ms, p95: 2600ms }' } },
  burst: { low: { burst: false } },
  skew: { low: { skew: 0.2 }, high: { skew: 0.8 } },
  price: { low: { price: 0.16 }, high: { price: 0.26 } },
};

const prices = ({ price }: Values) => `date: 2026-01\ncomputePerCuHour: { scale: ${price} }\n`;

/** Columns of a trace that say how much CPU was wanted in different ways. */
const TRACES = {
  'queries alone': ['queries=queries'],
  'CPU and queries': ['cpu=cpu:vcpu', 'queries=queries'],
  'CPU alone': ['cpu=cpu:vcpu'],
  'the load average': ['load=load'],
} as const;

const anyHours = fc.array(fc.constantFrom(0, 0.1, 0.4, 0.9), { minLength: 3, maxLength: 6 });

const table = (hours: readonly number[]) =>
  [
    'time,cpu,queries,load',
    ...hours.flatMap((vcpu, hour) =>
      Array.from({ length: 12 }, (_, i) => {
        const time = new Date(Date.UTC(2026, 2, 2, hour, i * 5)).toISOString();
        return `${time},${vcpu},${Math.round(vcpu * 37_500)},${vcpu}`;
      }),
    ),
  ].join('\n');

/** A trace by itself has flags for the CPU of a query and for prices, and none for the rest. */
const trace = (maps: readonly string[], hours: readonly number[]) => ({
  name: 'trace',
  assumptions: ['cpu-per-query', 'price'],
  asked: (values: Values, current: Setting | null): Asked => ({
    args: [
      'trace.csv',
      ...maps.flatMap((map) => ['--map', map]),
      ...['--cpu-per-query', `${values.cpuMs}ms`, '--prices', 'prices.yaml'],
      ...(current === null ? [] : ['--current', `${range(current)}, 5m`]),
    ],
    files: { 'trace.csv': table(hours), 'prices.yaml': prices(values) },
  }),
});

/** What a scenario says of a demand, and the assumptions that a file can set for it. */
type Kind = readonly [name: string, assumptions: readonly string[], demand: (values: Values) => string];

const OF_RUN = ['start', 'burst', 'price'];

const scenario = ([name, assumptions, demand]: Kind, hours: readonly number[]) => ({
  name,
  assumptions,
  asked: (values: Values, current: Setting | null): Asked => ({
    args: ['scenario.yaml', '--prices', 'prices.yaml'],
    files: {
      'trace.csv': table(hours),
      'prices.yaml': prices(values),
      'scenario.yaml': `why: Does each end say what a plan says?
start: 2026-03-02T00:00:00Z
horizon: ${hours.length}h
compute: { ${current === null ? 'min: 0.25, max: 2' : sizeFields(current)}, suspendAfter: 5m, workingSet: 3GB }
assumptions: { start: ${values.start}, burst: ${values.burst}, skew: ${values.skew} }
demand:
  - ${demand(values)}
`,
    },
  }),
});

const KINDS: readonly Kind[] = [
  [
    'a load',
    [...OF_RUN, 'cpu-per-query', 'concurrency', 'connections', 'skew'],
    ({ cpuMs, concurrency, connections }) =>
      `{ kind: load, vcpu: { hours: "mon-sun 01:00-02:00", inside: 1.4, outside: 0 }, cpuPerQuery: ${cpuMs}ms, concurrency: ${concurrency}, connections: ${connections}, pagesPerQuery: 300 }`,
  ],
  [
    'jobs',
    OF_RUN,
    () => '{ kind: arrivals, perSecond: 0.02, query: { cpu: { mean: 300ms }, wait: { mean: 20ms } } }',
  ],
  ['clients', OF_RUN, () => '{ kind: clients, count: 3, think: 40s, query: { cpu: 200ms } }'],
  ...Object.entries(TRACES).map(
    ([name, maps]): Kind => [
      `a trace of ${name} in a scenario`,
      [...OF_RUN, 'cpu-per-query'],
      ({ cpuMs }) =>
        `{ kind: trace, file: trace.csv, map: ${JSON.stringify(maps)}, cpuPerQuery: ${cpuMs}ms }`,
    ],
  ),
];

const anyQuestion = anyHours.chain((hours) =>
  fc.constantFrom(
    ...Object.values(TRACES).map((maps) => trace(maps, hours)),
    ...KINDS.map((kind) => scenario(kind, hours)),
  ),
);

test('each end of each assumption says what a plan says when asked with that value', async () => {
  const compared = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyQuestion, async ({ name, assumptions, asked }) => {
      const plan = await planned(asked(USUAL, null));
      if (plan.choice === null) return;
      for (const { assumption, ...ends } of plan.sensitivity.assumptions) {
        if (!assumptions.includes(assumption)) continue;
        for (const [end, values] of Object.entries(ENDS[assumption] ?? {})) {
          const found = ends[end] as End;
          const alone = await planned(asked({ ...USUAL, ...values }, plan.choice.setting));
          const where = `${name}: ${assumption}, ${end}`;
          expect([where, found.asChosen.outcome]).toEqual([where, alone.present.outcome]);
          expect([where, found.choice?.setting]).toEqual([where, alone.choice?.setting]);
          expect([where, found.choice?.outcome]).toEqual([where, alone.choice?.outcome]);
          compared.add(where);
        }
      }
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 25) > 25 ? 100 : 25 },
  );
  expect([...compared].filter((where) => where.includes('cpu-per-query')).length).toBeGreaterThan(3);
});

async function planned({ args, files }: Asked) {
  const { code, out, err } = await run(['plan', ...args, ...FEW, '--json'], files);
  expect([code < 2, err]).toEqual([true, expect.anything()]);
  return JSON.parse(out);
}

function range({ size: { minCu, maxCu } }: Setting): string {
  return minCu === maxCu ? `${minCu}` : `${minCu}-${maxCu}`;
}

function sizeFields({ size: { minCu, maxCu } }: Setting): string {
  return minCu === maxCu ? `size: ${minCu}` : `min: ${minCu}, max: ${maxCu}`;
}
