import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const WEEK = 'scenarios/traces/office-week.jsonl';
const files = { [WEEK]: readFileSync(`${root}${WEEK}`, 'utf8') };
const PLAN = ['plan', WEEK, '--facts', '2026-11', '--highest', '4'];

async function documentOf(...flags: string[]) {
  const { out } = await run([...PLAN, ...flags, '--json'], files);
  return { out, document: JSON.parse(out) };
}

/** The section of --why, without line ends. */
async function whyOf(configuration: string, ...flags: string[]): Promise<string> {
  const { code, out } = await run([...PLAN, ...flags, '--why', configuration], files);
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const section = out.slice(out.indexOf('Why not ')).split('\n\n')[0] as string;
  return section.replaceAll('\n', ' ');
}

describe('plan --why', () => {
  test.each([
    [
      '0.5-4, 5m',
      'Why not 0.5 to 4 CU, sleep after 5m? It costs $4.84 a month more than the recommendation and meets all objectives: throttled 0.0689% of the time awake, not 0.0691%.',
    ],
    [
      '0.25-2, 5m',
      'Why not 0.25 to 2 CU, sleep after 5m? It breaks delay-p99 4.48 s, above 2 s, mostly from 10:00 to 11:00, with 20% more demand. It costs $1.05 a month less than the recommendation.',
    ],
    ['0.25-3, 5m', 'Why not 0.25 to 3 CU, sleep after 5m? It is the recommendation.'],
    [
      '0.25-4, 5m',
      'Why not 0.25 to 4 CU, sleep after 5m? It costs under $0.01 a month more than the recommendation and meets all objectives: throttled 0.0689% of the time awake, not 0.0691%.',
    ],
    [
      '0.25-16, 5m',
      'Why not 0.25 to 16 CU, sleep after 5m? The fact set 2026-11 does not allow it: a range spans 8 CU at most in the fact set 2026-11, not 15.75. To get an allowed one, use 0.25 to 8 or 8 to 16.',
    ],
    [
      '0.25-3, 1m',
      'Why not 0.25 to 3 CU, sleep after 1m? It costs $0.81 a month less than the recommendation and meets all objectives, but the samples are too coarse to show whether such a timeout elapses.',
    ],
  ])('answers for %s', async (configuration, words) => {
    expect(await whyOf(configuration)).toBe(words);
  });

  test('names the flag that leaves it out', async () => {
    const words = await whyOf('0.25-3, 5m', '--lowest', '0.5');
    expect(words).toMatch(/ It costs \$\d+\.\d\d a month less .* but --lowest leaves it out\.$/);
  });

  test('says that a change saves too little', async () => {
    const words = await whyOf('0.25-3, 5m', '--current', '0.5-3, 5m', '--worthwhile', '50%');
    expect(words).toMatch(
      /It meets all objectives and would save \$4\.\d\d a month \(6.76%\), less than the 50% that/,
    );
  });

  test('is said too if no configuration meets all objectives', async () => {
    const { code, out } = await run([...PLAN, '--objective', 'budget=5', '--why', '0.25-2, 5m'], files);
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /Why not 0\.25 to 2 CU, sleep after 5m\? It breaks budget \$65\.77, above \$5\.00\. It costs \$65\.77 a month\. .* nearest/,
    );
  });

  test('is a field of the document, and leaves the rest of it as it is', async () => {
    const asked = await documentOf('--why', '0.5-4, 5m');
    const plain = await documentOf();
    const { whyNot, summary: _, page: __, ...rest } = asked.document;
    const { whyNot: none, summary: ___, page: ____, ...alone } = plain.document;
    expect(none).toBeNull();
    expect(rest).toEqual(alone);
    expect(whyNot).toMatchObject({
      configuration: { text: '0.5-4, 5m' },
      reason: 'costs-more',
      morePerMonth: 4.844914,
      broken: [],
      refused: null,
      excludedBy: null,
    });
  });

  test.each([
    ['wide', '--why: found "wide"; write a configuration such as "0.25-2, 5m" or "1, off, pooler"'],
    ['4-2, 5m', '--why: 4 CU is above the maximum of 2 CU; use 2 or less, or raise --why'],
  ])('refuses %s', async (configuration, problem) => {
    const { code, out, err } = await run([...PLAN, '--why', configuration], files);
    expect([code, out, err]).toEqual([2, '', `tidemark: ${problem}\n`]);
  });

  test('is for one database', async () => {
    const list = { 'all.yaml': `databases:\n  - { name: a, file: ${WEEK} }\n`, ...files };
    const { code, err } = await run(['plan', 'all.yaml', '--why', '1, off'], list);
    expect([code, err]).toEqual([
      2,
      'tidemark: --why: this flag is for one database; leave it out, or plan one file\n',
    ]);
  });
});

describe('the configurations that a plan has compared', () => {
  test('are in the document, each once, on a line of its own', async () => {
    const { document, out } = await documentOf();
    const { compared, candidates, recommendation } = document;
    expect(compared).toHaveLength(candidates);
    expect(new Set(compared.map(({ text }: { text: string }) => text)).size).toBe(candidates);
    expect(compared[0]).toMatchObject({ text: recommendation.configuration.text, reason: 'recommended' });
    const small = '    {"text":"0.25, 5m","minCu":0.25,"maxCu":0.25,"suspendAfterMs":300000,"route":"direct"';
    expect(out).toContain(`\n${small},"reason":"breaks-objective","costPerMonth":`);
  });

  test('are the same with threads as without, in a plan of jobs', async () => {
    const path = 'scenarios/flash-crowd.yaml';
    const args = ['plan', path, '--facts', '2026-11', '--timeouts', '5m', '--only', 'range', '--json'];
    const { out } = await run(args, { [path]: readFileSync(`${root}${path}`, 'utf8') });
    const built = execFileSync(process.execPath, ['dist/cli/main.js', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(JSON.parse(built).compared).toEqual(JSON.parse(out).compared);
  });
});
