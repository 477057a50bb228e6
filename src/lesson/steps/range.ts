import { DEFAULT_AUTOSCALER } from '../../compute/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import { drawnSizes, numberWords, percent, span } from '../../report/index.ts';
import { clockWords, ruleFact } from '../run-figures.ts';
import type { Explanation, LessonRun, UnrunStep } from '../step.ts';

/** Teaches that the size rises at once, falls by a quarter CU at a time, and never leaves the range. */
export const range: UnrunStep = {
  name: 'range',
  title: 'The size follows the load',
  charts: ['size'],
  explain,
};

/** The even load of the scenario, and the time when more begins. */
const LOAD = 1.2;
const MORE_AT = 'T10:30:00';

function explain({ simulation, result }: LessonRun): Explanation {
  const { timeline, load, cpu, timeSeries } = present(result.computes[0], 'there is a compute');
  const plan = present(simulation.computes[0], 'there is a compute');
  const { minCu, maxCu } = plan.size;
  const isBefore = ({ at }: { readonly at: string }) => at.slice(10) < MORE_AT;
  const even = timeline.entries.filter(isBefore);
  const settled = present(even.at(-1), 'it has a size').cu;
  const highest = Math.max(...even.map(({ cu }) => cu));
  const up = present(
    even.find(({ cu }) => cu === highest),
    'it grows',
  );
  const lastThrottled = timeSeries.throttledMs.findLastIndex((ms) => ms > 0) + 1;
  const doneAt = new Date(simulation.startMs + lastThrottled * timeSeries.stepMs).toISOString();
  const target = DEFAULT_AUTOSCALER.loadAverageFractionTarget;
  const { facts } = simulation;
  return {
    situation:
      `A compute may have ${minCu} to ${maxCu} CU; 1 CU has one processor. From 10:00 on there is work for ${LOAD} processors, ` +
      'all the time. Before, there was hardly any.',
    question: 'At half past ten, which size does the compute have?',
    choices: [
      { text: `${minCu} CU: a compute keeps its minimum while it can`, isRight: settled === minCu },
      { text: '1 CU: the nearest whole size', isRight: settled === 1 },
      { text: '1.25 CU: the load, with some room', isRight: settled === 1.25 },
      { text: `${maxCu} CU: the maximum, once there is load`, isRight: settled === maxCu },
    ],
    figures: [
      ['At 10:30', `${numberWords(settled)} CU, after ${numberWords(highest)} CU at ${up.at.slice(11, 19)}`],
      ['Throttled', `${span(cpu.throttledSeconds * SECOND_MS)}, until ${clockWords(doneAt)}`],
      ['Queries', `waited ${span(load.addedDelayMs.max)} at most`],
    ],
    draw: drawnSizes(result, simulation),
    bars: null,
    answer: [
      `Queries had queued at 0.25 CU, so the size rose to ${numberWords(highest)} CU at ${up.at.slice(11, 19)} in one step. Then it fell by quarters to ${numberWords(settled)} CU: ${LOAD} / ${target} is ${numberWords(LOAD / target)}, rounded to the nearest quarter.`,
      `At 10:30 the work rose to 3 processors, and the maximum is ${maxCu}. The rest had to wait, which is throttling. It lasted until ${clockWords(doneAt)}, because a queue was left when the extra work ended at 10:45. Queries waited up to ${span(load.addedDelayMs.max)}.`,
    ],
    rule: `The autoscaler aims at a load average of ${percent(target)} of the processors. It grows at once to the size that this needs, and shrinks by a quarter CU at a time. It never leaves the range.`,
    facts: [
      {
        words: `The load that it aims at is ${target} of a processor.`,
        source: `the autoscaler's published default, loadAverageFractionTarget`,
      },
      ruleFact(
        facts.autoscaling,
        ({ lowestCu, highestCu }) => `A range lies within ${lowestCu} to ${highestCu} CU.`,
      ),
    ],
    tryFlags: '--min 0.25 --max 4',
  };
}
