import { present } from '../../problem/index.ts';
import { drawnSizes, length, span } from '../../report/index.ts';
import { clockWords, computeOf, lastAwake, minutesBetween, ruleFact } from '../run-figures.ts';
import type { Explanation, LessonRun, UnrunStep } from '../step.ts';

/** Teaches that an open connection is no activity, and that a running query is. */
export const asleep: UnrunStep = {
  name: 'asleep',
  title: 'Falling asleep',
  charts: ['size-notebook', 'size-report'],
  explain,
};

function explain({ simulation, result }: LessonRun): Explanation {
  const [notebook, report] = [computeOf(result, 'notebook'), computeOf(result, 'report')];
  const timeoutMs = present(notebook.suspendAfterMs, 'the notebook sleeps');
  const woken = present(
    notebook.timeline.entries.find(({ state, pending }) => state === 'idle' && pending === 'active'),
    'the notebook wakes once',
  );
  const first = present(notebook.wakes.each[0], 'the notebook sleeps between');
  const slept = lastAwake(notebook).until;
  const minutes = notebook.finalState === 'idle' ? minutesBetween(woken.at, slept) : null;
  const reportSlept = lastAwake(report).until;
  const isAfter = (least: number, most: number) => minutes !== null && least <= minutes && minutes < most;
  const { facts } = simulation;
  return {
    situation:
      'A notebook sends a query at 09:00 and another at 09:12; each takes a few milliseconds. Its connection stays open, and it asks nothing more. A report is one query from 09:00 to 09:20. Each has a compute of its own, which sleeps after ' +
      `${span(timeoutMs)} of inactivity.`,
    question: 'When does the compute of the notebook fall asleep after 09:12?',
    choices: [
      { text: 'at 09:12, as soon as the query is done', isRight: isAfter(0, 1) },
      { text: 'at 09:17, whether the connection is open or not', isRight: isAfter(4, 6) },
      { text: 'at 09:27', isRight: isAfter(14, 16) },
      { text: 'not while the connection is open', isRight: minutes === null },
    ],
    figures: [
      [
        'Notebook',
        `asleep at ${clockWords(slept)}, ${span(Date.parse(slept) - Date.parse(woken.at))} after it asked`,
      ],
      ['Report', `one query of 20 minutes from 09:00; asleep at ${clockWords(reportSlept)}`],
    ],
    draw: drawnSizes(result, simulation),
    bars: null,
    answer: [
      `An open connection does not keep a compute awake: it fell asleep at ${clockWords(slept)}. It had also slept from ${clockWords(first.until)} on. When the notebook sent its query at ${clockWords(woken.at)}, its connection was closed, and it had to connect again.`,
      `A running query keeps a compute awake: the report ran one for 20 minutes, and its compute fell asleep at ${clockWords(reportSlept)}, ${span(timeoutMs)} after the end.`,
    ],
    rule: `A compute sleeps when no query has run for the timeout. Idle connections do not count, and the sleep closes them.`,
    facts: [
      ruleFact(facts.suspendDefaultMs, (ms) => `The timeout is ${span(ms)} unless it is changed.`),
      ruleFact(
        facts.suspendBounds,
        ({ lowestMs, highestMs }) => `It can be ${span(lowestMs)} to ${length(highestMs)}.`,
      ),
    ],
    tryFlags: '',
  };
}
