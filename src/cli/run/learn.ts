import {
  answerText,
  barChart,
  type DrawnStep,
  LESSON,
  type LessonStep,
  lessonPage,
  questionText,
  type StepPicture,
  type UnrunStep,
  verdict,
} from '../../lesson/index.ts';
import { fonts, ownVersion } from '../../library/index.ts';
import {
  type Chart,
  chartsOf,
  readResultDocument as readResult,
  svgOf,
  THEMES,
} from '../../picture/index.ts';
import { present } from '../../problem/index.ts';
import { jsonDocument } from '../../report/index.ts';
import type { Conversation, Terminal } from '../terminal/terminal.ts';
import { runStep } from './lesson-run.ts';
import { asPrinted } from './report/write-report.ts';

export interface LearnOptions {
  readonly answers?: boolean;
  readonly html?: string;
  readonly json?: boolean;
}

export async function runLearn(
  only: number | undefined,
  options: LearnOptions,
  terminal: Terminal,
): Promise<void> {
  const steps = only === undefined ? LESSON : LESSON.slice(only - 1, only);
  if (options.html !== undefined) return writePage(steps, options.html, terminal);
  if (options.json) {
    const lessons = [];
    for (const step of steps) lessons.push((await runStep(step, terminal)).lesson);
    terminal.out(`${jsonDocument({ schema: 'tidemark/lesson', version: 1, steps: lessons })}\n`);
    return;
  }
  const talk = options.answers ? null : terminal.conversation();
  if (talk === null) {
    for (const [i, step] of steps.entries()) {
      const { lesson } = await runStep(step, terminal);
      terminal.out(
        `${i === 0 ? '' : '\n\n'}${questionText(lesson, terminal.columns)}\n${verdict(lesson, null)}\n\n${answerText(lesson, terminal.columns)}`,
      );
    }
    return;
  }
  try {
    await talkThrough(steps, talk, terminal);
  } finally {
    talk.close();
  }
}

async function talkThrough(
  steps: readonly UnrunStep[],
  talk: Conversation,
  terminal: Terminal,
): Promise<void> {
  let right = 0;
  for (const [i, step] of steps.entries()) {
    const { lesson } = await runStep(step, terminal);
    terminal.out(`${i === 0 ? '' : '\n'}${questionText(lesson, terminal.columns)}\n`);
    const guess = await askForGuess(lesson, talk, terminal);
    if (guess === 'quit') return;
    if (guess === lesson.right) right++;
    terminal.out(`\n${verdict(lesson, guess)}\n\n${answerText(lesson, terminal.columns)}`);
    if (i === steps.length - 1) break;
    const answer = await talk.ask('\nEnter goes on, q ends: ');
    if (answer === null || isQuit(answer)) return;
  }
  if (steps.length > 1)
    terminal.out(`\nRight at first: ${right} of ${steps.length}. Next: tidemark init mine.yaml\n`);
}

/** Asks for the letter of a choice. Null if the user wants to see the answer. */
async function askForGuess(
  { choices }: LessonStep,
  talk: Conversation,
  terminal: Terminal,
): Promise<string | null | 'quit'> {
  const letters = choices.map(({ letter }) => letter);
  for (;;) {
    const said = await talk.ask(`Your guess (${letters.join(', ')}; Enter shows the answer, q ends): `);
    if (said === null || isQuit(said)) return 'quit';
    if (said === '') return null;
    const letter = /^\d$/.test(said) ? letters[Number(said) - 1] : said.toLowerCase();
    if (letter !== undefined && letters.includes(letter)) return letter;
    terminal.out(`"${said}" is none of them.\n`);
  }
}

function isQuit(said: string): boolean {
  return said.toLowerCase() === 'q';
}

async function writePage(steps: readonly UnrunStep[], path: string, terminal: Terminal): Promise<void> {
  const drawn: DrawnStep[] = [];
  for (const step of steps) drawn.push(await drawnStep(step, terminal));
  const file = terminal.create(path);
  file.write(lessonPage(drawn, ownVersion()));
  file.commit();
  terminal.err(`${path} is written: open it in a browser.\n`);
}

async function drawnStep(step: UnrunStep, terminal: Terminal): Promise<DrawnStep> {
  const { lesson, result, file } = await runStep(step, terminal);
  const document = readResult(asPrinted(result), file);
  const [light, dark] = [THEMES.light, THEMES.dark].map((theme) => {
    const charts = chartsOf(document, theme);
    return [
      ...lesson.charts.map((name) =>
        present(
          charts.find((chart) => chart.name === name),
          `the run has a picture ${name}`,
        ),
      ),
      ...(lesson.bars === null ? [] : [barChart(lesson.bars, theme)]),
    ];
  }) as [Chart[], Chart[]];
  const known = fonts();
  const pictures: StepPicture[] = [];
  for (const [i, chart] of light.entries())
    pictures.push({
      finding: chart.finding,
      about: chart.about,
      light: await svgOf(chart, THEMES.light, known),
      dark: await svgOf(present(dark[i], 'both themes have the same pictures'), THEMES.dark, known),
    });
  return { step: lesson, pictures };
}
