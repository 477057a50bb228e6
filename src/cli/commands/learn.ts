import { type Command, InvalidArgumentError, Option } from 'commander';
import { OutputOption } from '../flags/output-option.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A constant, because the lesson is loaded only when it runs. A test holds it to the number of steps. */
export const STEPS_OF_LESSON = 5;

export function addLearn(program: Command, terminal: Terminal): void {
  program
    .command('learn')
    .description('Learn scale to zero and compute units in five short steps: guess, then see a run.')
    .argument('[STEP]', `only one step, 1 to ${STEPS_OF_LESSON}`, stepNumber)
    .addOption(new Option('--answers', 'print steps with their answers, and ask nothing'))
    .addOption(
      OutputOption.file('--html <FILE>', 'write the steps as one page that needs no network').conflicts(
        'json',
      ),
    )
    .addOption(new Option('--json', 'print the steps as one JSON document'))
    .addHelpText(
      'after',
      `
Each step is a situation, a question to guess, and a run of the simulator that
answers it, with the rule and the sources of its numbers. On a
terminal it asks: a letter or a number is a guess, Enter shows the answer or
goes on, q ends. Elsewhere, and with --answers, all is printed.

  1  When does an inactive compute fall asleep, and what keeps it awake?
  2  What does a forgotten poller cost?
  3  What does the first client after a sleep meet?
  4  How does the size follow the load, and what is throttling?
  5  Who gets in when everybody connects at once?

Their scenarios are shipped, so that tidemark simulate runs them too.

Examples:
  tidemark learn
  tidemark learn 3
  tidemark learn --answers > lesson.txt
  tidemark learn --html lesson.html
  tidemark simulate scenarios/learn/range.yaml --min 0.25 --max 4`,
    )
    .action(async (step, options) => (await import('../run/learn.ts')).runLearn(step, options, terminal));
}

function stepNumber(text: string): number {
  const step = Number(text);
  if (!Number.isInteger(step) || step < 1 || step > STEPS_OF_LESSON)
    throw new InvalidArgumentError(`Write a step from 1 to ${STEPS_OF_LESSON}.`);
  return step;
}
