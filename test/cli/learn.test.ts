import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { STEPS_OF_LESSON } from '../../src/cli/commands/learn.ts';
import { Interrupted } from '../../src/cli/terminal/interruption.ts';
import { LESSON } from '../../src/lesson/index.ts';
import { run } from './run.ts';

const folder = new URL('../../scenarios/learn/', import.meta.url);
const files = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
);

interface Told {
  readonly number: number;
  readonly title: string;
  readonly right: string;
  readonly choices: readonly { readonly letter: string; readonly text: string }[];
  readonly figures: readonly (readonly [string, string])[];
  readonly facts: readonly { readonly words: string; readonly source: string }[];
  readonly command: string;
}

const told = (JSON.parse((await run(['learn', '--json'])).out) as { steps: readonly Told[] }).steps;
const rightText = (number: number) => {
  const { right, choices } = told[number - 1] as Told;
  return choices.find(({ letter }) => letter === right)?.text;
};

interface Compute {
  readonly name: string;
  readonly cost: number;
  readonly timeSeries: { readonly stepMs: number; readonly mostCu: readonly number[] };
  readonly wakes: { readonly waitMs: { readonly max: number } };
  readonly queries: { readonly done: number };
  readonly refusals: readonly { readonly count: number }[];
}

/** What simulate says about the scenario of a step, without the lesson. */
async function computesOf(name: string, ...flags: string[]): Promise<readonly Compute[]> {
  const { out } = await run(['simulate', `${name}.yaml`, '--no-compare', '--json', ...flags], files);
  return (JSON.parse(out) as { computes: readonly Compute[] }).computes;
}

/** The highest size in the step of the time series that contains a minute of the run. */
const sizeAt = ({ timeSeries: { stepMs, mostCu } }: Compute, minute: number) =>
  mostCu[Math.floor((minute * 60_000) / stepMs)];

describe('the marked answer is what the run shows', () => {
  test('1: asleep five minutes after the last query, with a connection open', async () => {
    const [notebook, report] = (await computesOf('asleep')) as [Compute, Compute];
    expect([11, 13, 16, 18, 28].map((minute) => sizeAt(notebook, minute))).toEqual([0, 0.25, 0.25, 0, 0]);
    expect([19, 24, 26].map((minute) => sizeAt(report, minute))).toEqual([0.25, 0.25, 0]);
    expect(rightText(1)).toBe('at 09:17, whether the connection is open or not');
  });

  test('2: a fifth more', async () => {
    const [four, six] = (await computesOf('poller')) as [Compute, Compute];
    expect(four.cost / six.cost).toBeCloseTo(1.2, 1);
    expect(rightText(2)).toBe('about a fifth more');
  });

  test('3: some tenths of a second', async () => {
    const [compute] = (await computesOf('first-client')) as [Compute];
    expect(compute.refusals).toEqual([]);
    expect(compute.wakes.waitMs.max).toBeGreaterThan(100);
    expect(compute.wakes.waitMs.max).toBeLessThan(1000);
    expect(rightText(3)).toBe('it waits some tenths of a second');
  });

  test('4: 1.25 CU at 10:29, 45 minutes from the start', async () => {
    const [compute] = (await computesOf('range')) as [Compute];
    expect(sizeAt(compute, 44)).toBe(1.25);
    expect(sizeAt(compute, 46)).toBe(2);
    expect(rightText(4)).toBe('1.25 CU: the load, with some room');
  });

  test('5: as many as eight times the minimum allows', async () => {
    const [direct, pooler] = (await computesOf('connections')) as [Compute, Compute];
    expect([direct.queries.done, direct.refusals[0]?.count]).toEqual([832, 668]);
    expect([pooler.queries.done, pooler.refusals]).toEqual([1500, []]);
    expect(rightText(5)).toBe('832: what 2 CU allows');
  });

  test('and would be another one for another run', async () => {
    const { lessonStep } = await import('../../src/lesson/index.ts');
    const { Run, resultOf } = await import('../../src/simulator/index.ts');
    const { readDocument, readScenario } = await import('../../src/scenario/index.ts');
    const marked = (text: string, step: number) => {
      const { simulation } = readScenario(readDocument(text, 'changed.yaml'));
      const done = new Run(simulation);
      done.advance(simulation.horizonMs);
      return lessonStep(LESSON[step - 1] as (typeof LESSON)[number], { simulation, result: resultOf(done) })
        .right;
    };
    const connections = files['connections.yaml'] as string;
    expect(marked(connections, 5)).toBe('b');
    expect(marked(`${connections}assumptions: { connectionLimit: 97 }\n`, 5)).toBe('a');
    const range = files['range.yaml'] as string;
    expect(marked(range.replace('value: 1.2', 'value: 0.9'), 4)).toBe('b');
    const poller = files['poller.yaml'] as string;
    expect(marked(poller.replace('every: 6m,', 'every: 5m,'), 2)).toBe('d');
  });
});

