import { describe, expect, test } from 'vitest';
import { chapterIn } from '../../src/lab/chapters/chapter.ts';
import { CHAPTER_FILES, lessonChapters } from '../../src/lab/chapters/lesson-chapters.ts';
import { scoreOf } from '../../src/lab/chapters/score.ts';
import { changesBy, controlsOf } from '../../src/lab/controls/controls.ts';
import type { LessonStep } from '../../src/lesson/index.ts';
import { ProblemError, plan, readScenario } from '../../src/library/tidemark.ts';
import { run } from '../cli/run.ts';

const HERE = { threads: 1 };

const CHAPTER = {
  title: 'A test',
  question: 'Which?',
  choices: ['this one', 'that one'],
  right: 2,
  answer: 'Because it is.',
  challenge: { 'cold-starts': 'off', 'delay-p99': '5s' },
};
const SCENARIO = {
  why: 'A test.',
  horizon: '1h',
  compute: { min: 0.25, max: 2 },
  demand: [{ kind: 'load', vcpu: 0.3 }],
};

describe('the chapters of the lesson', async () => {
  const { out } = await run(['learn', '--json']);
  const { steps } = JSON.parse(out) as { readonly steps: readonly LessonStep[] };
  const chapters = lessonChapters(steps);

  test('are all steps, with the choice that the run shows', () => {
    expect(chapters.map(({ title }) => title)).toEqual(steps.map(({ title }) => title));
    expect(chapters.map(({ file }) => file)).toEqual(CHAPTER_FILES);
    for (const [at, { right, choices }] of chapters.entries())
      expect(steps[at]?.choices.find(({ letter }) => letter === steps[at]?.right)?.text).toBe(choices[right]);
  });

  test.each(chapters)(
    'the challenge of $title can be met by the planner, and not by what the scenario begins with',
    async ({ file, values, challenge }) => {
      const objective = challenge ?? {};
      const { fields } = await readScenario(file, {}, HERE);
      const world = changesBy(controlsOf(fields), values);
      const begun = await plan(file, { objective, set: world }, HERE);
      expect(scoreOf(begun).points).toBeLessThan(95);
      const { configuration, outcome } = begun.cheapest ?? expect.unreachable();
      const { size, suspendAfterMs, route } = configuration;
      const set = [
        ...world,
        `min=${size.minCu}`,
        `max=${size.maxCu}`,
        `suspendAfter=${suspendAfterMs === null ? 'off' : `${suspendAfterMs / 1000}s`}`,
        ...(route === 'mixed' ? [] : [`pooler=${route === 'pooler'}`]),
      ];
      const score = scoreOf(await plan(file, { objective, set }, HERE));
      expect(score).toEqual({ points: 100, words: expect.stringContaining('meets all objectives') });
      // A little dearer is a little worse, although no plan would change it.
      const dearer = {
        ...begun,
        current: { ...begun.cheapest, outcome: { ...outcome, costPerMonth: outcome.costPerMonth * 1.07 } },
      };
      expect(scoreOf(dearer as typeof begun).points).toBe(93);
    },
  );
});

test('a teacher writes a chapter into a scenario, and simulations ignore it', async () => {
  const { fields } = await readScenario({ ...SCENARIO, chapter: CHAPTER }, {}, HERE);
  expect(chapterIn(fields, 'a.yaml')).toEqual({
    id: 'a.yaml',
    file: 'a.yaml',
    values: {},
    pinned: null,
    situation: '',
    ...CHAPTER,
    right: 1,
    answer: ['Because it is.'],
  });
  const json = (scenario: object) => ({ 'a.json': JSON.stringify(scenario) });
  const plain = await run(['simulate', 'a.json', '--json'], json(SCENARIO));
  expect(await run(['simulate', 'a.json', '--json'], json({ ...SCENARIO, chapter: CHAPTER }))).toEqual(plain);
});

test.each([
  [{ ...CHAPTER, right: 3 }, 'write the number of one of the choices'],
  [{ ...CHAPTER, right: 0 }, 'write the number of the right choice, from 1'],
  [{ ...CHAPTER, choices: ['one'] }, 'write two answers at least'],
  [{ ...CHAPTER, question: undefined }, 'write a question'],
  [{ ...CHAPTER, challenge: { speed: 1 } }, 'chapter.challenge.speed: this field is not known'],
])('a wrong chapter is a problem with its field: %#', async (chapter, remedy) => {
  const read = readScenario({ ...SCENARIO, chapter }, {}, HERE);
  await expect(read).rejects.toBeInstanceOf(ProblemError);
  await expect(read).rejects.toThrow(remedy);
});

test('the command refuses a challenge with a wrong bound', async () => {
  const chapter = { ...CHAPTER, challenge: { 'delay-p99': 'soon' } };
  const { code, err } = await run(['lab', 'a.json', '--html', 'lab.html'], {
    'a.json': JSON.stringify({ ...SCENARIO, chapter }),
  });
  expect(code).toBe(2);
  expect(err).toContain('write a duration such as 200ms, or off');
});
