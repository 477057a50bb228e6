import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/cli/terminal/interruption.ts';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { run } from './run.ts';

const APP = `why: Which size for an app that nobody has built yet?
horizon: 1d
facts: 2026-11
compute: { min: 0.25, max: 4, suspendAfter: 5m }
demand:
  - name: people
    kind: load
    perSecond: { hours: "08:00-18:00", inside: { low: 2, likely: 20, high: 90 }, outside: 0 }
    cpuPerQuery: { low: 5ms, likely: 20ms, high: 40ms }
    concurrency: null
    connections: 20
assumptions: { burst: false, skew: 0.5, start: 500ms }
`;
const files = { 'app.yaml': APP };
const FEW = ['--timeouts', '5m', '--highest', '8', '--worlds', '20'];

describe('tidemark plan of a scenario with intervals', () => {
  test('recommends a configuration, what it risks and what to measure', async () => {
    const { code, out, err } = await run(['plan', 'app.yaml', ...FEW], files);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Begin with \S+ to \d+ CU, sleep after 5m: \$[\d.]+ a month on average\.\n/);
    expect(out).toMatch(/It meets all objectives in (1[89]|20) of 20 worlds/);
    expect(out).toContain('The risk of choosing before you know:');
    expect(out).toContain('as written');
    expect(out.split('\n').every(({ length }) => length <= 80)).toBe(true);
    expect((await run(['plan', 'app.yaml', ...FEW], files)).out).toBe(out);
  });

  test('prints a document with every world', async () => {
    const { out } = await run(['plan', 'app.yaml', ...FEW, '--keeps', '80%', '--json'], files);
    const { schema, version, keeps, needed, intervals, worlds, recommendation } = JSON.parse(out);
    expect([schema, version, keeps, needed, worlds.length]).toEqual(['tidemark/worlds-plan', 1, 0.8, 16, 20]);
    expect(intervals.map(({ field }: { field: string }) => field)).toEqual([
      'demand.people.perSecond.inside',
      'demand.people.cpuPerQuery',
    ]);
    expect(recommendation.kept).toBeGreaterThanOrEqual(16);
    expect(recommendation.worlds).toHaveLength(20);
  });

  test('says that no configuration is good enough, with exit code 1', async () => {
    const { code, out } = await run(['plan', 'app.yaml', ...FEW, '--objective', 'budget=0.01'], files);
    expect(code).toBe(1);
    expect(out).toContain('No configuration meets all objectives in 90% of 20 worlds.');
  });

  test('has no recommendation if it is interrupted', async () => {
    const { code, out } = await run(['plan', 'app.yaml', ...FEW], files, { interruptAfter: 3 });
    expect([code, out.split('\n')[0]]).toEqual([130, 'Interrupted: there is no recommendation.']);
  });

  test.each([
    [
      ['--growth', '5%/month'],
      '--growth: the scenario has intervals, and this flag is for a plan of one demand',
    ],
    [['--report', 'there'], '--report: the scenario has intervals'],
    [['--worlds', '3'], '--worlds: found 3; write a whole number from 10 to 1000'],
    [['--keeps', 'most'], '--keeps: found "most"; write a share of the worlds such as 90%'],
  ])('refuses %j', async (flags, words) => {
    const { code, err } = await run(['plan', 'app.yaml', ...flags], files);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test('plans one demand if each interval is set, and then refuses flags of worlds', async () => {
    const one = ['--set', 'demand.people.perSecond.inside=20', '--set', 'demand.people.cpuPerQuery=20ms'];
    const flags = ['plan', 'app.yaml', '--timeouts', '5m', '--highest', '2', ...one];
    expect((await run(flags, files)).out).toMatch(/^Keep|^Change/);
    const { code, err } = await run([...flags, '--worlds', '20'], files);
    expect(code).toBe(2);
    expect(err).toContain('--worlds: only a scenario with intervals has several worlds');
  });

  test('uses the likely values for other commands, which say so', async () => {
    const { out } = await run(['simulate', 'app.yaml', '--no-compare'], files);
    expect(out).toContain('Warning: 2 quantities of the scenario are intervals, and this answer uses');
    const one = APP.replace(/\{ low: 2.*?high: 90 \}/, '20').replace(/\{ low: 5ms.*?high: 40ms \}/, '20ms');
    const same = await run(['simulate', 'app.yaml', '--no-compare', '--json'], { 'app.yaml': one });
    const likely = await run(['simulate', 'app.yaml', '--no-compare', '--json'], files);
    expect(JSON.parse(likely.out).totals).toEqual(JSON.parse(same.out).totals);
  });
});

const ANSWERS = [
  'app=tool',
  'people=3-40',
  'hours=mon-fri 9-17',
  'query=5ms-50ms',
  'data=1GB-4GB',
  'jobs=10m',
  'wait=fine',
];
const asFlags = ANSWERS.flatMap((answer) => ['--answer', answer]);

describe('tidemark init of an application', () => {
  test('writes a scenario with an interval for each range', async () => {
    const { code, err, written } = await run(['init', 'app.yaml', ...asFlags, '--timezone', 'Asia/Tokyo']);
    expect([code, err]).toEqual([0, 'app.yaml is written. Next: tidemark plan app.yaml --profile frugal\n']);
    const text = written['app.yaml'] ?? '';
    const { uncertain, simulation } = readScenario(readDocument(text, 'app.yaml'));
    expect(simulation.zone.name).toBe('Asia/Tokyo');
    expect(uncertain?.intervals.map(({ name, likely }) => [name, likely])).toEqual([
      ['compute.workingSet', 2 * 2 ** 30],
      ['demand.people.perSecond.of.inside', 11],
      ['demand.people.perSecond.times', 0.1],
      ['demand.people.cpuPerQuery', 16],
      ['demand.people.pagesPerQuery', 20],
      ['demand.people.connections', 20],
      ['assumptions.start', 500],
      ['assumptions.skew', 0.5],
    ]);
  });

  test('asks what no flag answers, again after a wrong answer, and writes the same', async () => {
    const typed = ['tool', 'some', '3-40', 'mon-fri 9-17', '5ms-50ms', '1GB-4GB', '10m', 'fine'];
    const asked = await run(['init', 'app.yaml'], {}, { typed });
    expect(asked.code).toBe(0);
    expect(asked.out).toContain('"some" is not understood. Write a number such as 50');
    expect(asked.written).toEqual((await run(['init', 'app.yaml', ...asFlags])).written);
    const rest = await run(['init', 'app.yaml', ...asFlags.slice(0, 12)], {}, { typed: ['fine'] });
    expect(rest.written).toEqual(asked.written);
  });

  test('takes Enter and the end of input for unknown', async () => {
    const unknown = await run(['init', 'app.yaml', '--answer', 'app=unknown']);
    expect((await run(['init', 'app.yaml'], {}, { typed: ['', '', ''] })).written).toEqual(unknown.written);
    const { uncertain } = readScenario(readDocument(unknown.written['app.yaml'] ?? '', 'app.yaml'));
    expect(uncertain?.intervals).toHaveLength(10);
  });

  test('writes nothing after Ctrl-C', async () => {
    const { code, written } = await run(
      ['init', 'app.yaml'],
      {},
      { typed: ['tool', new Interrupted('there is nothing to keep')] },
    );
    expect([code, written]).toEqual([130, {}]);
  });

  test.each([
    [['--answer', 'people=many'], '--answer people: found "many"; write a number such as 50'],
    [['--answer', 'people=40-3'], '--answer people: found "40-3"'],
    [['--answer', 'data=1GB-2m'], '--answer data: found "1GB-2m"'],
    [['--answer', 'hours=noon'], '--answer hours: found "noon"'],
    [['--answer', 'size=2'], '--answer: found "size=2"; write NAME=ANSWER with one of app, people, hours'],
    [
      ['--answer', 'people=4', '--min', '1'],
      '--answer: other flags ask for a scenario of one kind of demand',
    ],
    [['--answer', 'people=4', '--timezone', 'Mars'], '--timezone: found "Mars"'],
  ])('refuses %j', async (flags, words) => {
    const { code, err, written } = await run(['init', 'app.yaml', ...flags]);
    expect([code, written]).toEqual([2, {}]);
    expect(err).toContain(words);
  });
});
