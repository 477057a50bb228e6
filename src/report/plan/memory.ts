import { sameConfiguration } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { amount } from '../words/objective-words.ts';
import { savingSentence } from './background.ts';
import { bothWays, isDecisive } from './both-ways.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Empty if memory does not affect the price. */
export function memoryBlocks({
  withoutMemory,
  recommendation,
  current,
  simulation,
}: PlanAnswer): PageBlock[] {
  const both = bothWays(withoutMemory, recommendation, current);
  if (both === null || recommendation === null || !isDecisive(both)) return [];
  const { currency } = simulation.prices;
  const [cost, without] = [both.cost, both.costWithout].map((value) => amount('budget', value, currency));
  const configuration = both.without.configuration;
  const which = sameConfiguration(configuration, recommendation.configuration)
    ? ''
    : ` (${configurationWords(configuration)})`;
  const text =
    `Memory decides the price: ${cost} a month as planned, and ${without} without the memory that was measured${which}. ` +
    `${CACHE_SENTENCE}${savingSentence(both, currency)}`;
  return [{ kind: 'paragraph', text }];
}

/** Metrics differ in whether memory includes cache, and their names rarely say. */
const CACHE_SENTENCE =
  'If that memory includes cache (the page cache or shared_buffers), less of it is enough: --assume memory=none ignores ' +
  'it, and --map memory=COLUMN names a column without cache.';
