import { sameConfiguration } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { amount } from '../words/objective-words.ts';
import { replicationSentence } from '../words/replication-words.ts';
import { bothWays } from './both-ways.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Names logical replication as what keeps the compute awake, with the price without it. Empty if there is none. */
export function replicationBlocks({
  withoutReplication,
  recommendation,
  current,
  simulation,
}: PlanAnswer): PageBlock[] {
  const { computes, horizonMs, prices } = simulation;
  const sentence = computes[0] && replicationSentence(computes[0], horizonMs);
  if (!sentence) return [];
  const both = bothWays(withoutReplication, recommendation, current);
  if (both === null || recommendation === null) return [{ kind: 'paragraph', text: sentence }];
  const [cost, without] = [both.cost, both.costWithout].map((value) =>
    amount('budget', value, prices.currency),
  );
  const { configuration } = both.without;
  const which = sameConfiguration(configuration, recommendation.configuration)
    ? ''
    : ` (${configurationWords(configuration)})`;
  const text = `${sentence} You pay ${cost} a month with it, and ${without} without it${which}.`;
  return [{ kind: 'paragraph', text }];
}
