import { brokenLines, drawing, renderPage } from '../report/index.ts';
import { LESSON, type LessonStep } from './lesson.ts';

const WIDTH = 80;

/** Returns the question of a step, without its answer. */
export function questionText(
  { number, title, situation, question, choices }: LessonStep,
  columns: number,
): string {
  const width = Math.min(WIDTH, columns);
  return [
    `${number} of ${LESSON.length}: ${title}`,
    '',
    ...brokenLines(situation, width),
    '',
    ...brokenLines(question, width),
    ...choices.flatMap(({ letter, text }) => brokenLines(`${letter}  ${text}`, width, 5, 2)),
    '',
  ].join('\n');
}

/** States whether a guess is right, and the right answer. Null if there is no guess. */
export function verdict({ right, choices }: LessonStep, guess: string | null): string {
  const text = choices.find(({ letter }) => letter === right)?.text ?? '';
  const answer = `${right}, ${text}.`;
  if (guess === null) return `The answer is ${answer}`;
  return guess === right ? `Right: ${answer}` : `Not quite. It is ${answer}`;
}

/** Returns the findings of the run and the rule behind them. */
export function answerText({ draw, answer, rule, facts, command }: LessonStep, columns: number): string {
  const text = renderPage(
    [
      ...drawing(draw),
      ...answer.map((text) => ({ kind: 'paragraph' as const, text })),
      {
        kind: 'list',
        title: `The rule: ${rule}`,
        items: facts.map(({ words, source }) => ({ text: `${words} From: ${source}.` })),
      },
    ],
    'text',
    columns,
  );
  return `${text}\nThe whole run:\n  ${command}\n`;
}
