import type { AssumptionName, Option } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { assumedWords, setByWords } from '../words/assumption-words.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { amount } from '../words/objective-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Cheaper recommendations that depend on an assumption which nobody has measured. */
export function optionBlocks(answer: PlanAnswer): PageBlock[] {
  if (answer.options.length === 0) return [];
  return [
    {
      kind: 'list',
      title: 'Cheaper if one of these assumptions holds:',
      items: answer.options.map((option) => ({ text: optionWords(answer, option) })),
    },
  ];
}

/** `0.25 to 2 CU, sleep after 5m, at $41.80 a month, $2.72 less, if sizes below 1 CU burst. …` */
function optionWords({ simulation, why }: PlanAnswer, option: Option): string {
  const { assumption, assumed, value, recommendation, saves } = option;
  const { currency } = simulation.prices;
  const cost = amount('budget', recommendation.outcome.costPerMonth, currency);
  const less = saves === null ? '' : `, ${amount('budget', saves, currency)} less`;
  const setBy = setByWords(assumption, value, why === null);
  return (
    `${configurationWords(recommendation.configuration)}, at ${cost} a month${less}, if ${assumedWords(assumption, assumed, currency)}. ` +
    `Measure it (${HOW_TO_MEASURE[assumption]}), or state it: ${setBy}.`
  );
}

/** How to measure each assumption. */
const HOW_TO_MEASURE: Readonly<Record<AssumptionName, string>> = {
  concurrency: 'the most active sessions in pg_stat_activity',
  'cpu-per-query': 'a trace with CPU and queries',
  connections: 'a trace with connections',
  start: 'how long the first connect after a sleep takes',
  burst: 'whether a query that takes a processor for ten minutes gets all of it at 0.25 CU',
  skew: 'how the share of cache hits changes with the size',
  contention: 'the CPU of a query with many at once, and alone',
  'random-arrivals': 'when queries come, from a log',
  'connection-cpu': 'the CPU of a query on a new connection, and on an open one',
  'own-work': 'the CPU of checkpoints and vacuum, and that of queries',
  price: 'your bill',
};
