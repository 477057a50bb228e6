import { DAY_MS, MICROS } from '../../facts/index.ts';
import { money, numberWords, percent, span } from '../../report/index.ts';
import type { ComputeResult } from '../../simulator/index.ts';
import { type Bars, drawnBars } from '../bars.ts';
import { computeOf, ruleFact } from '../run-figures.ts';
import type { Explanation, LessonRun, UnrunStep } from '../step.ts';

/** Teaches that each query also costs the timeout after it. */
export const poller: UnrunStep = { name: 'poller', title: 'A forgotten poller', charts: [], explain };

function explain({ simulation, result }: LessonRun): Explanation {
  const paid = (cost: number) => money(Math.round(cost * MICROS), result.prices.currency);
  const [four, six, thirty] = ['every 4 min', 'every 6 min', 'every 30 min'].map((name) =>
    computeOf(result, name),
  ) as [ComputeResult, ComputeResult, ComputeResult];
  const ratio = four.cost / six.cost;
  const isTimes = (least: number, most: number) => least <= ratio && ratio < most;
  const { facts, plan, horizonMs } = simulation;
  const days = `${numberWords(horizonMs / DAY_MS)} days`;
  const bars: Bars = {
    finding: `In ${days}, a query every 4 minutes costs ${paid(four.cost)}, and one every 6 minutes ${paid(six.cost)}.`,
    about: 'The cost of three health checks, each alone on a compute that sleeps after 5 minutes.',
    rows: [four, six, thirty].map(({ name, cost, awake }) => ({
      label: name,
      value: cost,
      words: `${paid(cost)}, awake ${percent(awake.share)}`,
      isBad: false,
    })),
  };
  return {
    situation:
      'Somebody forgot a health check. Every 4 minutes it sends a query of 2 ms to a compute that sleeps after 5 minutes. A colleague made theirs gentler: one query every 6 minutes, so that the compute can sleep in between.',
    question: 'What does the check every 4 minutes cost, compared with the one every 6 minutes?',
    choices: [
      { text: 'about a fifth more', isRight: isTimes(1.1, 1.3) },
      { text: 'half as much again, as it asks half as often again', isRight: isTimes(1.4, 1.6) },
      { text: 'ten times as much: the other one sleeps nearly always', isRight: isTimes(8, 12) },
      { text: 'the same: both are awake all the time', isRight: isTimes(0.99, 1.01) },
    ],
    figures: bars.rows.map(({ label, words }) => [label, words]),
    draw: drawnBars(bars),
    bars,
    answer: [
      `Each query keeps the compute awake for 5 minutes, and you pay for them. A query every 6 minutes leaves 1 minute of sleep: that compute sleeps ${percent(1 - six.awake.share)} of the time, wakes ${six.wakes.count} times in ${days}, and saves ${paid(four.cost - six.cost)}.`,
      `A query every 30 minutes costs ${paid(thirty.cost)}. Sleep pays off if pauses are much longer than the timeout.`,
    ],
    rule: 'You pay while a compute is awake, with or without queries. A pause saves only its time beyond the timeout, and a shorter one saves nothing.',
    facts: [
      ruleFact(facts.suspendDefaultMs, (ms) => `The timeout is ${span(ms)} unless it is changed.`),
      ruleFact(
        facts.prices,
        ({ computeMicrosPerCuHour, currency }) =>
          `An hour of 1 CU costs ${computeMicrosPerCuHour[plan] / MICROS} ${currency} on the plan ${plan}; 0.25 CU a quarter of that.`,
      ),
    ],
    tryFlags: '',
  };
}
