import type { OpenRule } from '../facts/index.ts';
import { RULE_WORDS } from './fact-words.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { amount } from './promise-words.ts';
import { settingWords } from './setting-words.ts';

/** What a cheaper or a larger configuration would cost, and why it is not the choice. */
export function priceBlocks(answer: PlanAnswer): Block[] {
  const texts = [...ruledOutSentences(answer)];
  if (texts.length === 0) return [];
  return [{ kind: 'list', title: 'What decides the price:', items: texts.map((text) => ({ text })) }];
}

function ruledOutSentences({ ruledOut, choice, simulation }: PlanAnswer): string[] {
  if (ruledOut === null) return [];
  const cost = amount('budget', ruledOut.outcome.costPerMonth, simulation.prices.currency);
  const would =
    choice === null ? `would keep all promises, at ${cost} a month` : `would be cheaper (${cost} a month)`;
  const rules = ruledOut.rules.map(ruleWords).join(', and ');
  return [`${settingWords(ruledOut.setting)}, ${would}, but ${rules}.`];
}

/** `a range may span at most 8 CU (public documentation of 2026-08)`. */
function ruleWords({ fact, field, value, source }: OpenRule): string {
  const words = RULE_WORDS[field === null ? fact : `${fact}.${field}`];
  const rule = words?.(value) ?? `${fact} is ${String(value)}`;
  return `${rule} (${source.document} of ${source.date})`;
}
