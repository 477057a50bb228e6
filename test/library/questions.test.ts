import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AskOptions,
  backtest,
  check,
  checkMany,
  compare,
  explain,
  incident,
  type PlanOptions,
  ProblemError,
  plan,
  planMany,
  policies,
  type Source,
  simulate,
  sizes,
} from '../../src/library/tidemark.ts';
import { readTrace } from '../../src/library/trace.ts';
import { run } from '../cli/run.ts';

const WEEK = 'scenarios/traces/office-week.jsonl';
const SMALL = {
  why: 'What does an hour cost?',
  horizon: '1h',
  compute: { min: 0.25, max: 2 },
  demand: [{ kind: 'load', vcpu: 0.3 }],
};
/** The tests run the sources, and threads would run the built code. */
const HERE = { threads: 1 };

/** What the command prints, on the files of this project. */
async function printedBy(...words: string[]): Promise<unknown> {
  const files = Object.fromEntries(
    words.filter((word) => /^scenarios\//.test(word)).map((path) => [path, readFileSync(path)]),
  );
  const { out, err } = await run([...words, '--json'], {
    ...files,
    'small.json': JSON.stringify(SMALL),
    'scenarios/traces/office-week.jsonl': readFileSync(WEEK),
  });
  expect(err).toBe('');
  return JSON.parse(out);
}

describe('a question of a program has the answer that the command prints', () => {
  test('plan', async () => {
    const answer = await plan(WEEK, { current: '0.5-2, 5m', objective: { throttled: '5%' } }, HERE);
    const words = ['--current', '0.5-2, 5m', '--objective', 'throttled=5%'];
    expect(answer).toEqual(await printedBy('plan', WEEK, ...words));
  });

  test('simulate', async () => {
    const answer = await simulate(
      { name: 'small.json', bytes: JSON.stringify(SMALL) },
      { max: 1, min: 0.25 },
      HERE,
    );
    expect(answer).toEqual(await printedBy('simulate', 'small.json', '--min', '0.25', '--max', '1'));
  });

  test('compare', async () => {
    const options = { set: { max: 4 }, failAbove: { cost: '-10%' } } as const;
    const answer = await compare('small.json', null, options, {
      ...HERE,
      files: { 'small.json': JSON.stringify(SMALL) },
    });
    const { out } = await run(
      ['compare', 'small.json', '--set', 'max=4', '--fail-above', 'cost=-10%', '--json'],
      {
        'small.json': JSON.stringify(SMALL),
      },
    );
    expect(answer).toEqual(JSON.parse(out));
    expect(answer.passed).not.toEqual([]);
  });

  test('check', async () => {
    const actual = 'scenarios/actuals/office-week-consumption.json';
    const answer = await check(WEEK, { current: '0.25-2, 5m', actual }, HERE);
    expect(answer).toEqual(await printedBy('check', WEEK, '--current', '0.25-2, 5m', '--actual', actual));
  });

  test('incident', async () => {
    const file = 'scenarios/connection-storm.yaml';
    const answer = await incident(file, { at: '30m', around: '15m' }, HERE);
    expect(answer).toEqual(await printedBy('incident', file, '--at', '30m', '--around', '15m'));
  });

  test('policies', async () => {
    const file = 'scenarios/side-project.yaml';
    expect(await policies(file, {}, HERE)).toEqual(await printedBy('policies', file));
  });

  test('backtest', async () => {
    const days = { window: '3d', judge: '1d', step: '1d' };
    const words = Object.entries(days).flatMap(([name, value]) => [`--${name}`, value]);
    expect(await backtest(WEEK, days, HERE)).toEqual(await printedBy('backtest', WEEK, ...words));
  });

  test('explain', async () => {
    const file = 'scenarios/metrics/morning-rush.yaml';
    expect(await explain(file, { min: 0.25, max: 2 })).toEqual(
      await printedBy('explain', file, '--min', '0.25', '--max', '2'),
    );
  });

  test('sizes', async () => {
    expect(await sizes()).toEqual(await printedBy('sizes'));
    expect(await sizes({ size: 2 })).toEqual(await printedBy('sizes', '--size', '2'));
  });

  test('planMany and checkMany', async () => {
    const list = [
      'databases:',
      '  - { name: shop, file: small.json, project: one }',
      '  - { name: blog, file: small.json, project: two }',
    ].join('\n');
    const march = { ...SMALL, start: '2026-03-01T00:00', horizon: '31d' };
    const files = { 'list.yaml': list, 'small.json': JSON.stringify(march) };
    const asked = { ...HERE, files };
    const plans = await run(['plan', 'list.yaml', '--json'], files);
    expect(await planMany('list.yaml', {}, asked)).toEqual(JSON.parse(plans.out));
    const bills = await run(['check', 'list.yaml', '--bill', '2026-03=1', '--json'], files);
    expect(await checkMany('list.yaml', { bill: { '2026-03': 1 } }, asked)).toEqual(JSON.parse(bills.out));
  });
});

describe('a source', () => {
  test('may be the fields of a scenario, which need not say why', async () => {
    const { why, ...fields } = SMALL;
    const { totals } = await simulate(fields, {}, HERE);
    expect(totals).toEqual((await simulate(SMALL, {}, HERE)).totals);
  });

  test('may be a trace that was read before', async () => {
    const trace = await readTrace(WEEK);
    expect(trace.times.length).toBeGreaterThan(500);
    expect(trace.columns.map(({ quantity }) => quantity)).toContain('cpu');
    const options = { current: '1-4, 5m' };
    const fromFile = await plan(WEEK, options, HERE);
    expect(await plan(trace, options, HERE)).toEqual(fromFile);
    expect(await simulate(trace, {}, HERE)).toEqual(await simulate(WEEK, {}, HERE));
  });

  test('that was read before takes no settings of how to read it', async () => {
    const trace = await readTrace(WEEK);
    const refusal = plan(trace, { map: { cpu: 'load' } }, HERE);
    await expect(refusal).rejects.toThrow(
      'scenarios/traces/office-week.jsonl, map: the trace has been read already',
    );
  });

  test('in memory finds the files that it names in memory', async () => {
    const trace = { kind: 'trace', file: 'week.jsonl' };
    const files = { 'week.jsonl': readFileSync(WEEK) };
    const { totals } = await simulate({ ...SMALL, horizon: '7d', demand: [trace] }, {}, { ...HERE, files });
    expect(totals.cuHours).toBeGreaterThan(1);
  });

  test('may have the name of another in the same question', async () => {
    const { a, b } = await compare(SMALL, { ...SMALL, compute: { size: 2 } }, {}, HERE);
    expect([a.file, b.file]).toEqual(['the given scenario', 'the given scenario 2']);
    expect(b.outcome.costPerMonth).toBeGreaterThan(a.outcome.costPerMonth);
  });
});

describe('while a question is answered', () => {
  test('an abort rejects it with the reason of the signal', async () => {
    const controller = new AbortController();
    const asked = plan(
      WEEK,
      {},
      { ...HERE, signal: controller.signal, onProgress: () => controller.abort('enough') },
    );
    await expect(asked).rejects.toBe('enough');
    await expect(sizes({}, { signal: AbortSignal.abort('early') })).rejects.toBe('early');
  });

  test('it says how far it has come', async () => {
    const shares: number[] = [];
    await plan(
      WEEK,
      {},
      { ...HERE, onProgress: ({ doing, share }) => doing === 'planning' && shares.push(share) },
    );
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  test('simulate hands over the events that the command writes into a file', async () => {
    const events: string[] = [];
    const onEvent = (event: object) => events.push(JSON.stringify(event));
    await simulate(SMALL, {}, { ...HERE, onEvent });
    const { written } = await run(['simulate', 'small.json', '--events', 'events.jsonl'], {
      'small.json': JSON.stringify(SMALL),
    });
    expect(events.length).toBeGreaterThan(0);
    expect(`${events.join('\n')}\n`).toBe(written['events.jsonl']);
  });
});

describe('what is wrong is a problem that names the option', () => {
  test.each([
    [{ worthwile: '5%' }, 'worthwile: there is no such option; write worthwhile'],
    [{ current: 5 }, 'current: found 5; write a text'],
    [{ current: 'huge' }, 'current: found "huge"'],
    [
      { objective: { throttld: '5%' } },
      'objective: there is no objective "throttld"; did you mean throttled?',
    ],
    [{ growth: '20%' }, 'growth: found "20%"'],
    [{ timezone: 'Mars' }, 'timezone: found "Mars"'],
    [{ holdout: '200%' }, 'holdout: found "200%"'],
  ])('%j', async (options, words) => {
    const refusal = plan(WEEK, options as PlanOptions, HERE);
    await expect(refusal).rejects.toThrow(ProblemError);
    await expect(refusal).rejects.toThrow(words);
    await expect(refusal).rejects.not.toThrow(/‹|--/);
  });

  test('of several options, all are named', async () => {
    const options = { seed: -1, facts: 3 } as unknown as PlanOptions;
    const error = await plan(WEEK, options, HERE).catch((one: ProblemError) => one);
    expect(error).toMatchObject({
      problems: [{ place: { options: ['seed'] } }, { place: { options: ['facts'] } }],
    });
  });

  test.each([
    [{ threads: 0 }, 'threads: found 0; write a whole number of processors, 1 or more'],
    [{ threads: 1.5 }, 'threads: found 1.5'],
    [{ thread: 1 }, 'thread: there is no such option; write threads'],
    [{ signal: {} }, 'signal: found {}; write an AbortSignal'],
    [{ onProgress: 5 }, 'onProgress: found 5; write a function'],
    [{ files: { a: 3 } }, 'files: found {"a":3}; write texts or bytes by the paths of files'],
    [{ onEvent: () => {} }, 'onEvent: there is no such option'],
    [null, 'options: found null; give an object, or leave it out'],
  ])('%j, of how to ask', async (ask, words) => {
    const refusal = plan(WEEK, {}, ask as AskOptions);
    await expect(refusal).rejects.toThrow(ProblemError);
    await expect(refusal).rejects.toThrow(words);
  });

  test('a time is required for an incident', async () => {
    await expect(incident(SMALL, {} as { at: string }, HERE)).rejects.toThrow('at: it is missing');
  });

  test('one database is not many', async () => {
    await expect(planMany(WEEK, {}, HERE)).rejects.toThrow(
      'it is one database; give a folder, a list, or a table and by',
    );
  });

  test('any source and options have an answer or a problem', async () => {
    const source = fc.oneof(fc.anything(), fc.record({ bytes: fc.string() }), fc.object());
    await fc.assert(
      fc.asyncProperty(source, fc.oneof(fc.object(), fc.constant({})), async (given, options) => {
        const error = await simulate(given as Source, options, HERE).catch((one: unknown) => one);
        if (error instanceof Error) expect(error).toBeInstanceOf(ProblemError);
      }),
      { numRuns: 300 },
    );
  });
});
