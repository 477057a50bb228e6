import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const SMALL = ['--highest', '1', '--only', 'fixed'];

/** An hour or more of samples about a minute apart, at uneven times. */
const anyTable = fc
  .record({
    startMs: fc.oneof(
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
      // The hour that occurs twice in Berlin.
      fc.integer({ min: 0, max: 7_200_000 }).map((ms) => Date.UTC(2026, 9, 25) + ms),
    ),
    stepS: fc.constantFrom(7, 60, 900),
    vcpu: fc.array(fc.constantFrom(0, 0, 0.1, 0.6, 0.95), { minLength: 3, maxLength: 60 }),
    gigabytes: fc.constantFrom(null, 0.3, 1.7),
  })
  .map(({ startMs, stepS, vcpu, gigabytes }) =>
    [
      `time,busy,connections${gigabytes === null ? '' : ',working'}`,
      ...vcpu.map((value, i) => {
        const time = new Date(startMs + i * stepS * 1000).toISOString();
        return `${time},${value},${value === 0 ? 0 : 7}${gigabytes === null ? '' : `,${gigabytes}`}`;
      }),
    ].join('\n'),
  );

const MAP = ['--map', 'connections=connections', '--map'];
const anyFlags = fc
  .tuple(
    fc.constantFrom([...MAP, 'cpu=busy:vcpu'], [...MAP, 'cpu=busy:fraction', '--vcpus', '3.5']),
    fc.constantFrom([], ['--timezone', 'Europe/Berlin'], ['--timezone', 'Asia/Kathmandu']),
    fc.constantFrom(
      [],
      ['--cpu-per-query', '0.07s'],
      ['--gap', 'suspended'],
      ['--capacity', '0.25-2'],
      ['--strict'],
    ),
    fc.constantFrom(
      [],
      ['--seed', '99', '--current', '0.5-2, 10m'],
      ['--plan', 'launch', '--current', '0.5-2, off'],
      ['--facts', '2026-08'],
      ['--prices', 'prices.yaml', '--current', '2, off'],
    ),
    fc.constantFrom([], [], ['--objective', 'budget=0.01']),
    fc.constantFrom([], ['--event', '5s=+1.5/90s'], ['--event', '1s=x2/1m', '--event', '0s=+1/10s/1m/1m']),
  )
  .map((parts) => parts.flat());

const PRICES =
  'date: 2025-06\ncurrency: EUR\ncomputePerCuHour: { launch: 0.098765, scale: 0.2 }\nstoragePerGbMonth: 1\nrestoreHistoryPerGbMonth: 1\ntransferPerGb: 1\nbranchPerMonth: 1\n';

const json = async (args: readonly string[], files: Readonly<Record<string, string>>) => {
  const { code, out, err, written } = await run([...args, '--json'], files);
  expect([code, err]).toEqual([expect.toSatisfy((one) => one < 2), expect.anything()]);
  return { answer: JSON.parse(out), written };
};

/** Runs and plans the written scenario. Both have to give the result of the plan. */
async function roundTrip(
  file: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  path = 'made/out.yaml',
): Promise<string> {
  const { answer, written } = await json(['plan', file, ...args, '--write-scenario', path], files);
  const made = { ...files, ...written };
  const best = answer.recommendation ?? answer.current ?? answer.nearest;
  const narrowing = ['--highest', '--only', '--timeouts', '--objective', '--worthwhile'];
  const kept = args.flatMap((one, i) => (narrowing.includes(one) ? [one, args[i + 1] as string] : []));
  const again = await json(['plan', path, ...kept], made);
  // The text has the connection path too.
  const { route, text } = again.answer.current.configuration;
  expect(again.answer.current.configuration).toEqual({ ...best.configuration, route, text });
  expect(again.answer.current.outcome).toEqual(best.outcome);
  expect(again.answer.recommendation).toEqual(answer.recommendation === null ? null : again.answer.current);
  const { startMs: _, ...head } = answer;
  for (const field of ['from', 'until', 'seed', 'facts', 'plan', 'currency'] as const)
    expect(again.answer[field]).toEqual(head[field]);
  const { totals } = (await json(['simulate', path, '--no-compare'], made)).answer;
  expect(totals.cuHours).toBeCloseTo(best.outcome.cuHours, 5);
  const hours = (Date.parse(answer.until) - Date.parse(answer.from)) / 3_600_000;
  // The month of 744 hours that prices are quoted for.
  expect(totals.cost).toBeCloseTo((best.outcome.costPerMonth * hours) / 744, 5);
  return written[path] as string;
}

