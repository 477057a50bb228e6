import type { LessonStep } from '../../lesson/index.ts';
import type { Challenge, Chapter } from './chapter.ts';

/** Sleeping is cheap if clients may wait for a start. */
const PATIENT: Challenge = { 'cold-starts': 'off', 'delay-p95': '5s', 'delay-p99': '10s' };

type OwnOfChapter = Pick<Chapter, 'file' | 'values' | 'pinned' | 'challenge'>;

/** The run that each step of the lesson shows in the lab, and its challenge. */
const OF_STEPS: readonly OwnOfChapter[] = [
  { file: 'scenarios/lab/notebook.yaml', values: {}, pinned: null, challenge: PATIENT },
  {
    file: 'scenarios/lab/poller.yaml',
    values: { 'demand.0.every': '4m' },
    pinned: { 'demand.0.every': '6m' },
    challenge: PATIENT,
  },
  {
    file: 'scenarios/learn/first-client.yaml',
    values: {},
    pinned: null,
    challenge: { 'cold-starts': 20, 'delay-p99': '1s' },
  },
  {
    file: 'scenarios/learn/range.yaml',
    values: {},
    pinned: null,
    challenge: { throttled: '2%', 'delay-p99': '2s' },
  },
  {
    file: 'scenarios/lab/functions.yaml',
    values: {},
    pinned: null,
    challenge: { refused: 0, 'delay-p95': '10s', 'delay-p99': '10s', 'pool-wait-p99': '10s' },
  },
];

/** Makes chapters of the steps of the lesson. The figures in their answers come from the runs of the lesson. */
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
