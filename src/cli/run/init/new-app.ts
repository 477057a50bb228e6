import { problem } from '../../../problem/index.ts';
import {
  type AppAnswers,
  type AppQuestionName,
  answerOf,
  newAppScenario,
  profileOf,
  QUESTION_NAMES,
  QUESTIONS,
} from '../../../scenario/index.ts';
import type { Conversation, Terminal } from '../../terminal/terminal.ts';
import { checkedZone, type TemplateOptions } from './template.ts';

export interface NewAppOptions extends TemplateOptions {
  /** Answers to questions about an application, each as `name=answer`. */
  readonly answer?: readonly string[];
}

/**
 * Writes a scenario of an application that does not run yet. Its answers come from flags, and from a person at the
 * terminal. Null if there are neither, or if flags ask for a scenario of one kind of demand.
 */
export async function newApp(
  file: string,
  options: NewAppOptions,
  schemaPath: string,
  terminal: Terminal,
): Promise<{ readonly text: string; readonly next: string } | null> {
  const { answer: given = [], timezone = 'UTC' } = options;
  const template = [options.demand, options.min, options.max, options.size, options.suspendAfter];
  const isTemplate = template.some((value) => value !== undefined);
  if (given.length > 0 && isTemplate)
    throw problem(
      { field: '--answer' },
      'other flags ask for a scenario of one kind of demand',
      'leave out --demand, --min, --max, --size and --suspend-after, or the answers',
    );
  if (isTemplate) return null;
  const fromFlags = flagAnswers(given);
  const talk = terminal.conversation();
  if (given.length === 0 && talk === null) return null;
  try {
    const answers = talk === null ? fromFlags : await askedFor(fromFlags, talk, terminal);
    const whole = completed(answers);
    const profile = profileOf(whole);
    const next = `tidemark plan ${file}${profile === null ? '' : ` --profile ${profile}`}`;
    const app = { answers: whole, timezone: checkedZone(timezone), schemaPath, planCommand: next };
    return { text: newAppScenario(app), next };
  } finally {
    talk?.close();
  }
}

type Answers = { -readonly [Name in AppQuestionName]?: AppAnswers[Name] };

function flagAnswers(texts: readonly string[]): Answers {
  const answers: Answers = {};
  for (const text of texts) {
    const [key = '', ...rest] = text.split('=');
    const name = QUESTION_NAMES.find((one) => one === key.trim());
    if (name === undefined)
      throw problem(
        { field: '--answer' },
        `found "${text}"`,
        `write NAME=ANSWER with one of ${QUESTION_NAMES.join(', ')}`,
      );
    if (!take(answers, name, rest.join('=')))
      throw problem(
        { field: `--answer ${name}` },
        `found "${rest.join('=')}"`,
        `write ${QUESTIONS[name].write}, or unknown`,
      );
  }
  return answers;
}

/** Asks the questions that no flag answers, each until there is an answer. The end of input leaves the rest unknown. */
async function askedFor(answers: Answers, talk: Conversation, terminal: Terminal): Promise<Answers> {
  const open = QUESTION_NAMES.filter((name) => answers[name] === undefined);
  terminal.out('A range such as 20-200 is a good answer. Enter alone means that you do not know.\n');
  for (const [i, name] of open.entries()) {
    for (;;) {
      const text = await talk.ask(`${i + 1}/${open.length} ${QUESTIONS[name].text} `);
      if (text === null) return answers;
      if (take(answers, name, text)) break;
      terminal.out(
        `"${text}" is not understood. Write ${QUESTIONS[name].write}; Enter if you do not know.\n`,
      );
    }
  }
  return answers;
}

/** False if the text is no answer to the question. */
function take<Name extends AppQuestionName>(answers: Answers, name: Name, text: string): boolean {
  const answer = answerOf(name, text);
  if (answer === undefined) return false;
  (answers as { [Key in Name]?: AppAnswers[Key] })[name] = answer;
  return true;
}

function completed(answers: Answers): AppAnswers {
  const unknown = Object.fromEntries(QUESTION_NAMES.map((name) => [name, QUESTIONS[name].unknown]));
  return { ...(unknown as unknown as AppAnswers), ...answers };
}