describe('each step', () => {
  test('has a scenario of its own that says why', () => {
    expect(told.map(({ number }) => number)).toEqual(LESSON.map((_, i) => i + 1));
    expect(LESSON).toHaveLength(STEPS_OF_LESSON);
    expect(Object.keys(files).sort()).toEqual(LESSON.map(({ name }) => `${name}.yaml`).sort());
    for (const text of Object.values(files)) expect(text).toMatch(/^why: \S/);
  });

  test('is based on facts with their source, and can be tried', async () => {
    for (const { facts, command } of told) {
      expect(facts.length).toBeGreaterThan(0);
      for (const { words, source } of facts) expect([words, source]).not.toContain('');
      const [, ...args] = command.replace('scenarios/learn/', '').split(' ');
      expect((await run([...args, '--no-compare'], files)).code).toBe(0);
    }
  });

  test('states the numbers of its scenario', () => {
    expect(files['connections.yaml']?.match(/sessions: 1500/g)).toHaveLength(2);
    expect(files['connections.yaml']?.match(/wait: 2s/g)).toHaveLength(2);
    expect(files['range.yaml']).toContain('{ at: 15m, value: 1.2 }, { at: 45m, value: 3 }, { at: 60m, ');
    expect(files['asleep.yaml']).toContain('"0,12 9 * * *"');
    expect(files['poller.yaml']).toMatch(/every: 4m[\s\S]*every: 6m[\s\S]*every: 30m/);
  });
});

describe('without a terminal', () => {
  test('all steps are printed, the same each time, in 80 columns', async () => {
    const { code, out, err } = await run(['learn']);
    expect([code, err]).toEqual([0, '']);
    expect((await run(['learn', '--answers'], {}, { typed: ['q'] })).out).toBe(out);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const { title, right, figures } of told) {
      expect(out).toContain(title);
      expect(out).toContain(`The answer is ${right}, `);
      expect(figures.length).toBeGreaterThan(0);
    }
  });

  test('one step is printed alone, and there is no sixth', async () => {
    const { out } = await run(['learn', '3']);
    expect(out).toMatch(/^3 of 5: The first client after a sleep\n/);
    expect(out).not.toContain('of 5: The size');
    expect(await run(['learn', '6'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Write a step from 1 to 5.'),
    });
  });
});

describe('on a terminal', () => {
  test('a guess by letter or number is called right or wrong, and counted at the end', async () => {
    const typed = ['B', '', '2', '', '', '', 'x', 'c', '', 'a', ''];
    const { code, out } = await run(['learn'], {}, { typed });
    expect(code).toBe(0);
    expect(out.match(/^(Right: \w|Not quite\. It is \w|The answer is \w|"x" is none of them\.)/gm)).toEqual([
      'Right: b',
      'Not quite. It is a',
      'The answer is c',
      '"x" is none of them.',
      'Right: c',
      'Not quite. It is b',
    ]);
    expect(out).toContain('Right at first: 2 of 5.');
  });

  test.each([
    ['q at a question', ['q']],
    ['q after an answer', ['b', 'q']],
    ['the end of input', []],
  ])('%s ends it', async (_, typed) => {
    const { code, out } = await run(['learn'], {}, { typed });
    expect(code).toBe(0);
    expect(out).not.toContain('2 of 5');
  });

  test('Ctrl-C ends it with 130', async () => {
    expect(await run(['learn'], {}, { typed: [new Interrupted()] })).toMatchObject({ code: 130 });
  });
});

test('the page needs no network and no script, and marks the same answers', async () => {
  const { written, code } = await run(['learn', '--html', 'lesson.html']);
  const page = written['lesson.html'] ?? '';
  expect(code).toBe(0);
  expect(page).not.toMatch(/<script|\son\w+=|style="|(?:src|href)="(?!data:|#)/);
  expect(page).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'/,
  );
  expect(
    [...page.matchAll(/name="step-(\d)" value="(\w)" class="fits"/g)].map(([, n, letter]) => [n, letter]),
  ).toEqual(told.map(({ number, right }) => [String(number), right]));
  expect(page.match(/<input type="radio"/g)).toHaveLength(
    told.reduce((sum, { choices }) => sum + choices.length, 0),
  );
  for (const alt of page.matchAll(/<img [^>]*alt="([^"]*)"/g)) expect(alt[1]?.length).toBeGreaterThan(20);
  expect((await run(['learn', '--html', 'lesson.html'])).written).toEqual(written);
});
