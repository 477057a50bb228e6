import type { OpenRule } from '../facts/index.ts';
import { rulesAgainst } from '../planner/index.ts';
import { RULE_WORDS } from './fact-words.ts';
import { number } from './format.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { amount, brokenList } from './promise-words.ts';
import { settingWords } from './setting-words.ts';

/** What a cheaper or a larger configuration would cost, and why it is not the choice. */
export function priceBlocks(answer: PlanAnswer): Block[] {
  const texts = [
    ...kneeSentences(answer),
    ...costlySentences(answer),
    ...ruledOutSentences(answer),
    ...keptSentences(answer),
  ];
  if (texts.length === 0) return [];
  return [{ kind: 'list', title: 'What decides the price:', items: texts.map((text) => ({ text })) }];
}

function kneeSentences({ knee, growth, simulation }: PlanAnswer): string[] {
  if (knee === null || growth === null) return [];
  const { currency } = simulation.prices;
  const cents = Math.round(100 * knee.morePerMonth);
  const more = amount('budget', Math.abs(knee.morePerMonth), currency);
  const price = cents === 0 ? 'For the same money' : `For ${more} ${cents < 0 ? 'less' : 'more'} a month`;
  return [
    `${price}, ${settingWords(knee.setting)}, holds ` +
      `${number(knee.keptAt)} times the demand; the choice holds ${number(growth.keptAt)} times.`,
  ];
}

function costlySentences({ costly, simulation }: PlanAnswer): string[] {
  const { currency } = simulation.prices;
  return costly.map(({ promise, by, costPerMonth, minutes }) => {
    const price = amount('budget', by.outcome.costPerMonth, currency);
    const when = minutes === null ? '' : `, in ${minutes.broken} of ${minutes.busy} busy minutes`;
    const breaks = brokenList(by.broken, currency);
    return (
      `${promise} alone costs ${amount('budget', costPerMonth, currency)} a month: ${settingWords(by.setting)}, ` +
      `at ${price}, breaks nothing else${when} (${breaks}).`
    );
  });
}

function ruledOutSentences({ ruledOut, choice, simulation }: PlanAnswer): string[] {
  if (ruledOut === null) return [];
  const cost = amount('budget', ruledOut.outcome.costPerMonth, simulation.prices.currency);
  const would =
    choice === null ? `would keep all promises, at ${cost} a month` : `would be cheaper (${cost} a month)`;
  return [`${settingWords(ruledOut.setting)}, ${would}, but ${rulesWords(ruledOut.rules)}.`];
}

/** What is set may be what the newest documentation refuses, and stay all the same. */
function keptSentences({ choice, simulation }: PlanAnswer): string[] {
  const rules = choice === null ? [] : rulesAgainst(simulation, choice.setting);
  if (rules.length === 0) return [];
  return [`What is set stays, and the service may refuse it when you change it: ${rulesWords(rules)}.`];
}

/** `a range may span at most 8 CU (public documentation of 2026-08)`. */
export function rulesWords(rules: readonly OpenRule[]): string {
  return rules.map(ruleWords).join(', and ');
}

function ruleWords({ fact, field, value, source }: OpenRule): string {
  const words = RULE_WORDS[field === null ? fact : `${fact}.${field}`];
  const rule = words?.(value) ?? `${fact} is ${String(value)}`;
  return `${rule} (${source.document} of ${source.date})`;
}
