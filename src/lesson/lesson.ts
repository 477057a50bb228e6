import { invariant, present } from '../problem/index.ts';
import { drawing } from '../report/index.ts';
import type { Explanation, LessonRun, UnrunStep } from './step.ts';
import { asleep } from './steps/asleep.ts';
import { connections } from './steps/connections.ts';
import { firstClient } from './steps/first-client.ts';
import { poller } from './steps/poller.ts';
import { range } from './steps/range.ts';

/** The lesson on scale to zero and compute units, from common situations to surprising ones. */
export const LESSON: readonly UnrunStep[] = [asleep, poller, firstClient, range, connections];

/** A step whose scenario has been run. */
export interface LessonStep extends Omit<Explanation, 'choices'> {
  readonly number: number;
  readonly title: string;
  readonly charts: readonly string[];
  /** The picture in 80 columns of text. */
  readonly picture: readonly string[];
  readonly choices: readonly LessonChoice[];
  /** The letter of the choice that the run shows. */
  readonly right: string;
  readonly command: string;
}

interface LessonChoice {
  readonly letter: string;
  readonly text: string;
}

export function lessonStep(step: UnrunStep, run: LessonRun): LessonStep {
  const { choices, ...explanation } = step.explain(run);
  const right = choices.flatMap(({ isRight }, i) => (isRight ? [letterOf(i)] : []));
  invariant(right.length === 1, `exactly one choice of ${step.name} is what the run shows`);
  return {
    number: LESSON.indexOf(step) + 1,
    title: step.title,
    charts: step.charts,
    ...explanation,
    picture: drawing(explanation.draw).flatMap((block) => (block.kind === 'picture' ? block.lines : [])),
    choices: choices.map(({ text }, i) => ({ letter: letterOf(i), text })),
    right: present(right[0], 'one is right'),
    command: `tidemark simulate scenarios/learn/${step.name}.yaml ${explanation.tryFlags}`.trim(),
  };
}

function letterOf(place: number): string {
  return present('abcd'[place], 'there are four choices at most');
}
