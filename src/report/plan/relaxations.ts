import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { amount } from '../words/objective-words.ts';
import { brokenWithWhen } from '../words/when-words.ts';
import { monthCost } from './month-cost.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** For a plan without a recommendation: the nearest configuration, or the relaxed objectives that would be enough. */
export function relaxationBlocks(answer: PlanAnswer): PageBlock[] {
  const { relaxations, nearest, isWhole } = answer;
  if (!isWhole || nearest === null) return [];
  const currency = answer.simulation.prices.currency;
  if (relaxations.length === 0) {
    const words = brokenWithWhen(nearest.broken, answer.simulation);
    const text = `${configurationWords(nearest.configuration)} is closest, at ${monthCost(answer, nearest)} a month: it breaks ${words}.`;
    return [{ kind: 'paragraph', text }];
  }
  const items = relaxations.map(({ objective, bound, by }) => ({
    text: `${objective} ${amount(objective, bound, currency)}: ${configurationWords(by.configuration)}, ${monthCost(answer, by)} a month`,
  }));
  return [{ kind: 'list', title: 'One of these would be enough:', items }];
}
