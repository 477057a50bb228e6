import { MICROS, type OpenRule, QUOTED_MONTH_HOURS } from '../../facts/index.ts';
import type { Knee } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { RULE_WORDS } from '../words/fact-words.ts';
import { numberWords, percent } from '../words/format.ts';
import { amount, brokenList } from '../words/objective-words.ts';
import { refusalWords } from '../words/refusal-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** The cost of a cheaper or a larger configuration, and why it is not the recommendation. */
export function priceBlocks(answer: PlanAnswer): PageBlock[] {
  const texts = [
    ...kneeSentences(answer),
    ...costlySentences(answer),
    ...ruledOutSentences(answer),
    ...refusedSentences(answer),
  ];
  if (texts.length === 0) return [];
  return [{ kind: 'list', title: 'About the price:', items: texts.map((text) => ({ text })) }];
}

function kneeSentences(answer: PlanAnswer): string[] {
  const { knee, growth, simulation } = answer;
  if (knee === null || growth === null) return [];
  const { currency } = simulation.prices;
  const cents = Math.round(100 * knee.morePerMonth);
  const more = amount('budget', Math.abs(knee.morePerMonth), currency);
  const price = cents === 0 ? 'For the same money' : `For ${more} ${cents < 0 ? 'less' : 'more'} a month`;
  return [
    `${price}, ${configurationWords(knee.configuration)} meets all objectives at ` +
      `${numberWords(knee.keptAt)} times the demand, and the recommendation at ${numberWords(growth.keptAt)} times.${cents > 0 ? '' : whyNot(answer, knee)}`,
  ];
}

/** Says why more room for hardly more money is not the recommendation. */
function whyNot(
  { verdict, recommendation, worthwhile, simulation }: PlanAnswer,
  { configuration }: Knee,
): string {
  if (recommendation === null) return '';
  if (verdict === 'keep')
    return ` The current configuration stays, because a change has to save more than ${percent(worthwhile)}.`;
  const [most, more] = [recommendation.configuration, configuration].map(({ size }) => size.maxCu) as [
    number,
    number,
  ];
  if (more <= most)
    return ' It is not the recommendation, because its larger minimum costs more if demand falls.';
  const [low, high] = [most, more].map((cu) =>
    amount('budget', mostCost(simulation, cu), simulation.prices.currency),
  );
  return ` It is not the recommendation, because the maximum limits the cost of a month that goes wrong: ${low} with the recommendation, ${high} with this.`;
}

/** The cost of a month that is always at the maximum. */
function mostCost({ prices, plan }: PlanAnswer['simulation'], maxCu: number): number {
  return (prices.computeMicrosPerCuHour[plan] * maxCu * QUOTED_MONTH_HOURS) / MICROS;
}

function costlySentences({ basis, costly, simulation }: PlanAnswer): string[] {
  const { currency } = simulation.prices;
  return costly.map(({ objective, by, costPerMonth, minutes }) => {
    const price = amount('budget', by.outcome.costPerMonth, currency);
    const when = minutes === null ? '' : `, in ${minutes.broken} of ${minutes.busy} busy minutes`;
    const breaks = brokenList(by.broken, currency);
    return (
      `${objective} alone costs ${amount('budget', costPerMonth, currency)} a month: ${configurationWords(by.configuration)}, ` +
      `at ${price}, breaks only that one${when} (${breaks}).${basis[objective] === 'unknown' ? KNOWN_PART : ''}`
    );
  });
}

/** An objective without its data may still be broken, as `memory-kills` is by connections alone. */
const KNOWN_PART =
  ' It was not measured, but the known part of the demand breaks it already, and the rest can only add to that.';

function ruledOutSentences({ ruledOut, recommendation, simulation }: PlanAnswer): string[] {
  if (ruledOut === null) return [];
  const cost = amount('budget', ruledOut.outcome.costPerMonth, simulation.prices.currency);
  const would =
    recommendation === null
      ? `would meet all objectives, at ${cost} a month`
      : `would be cheaper (${cost} a month)`;
  return [`${configurationWords(ruledOut.configuration)}, ${would}, but ${rulesWords(ruledOut.rules)}.`];
}

/** The current configuration may be kept, and a fact set of one's own may allow more than the service does. */
function refusedSentences({ refused, verdict, simulation }: PlanAnswer): string[] {
  if (refused === null) return [];
  const what =
    verdict === 'keep'
      ? 'The current configuration stays, but the service may refuse it after a change'
      : 'The service may refuse the recommendation';
  return [`${what}: ${refusalWords(refused, simulation.prices.currency)}`];
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