describe('the scenario of a plan', () => {
  test('has the same result as the plan, whatever the trace and the flags', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, anyFlags, async (table, flags) => {
        await roundTrip('in/t.csv', [...SMALL, ...flags], { 'in/t.csv': table, 'prices.yaml': PRICES });
      }),
      { numRuns: 30 },
    );
  });

  const TABLE = [
    'time,busy',
    ...[0, 0.5, 0.5, 0, 0].map((vcpu, i) => `2026-03-02T10:0${i}:00Z,${vcpu}`),
  ].join('\n');
  const FLAGS = [...SMALL, '--map', 'cpu=busy:vcpu'];

  test.each([
    ['--current', '1, off'],
    ['--capacity', '1'],
    ['--capacity', '2026-03-01=1,2026-03-02T10:20=2'],
    ['--vcpus', '1'],
  ])('has the demand that was rebuilt with %s %s', async (...flag) => {
    const rows = Array.from({ length: 40 }, (_, i) => {
      const isBusy = i % 20 < 10;
      return `2026-03-02T10:${String(i).padStart(2, '0')}:00Z,${isBusy ? '1,2.6' : '0,0'}`;
    });
    const files = { 'in/t.csv': ['time,busy,load', ...rows].join('\n') };
    const flags = [...FLAGS, '--map', 'load=load', '--highest', '4', ...flag];
    const { answer } = await json(['plan', 'in/t.csv', ...flags], files);
    expect(answer.hiddenDemand.samples).toBeGreaterThan(0);
    await roundTrip('in/t.csv', flags, files);
  });

  test('of a trace states everything that the plan used', async () => {
    const text = await roundTrip('in/t.csv', FLAGS, { 'in/t.csv': TABLE });
    expect(
      text.slice(0, text.indexOf('assumptions:')),
    ).toBe(`# A trace, a configuration and all assumptions, for tidemark simulate and tidemark plan.

why: What would this configuration do with the demand of in/t.csv, and at what cost?

# From the first sample to the end of the last one that was used.
start: 2026-03-02T10:00Z
timezone: UTC
horizon: 5m

# The seed of random draws: the times of starts and suspends, and the months that are drawn.
seed: 1

# The fact set: sizes, limits and prices.
facts: 2026-11
plan: scale

# The recommended configuration.
compute:
  size: 0.5
  suspendAfter: 5m

# The trace, and how it was read:
# - times from "time"
demand:
  - kind: trace
    name: trace
    file: ../in/t.csv
    map:
      - cpu=busy:vcpu

# Assumptions about what the service does not state.
# Unknown: burst, skew, start. A plan tries both ends of their ranges.
`);
  });

  const POLLERS = `# Nightly.
why: Who keeps it awake?
horizon: 2h
compute: { size: 1, suspendAfter: 5m } # as of March
demand:
  # Every minute of the day.
  - { kind: poller, every: 7m, query: { cpu: 1ms } }
`;

  test.each([
    ['a scenario', POLLERS],
    ['JSON', '{"why":"Who?","horizon":"2h","demand":[{"kind":"poller","every":"7m"}]}'],
    [
      'a list of one compute, and aliases',
      'why: Who?\nhorizon: &long 2h\ncomputes: [{ name: a, min: 0.25, max: 2, demand: [{ kind: poller, every: *long }] }]\n',
    ],
    [
      'a scenario that names a trace',
      'why: Who?\nstart: 2026-03-02T10:00\nhorizon: 5m\ndemand: [{ kind: trace, file: t.csv, map: { cpu: "busy:vcpu" } }]\n',
    ],
  ])('of %s has the same result as the plan', async (_, text) => {
    const files = { 'in/s.yaml': text, 'in/t.csv': TABLE, 'prices.yaml': PRICES };
    for (const more of [
      [],
      ['--pooler', '--seed', '5'],
      ['--prices', 'prices.yaml', '--event', '1m=+1/1m', '--current', '2, off, pooler'],
    ])
      await roundTrip('in/s.yaml', [...SMALL, '--timeouts', '5m', ...more], files);
  });

  test('of a scenario is that scenario with its comments and the recommendation', async () => {
    const files = { 'in/s.yaml': POLLERS };
    const { out, err } = await run(
      ['plan', 'in/s.yaml', ...SMALL, '--assume', 'start=100ms', '--write-scenario', '-', '--holdout', '50%'],
      files,
    );
    expect(out).toBe(
      `${POLLERS.replace('horizon: 2h', 'horizon: 1h').replace(
        'size: 1, suspendAfter: 5m',
        'size: 0.25, suspendAfter: off',
      )}assumptions:\n  start: 100ms\n`,
    );
    expect(err).toMatch(/^Change to 0\.25 CU, always on: [\s\S]*Written as a scenario: standard output\.\n$/);
  });

  test('is not written for an interrupted plan, but is if the answer is no', async () => {
    const files = { 't.csv': TABLE };
    const args = ['plan', 't.csv', '--map', 'cpu=busy:vcpu', '--write-scenario', 'out.yaml'];
    const stopped = await run(args, files, { interruptAfter: 2 });
    expect([stopped.code, stopped.written]).toEqual([130, {}]);
    const none = await run([...args, ...SMALL, '--objective', 'budget=0.01'], files);
    expect([none.code, none.err]).toEqual([
      1,
      'out.yaml is written. Next: tidemark simulate out.yaml\ntidemark: no configuration meets all objectives\n',
    ]);
    expect(none.written['out.yaml']).toContain(
      '# No configuration meets all objectives; this one breaks fewest.\ncompute:',
    );
  });

  test.each([
    ['t.csv', 'old.yaml', 'old.yaml: the file exists already; name another, or add --force'],
    ['t.csv', './t.csv', '--write-scenario: this is the trace itself; name another file'],
    [
      '-',
      'out.yaml',
      '--write-scenario: a scenario names its trace, and this one has no name; save it to a file',
    ],
    ['many', 'out.yaml', '--write-scenario: this flag is for one database; leave it out, or plan one file'],
  ])('of %s in %s is a problem', async (file, path, message) => {
    const files = { 't.csv': TABLE, '-': TABLE, 'old.yaml': 'mine', 'many/t.csv': TABLE };
    const { code, out, err, written } = await run(['plan', file, ...FLAGS, '--write-scenario', path], files);
    expect([code, out, err, written]).toEqual([2, '', `tidemark: ${message}\n`, {}]);
    if (path !== 'old.yaml') return;
    const forced = await run(['plan', file, ...FLAGS, '--write-scenario', path, '--force'], files);
    expect(Object.keys(forced.written)).toEqual(['old.yaml']);
  });
});
