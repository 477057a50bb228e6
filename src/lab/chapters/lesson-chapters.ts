import type { LessonStep } from '../../lesson/index.ts';
import type { Challenge, Chapter } from './chapter.ts';

/** Sleeping is cheap if clients may wait for a start. */
const PATIENT: Challenge = { 'cold-starts': 'off', 'delay-p95': '5s', 'delay-p99': '10s' };

/** The scenario in which people try each step of the lesson, and its challenge. */
const OF_STEPS: readonly { readonly file: string; readonly challenge: Challenge }[] = [
  { file: 'scenarios/lab/notebook.yaml', challenge: PATIENT },
  { file: 'scenarios/lab/poller.yaml', challenge: PATIENT },
  { file: 'scenarios/learn/first-client.yaml', challenge: { 'cold-starts': 20, 'delay-p99': '1s' } },
  { file: 'scenarios/learn/range.yaml', challenge: { throttled: '2%', 'delay-p99': '2s' } },
  {
    file: 'scenarios/lab/functions.yaml',
    challenge: { refused: 0, 'delay-p95': '10s', 'delay-p99': '10s', 'pool-wait-p99': '10s' },
  },
];

/** Makes chapters of the steps of the lesson. Their figures come from runs. */
export function lessonChapters(steps: readonly LessonStep[]): readonly Chapter[] {
  return steps.flatMap((step, at) => {
    const own = OF_STEPS[at];
    if (own === undefined) return [];
    const { number, title, situation, question, choices, right, answer, rule } = step;
    return [
      {
        id: String(number),
        title,
        ...own,
        situation,
        question,
        choices: choices.map(({ text }) => text),
        right: choices.findIndex(({ letter }) => letter === right),
        answer: [...answer, rule],
      },
    ];
  });
}

/** The files of these chapters. */
export const CHAPTER_FILES: readonly string[] = OF_STEPS.map(({ file }) => file);
