import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SCREEN_LINES } from '../../src/report/index.ts';
import { brokenCell, brokenShortly } from '../../src/report/words/objective-words.ts';
import { run } from './run.ts';

const root = new URL('../../', import.meta.url);
const WEEK = 'scenarios/traces/office-week.jsonl';
const STORM = 'scenarios/connection-storm.yaml';
const CONSUMPTION = 'scenarios/actuals/office-week-consumption.json';
const COMPARED = ['--configuration', '0.25-4, 1h'];
const files = Object.fromEntries(
  [WEEK, STORM, CONSUMPTION, 'scenarios/preview-branches.yaml', 'scenarios/side-project.yaml'].map((file) => [
    file,
    // A week of forty branches takes seconds, and has the same answer as a day, in more figures.
    readFileSync(new URL(file, root), 'utf8').replace('horizon: 7d', 'horizon: 1d'),
  ]),
);

describe('one screen of an answer', () => {
  test.each([
    ['simulate', STORM],
    ['simulate', WEEK],
    ['simulate', 'scenarios/preview-branches.yaml'],
    ['compare', STORM, '--set', 'pooler=true'],
    ['compare', WEEK, ...COMPARED],
    ['check', WEEK, '--current', '0.25-2, 5m', '--actual', CONSUMPTION],
    ['incident', STORM, '--at', '30m', '--around', '15m'],
    ['policies', 'scenarios/side-project.yaml'],
    ['backtest', WEEK, '--window', '4d', '--judge', '1d', '--highest', '1'],
  ])('%s %s is at most 30 lines of 80 columns, a part of --full, and says so', async (...args) => {
    const [short, full] = [await run(args, files), await run([...args, '--full'], files)];
    const lines = short.out.trimEnd().split('\n');
    expect(short.code).toBe(full.code);
    expect(lines.length).toBeLessThanOrEqual(SCREEN_LINES);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).toBe(full.out.split('\n')[0]);
    expect(lines.at(-1)).toMatch(/^More: --full/);
    expect(full.out).not.toContain('--full');
    expect(full.out.split('\n').length).toBeGreaterThan(lines.length - 2);
  });

  test('makes no difference to JSON', async () => {
    const json = async (...more: string[]) =>
      (await run(['compare', WEEK, '--json', ...COMPARED, ...more], files)).out;
    expect(await json('--full')).toBe(await json());
  });
});

/** Half of the samples are at the limit of the server. */
const atTheLimit = Array.from({ length: 288 * 3 }, (_, i) => {
  const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString();
  return `${time},${i % 12 < 6 ? 1 : 0.2}\n`;
});
/** A month without a pause, which uses up the quota of the free plan. */
const evenMonth = Array.from(
  { length: 31 * 24 },
  (_, i) => `${new Date(Date.UTC(2026, 2, 1) + i * 3_600_000).toISOString()},0.2\n`,
);
const LIMITED = {
  'cpu.csv': `time,cpu\n${atTheLimit.join('')}`,
  'even.csv': `time,cpu\n${evenMonth.join('')}`,
};
const FEW = ['--map', 'cpu=cpu:vcpu', '--timeouts', '5m', '--highest', '3'];

describe('one screen of a plan', () => {
  test('says that the capacity hid demand, which can change what to do', async () => {
    const { out } = await run(['plan', 'cpu.csv', ...FEW, '--capacity', '1'], LIMITED);
    expect(words(out)).toContain(
      'busy samples (50%) are at 90% or more of the capacity: real demand may have been higher.',
    );
    const { out: none } = await run(
      ['plan', 'cpu.csv', ...FEW, '--capacity', '1', '--objective', 'budget=1'],
      LIMITED,
    );
    expect(none).toMatch(/^No configuration meets all objectives\./);
    expect(words(none)).toContain('real demand may have been higher');
  });

  test('keeps the condition under which more objectives are broken than it names', () => {
    const broken = (['throttled', 'delay-p95', 'delay-p99'] as const).map((objective) => ({
      objective,
      found: 3,
      bound: 2,
      under: { demand: 1.2 },
    }));
    expect(brokenCell(broken, 'USD', 2)).toBe('throttled, delay-p95 and 1 more, with 20% more demand');
    expect(brokenCell(broken, 'USD')).toBe('throttled, delay-p95, delay-p99, with 20% more demand');
    expect(brokenShortly(broken, 'USD')).toBe(
      'throttled (300%, limit 200%) and 2 more, with 20% more demand',
    );
  });

  test('names the plan of the service without a quota if every configuration breaks it', async () => {
    const { out } = await run(['plan', 'even.csv', ...FEW, '--plan', 'free'], LIMITED);
    expect(words(out)).toContain('No configuration meets all objectives.');
    expect(words(out)).toContain('launch and scale have none. --plan launch plans for that one');
  });

  test.each([
    ['--growth', ['--growth', '20%/month', '--horizon', '2m'], 'Growth: '],
    ['--holdout', ['--holdout', '30%'], 'Held out: '],
    ['--stability', ['--stability'], 'Stability: '],
    ['--apply-as', ['--apply-as', 'curl'], 'curl '],
  ])('has the whole section that %s asks for', async (_, flags, words) => {
    const { out } = await run(['plan', 'cpu.csv', ...FEW, ...flags], LIMITED);
    const { out: full } = await run(['plan', 'cpu.csv', ...FEW, ...flags, '--full'], LIMITED);
    expect(out).toContain(words);
    const line = full.split('\n').find((one) => one.includes(words));
    expect(out).toContain(line);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^More: --full/);
  });
});

function words(out: string): string {
  return out.replaceAll(/\s+/g, ' ');
}
