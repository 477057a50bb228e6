import { z } from 'zod';
import { OBJECTIVE_NAMES } from '../../planner/index.ts';
import { count, group, text } from '../notation/notation.ts';

const longText = (words: string) =>
  z.string({ error: words }).min(1, { error: words }).max(2000, { error: words });
const challengeWords = 'objectives by their names, such as { delay-p99: 2s, cold-starts: 20 }';

const bound = z.union([z.string(), z.number()], { error: 'a bound such as 2s, 5% or 20, or off' });

/** A question that the lab asks about a scenario, for teachers. Simulations and plans ignore it. */
export const chapterSchema = group('a chapter of the lab: a question with choices, and perhaps a challenge', {
  title: text('a title of 200 characters at most'),
  situation: longText('what happens in the scenario, 2000 characters at most').optional(),
  question: text('a question to guess the answer of, 200 characters at most'),
  choices: z
    .array(text('an answer of 200 characters at most'), { error: 'a list of answers to choose from' })
    .min(2, { error: 'two answers at least' })
    .max(6, { error: 'six answers at most' }),
  right: count('the number of the right choice, from 1', 1, 6),
  answer: longText('why it is right, 2000 characters at most'),
  challenge: group(
    challengeWords,
    Object.fromEntries(OBJECTIVE_NAMES.map((name) => [name, bound.optional()])),
  ).optional(),
}).refine(({ right, choices }) => right <= choices.length, {
  error: 'the number of one of the choices',
  path: ['right'],
});
