import { causeSentence, errorSentence } from '../check/check-page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { percent as percentWords } from '../words/format.ts';
import { amount, brokenShortly } from '../words/objective-words.ts';
import { brokenWithWhen } from '../words/when-words.ts';
import { monthCost } from './month-cost.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** The recommendation and its cost. */
export function verdictSentence(answer: PlanAnswer): string {
  return `${checkedSentence(answer)}${ownSentence(answer)}`;
}

function ownSentence(answer: PlanAnswer): string {
  const { verdict, recommendation, cheapest, current, isWhole } = answer;
  const partial = partialWords(answer);
  if (recommendation === null)
    return isWhole
      ? `${partial}No configuration meets all objectives.`
      : 'PARTIAL: no configuration tried so far meets all objectives.';
  const words = `${configurationWords(recommendation.configuration)}: ${monthCost(answer, recommendation)} a month.`;
  if (verdict === 'choose' || current === null) return `${partial}${words}`;
  if (verdict === 'keep') {
    const instead =
      cheapest === null || cheapest.outcome.costPerMonth >= recommendation.outcome.costPerMonth
        ? ''
        : ` ${configurationWords(cheapest.configuration)} would save ${percentWords(1 - cheapest.outcome.costPerMonth / recommendation.outcome.costPerMonth)}, less than the ${percentWords(answer.worthwhile)} that a change has to save.`;
    return `${partial}Keep ${words}${instead}`;
  }
  return `${partial}Change to ${words}`;
}

/** Says how much a change would save or cost a user who pays today. Empty if there is no change. */
export function changeSentence(answer: PlanAnswer, isShort: boolean): string {
  const { verdict, recommendation, current, simulation } = answer;
  if (verdict !== 'change' || recommendation === null || current === null) return '';
  const { currency } = simulation.prices;
  const [before, after] = [current.outcome.costPerMonth, recommendation.outcome.costPerMonth];
  const difference = amount('budget', Math.abs(before - after), currency);
  const percent = before === 0 ? 0 : Math.round((100 * Math.abs(before - after)) / before);
  const share = percent === 0 ? '' : ` (${percent}%)`;
  const pays = `You pay ${monthCost(answer, current)} a month today with ${configurationWords(current.configuration)}`;
  const change =
    after < before
      ? `so this saves ${difference} a month${share}`
      : `so this costs ${difference} more${share}`;
  const breaks = isShort
    ? brokenShortly(current.broken, currency)
    : brokenWithWhen(current.broken, simulation);
  const why =
    current.broken.length === 0 ? 'Both meet all objectives.' : `Today's configuration breaks ${breaks}.`;
  return `${pays}, ${change}. ${why}`;
}

/** A reader of only the first sentence has to know that the plan is incomplete. */
function partialWords({
  partial,
  isWhole,
  stability,
  growthPlan,
  schedule,
  sensitivity,
}: PlanAnswer): string {
  if (!partial) return '';
  if (!isWhole) return 'PARTIAL, the best so far: ';
  if (stability?.isWhole === false) return 'PARTIAL, interrupted while its stability was judged: ';
  if (growthPlan?.isWhole === false) return 'PARTIAL, interrupted while growth was planned: ';
  if (schedule?.isWhole === false) return 'PARTIAL, interrupted while schedules were tried: ';
  if (sensitivity?.isWhole === false) return 'PARTIAL, interrupted while other assumptions were tried: ';
  return 'PARTIAL, interrupted while more demand was tried: ';
}

/** The error of a replay of the current configuration. It comes before a recommendation that relies on such replays. */
function checkedSentence({ checked }: Pick<PlanAnswer, 'checked'>): string {
  if (checked === null) return '';
  return `${errorSentence(checked, checked.metered)} ${causeSentence(checked)} `;
}
