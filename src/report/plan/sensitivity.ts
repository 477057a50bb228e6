import { MICROS } from '../../facts/index.ts';
import { type PlanUnder, type Swing, sameConfiguration } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { ASSUMPTION_WORDS, setByWords } from '../words/assumption-words.ts';
import { configurationCell, configurationText, configurationWords } from '../words/configuration-words.ts';
import { money } from '../words/format.ts';
import { brokenList } from '../words/objective-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/**
 * A sentence for each end of a range at which another configuration would be recommended. Leaves out an end at which
 * the recommendation breaks an objective only under a further condition, such as more demand.
 */
export function flipSentences(answer: PlanAnswer): string[] {
  return swingsOf(answer).flatMap((swing) =>
    endsOf(swing)
      .filter(
        ({ isFlip, asRecommended }) =>
          isFlip && asRecommended.broken.every(({ under }) => under === undefined),
      )
      .map((under) => flipSentence(answer, swing, under)),
  );
}

/** The most sensitive assumptions, and the flag that sets each. */
export function sensitivityBlocks(answer: PlanAnswer): PageBlock[] {
  if (answer.sensitivity === null) return [];
  const swings = swingsOf(answer);
  const noticeable = noticeableSwings(answer);
  const items = [
    ...noticeable.slice(0, MOST).map((swing) => swingItem(answer, swing)),
    ...namesItem('Less sensitive to', noticeable.slice(MOST)),
    ...namesItem(
      'Not sensitive to',
      swings.filter((swing) => !noticeable.includes(swing)),
    ),
    ...(answer.sensitivity.isWhole ? [] : ['Interrupted: other assumptions have not been tried.']),
  ];
  if (items.length === 0) return [];
  return [
    {
      kind: 'list',
      title: `Sensitivity: the plan at both ends of each assumption${currentWords(answer)}:`,
      items: items.map((text) => ({ text })),
    },
  ];
}

/** Compares with the recommendation as the current configuration, as a reader who asks again would. */
function currentWords({ verdict, recommendation }: PlanAnswer): string {
  return verdict === 'change' && recommendation !== null
    ? `, with --current "${configurationText(recommendation.configuration)}"`
    : '';
}

/** The assumptions that move the cost or the recommendation, the largest first. */
export function noticeableSwings(answer: PlanAnswer): Swing[] {
  return swingsOf(answer).filter((swing) => isNoticeable(answer, swing));
}

const MOST = 5;

function swingsOf({ sensitivity }: PlanAnswer): readonly Swing[] {
  return sensitivity?.assumptions ?? [];
}

function endsOf({ low, high }: Swing): PlanUnder[] {
  return [low, high].filter((one) => one !== null);
}

/** Whether the recommendation changes, or its cost as it is written. */
function isNoticeable(answer: PlanAnswer, swing: Swing): boolean {
  return endsOf(swing).some(
    (under) =>
      under.isFlip ||
      isOther(answer, under) ||
      cost(answer, under.recommendation) !== cost(answer, answer.recommendation),
  );
}

function isOther(answer: PlanAnswer, { recommendation }: PlanUnder): boolean {
  return (
    recommendation === null ||
    answer.recommendation === null ||
    !sameConfiguration(recommendation.configuration, answer.recommendation.configuration)
  );
}

function flipSentence(answer: PlanAnswer, { assumption, assumed }: Swing, under: PlanUnder): string {
  const { currency } = answer.simulation.prices;
  const { value, were } = ASSUMPTION_WORDS[assumption];
  const { recommendation, asRecommended } = under;
  const would =
    recommendation === null
      ? 'no configuration would meet all objectives'
      : `the recommendation would be ${configurationWords(recommendation.configuration)}, at ${cost(answer, recommendation)} a month`;
  const own =
    asRecommended.broken.length === 0
      ? `cost ${cost(answer, asRecommended)}`
      : `break ${brokenList(asRecommended.broken, currency)}`;
  const words = were(value(under.assumed, currency), value(assumed, currency));
  return `If ${words}, ${would}; this one would ${own}.`;
}

function namesItem(title: string, swings: readonly Swing[]): string[] {
  if (swings.length === 0) return [];
  return [`${title}: ${swings.map(({ assumption }) => ASSUMPTION_WORDS[assumption].name).join('; ')}.`];
}

function swingItem(answer: PlanAnswer, swing: Swing): string {
  const { currency } = answer.simulation.prices;
  const { name, value, at = (words) => `at ${words}` } = ASSUMPTION_WORDS[swing.assumption];
  const ends = endsOf(swing).map((under) => {
    const { recommendation } = under;
    const where = at(value(under.assumed, currency));
    if (!isOther(answer, under)) return `${cost(answer, recommendation)} ${where}`;
    return recommendation === null
      ? `no configuration ${where}`
      : `${configurationCell(recommendation.configuration)} for ${cost(answer, recommendation)} ${where}`;
  });
  return `${name} (${value(swing.assumed, currency)}): ${ends.join('; ')}. Set by ${setBy(answer, swing)}.`;
}

/** The flag or field for each end. */
function setBy({ why }: PlanAnswer, swing: Swing): string {
  const { assumption } = swing;
  const values = endsOf(swing).map(({ value }) => value);
  // A price list is named by its file, so both ends share one text.
  if (assumption === 'price') return setByWords(assumption, values.join(' or '), why === null);
  return [...new Set(values.map((value) => setByWords(assumption, value, why === null)))].join(' or ');
}

function cost({ simulation }: PlanAnswer, judged: PlanAnswer['recommendation']): string {
  const micros = Math.round((judged?.outcome.costPerMonth ?? 0) * MICROS);
  return money(micros, simulation.prices.currency);
}
