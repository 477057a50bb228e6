import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { interruptedOnce, run } from './run.ts';

const WEEK = 'scenarios/traces/office-week.jsonl';
const METERED = 'scenarios/actuals/office-week-consumption.json';
const files = {
  [WEEK]: readFileSync(WEEK, 'utf8'),
  [METERED]: readFileSync(METERED, 'utf8'),
  'few/one.jsonl': readFileSync(WEEK, 'utf8'),
  'few/two.jsonl': readFileSync(WEEK, 'utf8'),
};
const NARROW = ['--lowest', '0.5', '--highest', '3', '--timeouts', '5m,off'];

describe.each([
  ['compare', [WEEK, '--current', '0.25-2,5m', '--set', 'max=4']],
  ['policies', [WEEK]],
  ['incident', [WEEK, '--at', '2026-03-03T10:00:00', '--current', '0.25-2,5m']],
  ['check', [WEEK, '--actual', METERED, '--current', '1, off']],
])('%s has no partial answer', (command, args) => {
  test.each(['text', 'markdown'])('and says so as %s', async (format) => {
    const ran = await run([command, ...args, '--format', format], files, { interruptAfter: 0 });
    expect(ran).toMatchObject({
      code: 130,
      out: 'Interrupted: there is no answer.\n',
      err: 'tidemark: interrupted: there is no answer\n',
    });
  });

  test('and says so as JSON', async () => {
    const { code, out } = await run([command, ...args, '--json'], files, { interruptAfter: 0 });
    expect(code).toBe(130);
    expect(JSON.parse(out)).toEqual({
      schema: 'tidemark/interrupted',
      version: 1,
      interrupted: true,
      message: 'interrupted: there is no answer',
    });
  });
});

describe.each(['SIGINT', 'SIGTERM'])('commands that read a trace stop on %s', (signal) => {
  const interrupted = (args: readonly string[]) => {
    const signals = new EventEmitter();
    signals.on('newListener', () => queueMicrotask(() => signals.emit(signal)));
    return run(args, files, { signals });
  };

  test.each([
    ['trace', 'awake', WEEK],
    ['trace', 'fit', WEEK, '-o', 'fitted.yaml'],
    ['trace', 'inspect', WEEK],
  ])('%s %s', async (...args) => {
    const text = await interrupted(args);
    expect([text.code, text.out]).toEqual([130, `I${text.err.slice('tidemark: i'.length, -1)}.\n`]);
    const json = await interrupted([...args, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ schema: 'tidemark/interrupted', interrupted: true });
  });

  test('prints no words about the interruption into a file on standard output', async () => {
    expect(await interrupted(['trace', 'fit', WEEK, '-o', '-'])).toMatchObject({ code: 130, out: '' });
  });
});

test('lines of watch end with the time at which it was interrupted', async () => {
  const signals = new EventEmitter();
  const onOutput = () => signals.emit('SIGINT');
  const office = { 'office.yaml': readFileSync('scenarios/office-hours.yaml', 'utf8') };
  const ran = await run(['watch', 'office.yaml', '--speed', '99999x'], office, { signals, onOutput });
  expect(ran).toMatchObject({ code: 130, err: 'tidemark: interrupted: the rest was not watched\n' });
  expect(ran.out).toMatch(/\nInterrupted at 20\d\d-\d\d-\d\dT[\d:]{8}Z\.\n$/);
});

test('a report that is not written says so', async () => {
  const { code, out } = await run(['report', WEEK, '-o', 'r', '--format', 'json'], files, {
    interruptAfter: 0,
  });
  expect([code, out]).toEqual([130, 'Interrupted: nothing is written.\n']);
});

describe('partial answers say so in their first sentence, and as partial', () => {
  test.each([
    ['growth', ['--growth', '20%/month'], /^PARTIAL, interrupted while growth was planned: /],
    ['sensitivity', [], /^PARTIAL, interrupted while other assumptions were tried: /],
  ])('a plan: %s', async (_, flags, words) => {
    const text = await interruptedOnce(
      (ran) => !/^PARTIAL(?:, the best so far|: nothing)/.test(ran.out),
      (looks) => run(['plan', WEEK, ...NARROW, ...flags], files, { interruptAfter: looks }),
    );
    expect(text.code).toBe(130);
    expect(text.out.replaceAll('\n', ' ')).toMatch(words);
  });

  test.each([
    ['plan', WEEK],
    ['plan', 'few'],
    ['simulate', WEEK],
    ['backtest', WEEK, '--window', '3d', '--judge', '1d', '--step', '1d'],
  ])('%s %s as JSON', async (...args) => {
    const { code, out } = await run([...args, '--json'], files, { interruptAfter: 0 });
    expect([code, JSON.parse(out).partial]).toEqual([130, true]);
  });
});
