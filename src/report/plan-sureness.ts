import { type Interval, PROMISES, type PromiseName, type Uncertainty } from '../planner/index.ts';
import { number, percent } from './format.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { amount } from './promise-words.ts';

/** How sure the choice is, and what is set today where that is something else. */
export function surenessBlocks({ uncertainty: { choice, present }, simulation }: PlanAnswer): Block[] {
  const { currency } = simulation.prices;
  const texts = [
    ...(choice === null ? [] : [`How sure: ${sentences(choice, currency)}${basis(choice)}`]),
    ...(present === null || present.risk === null
      ? []
      : [`Of the present setting ${sentences(present, currency)}`]),
  ];
  return texts.length === 0 ? [] : [{ kind: 'notes', texts }];
}

/** `0.3% to 0.6%`: what nine of ten months come to; nothing for what days do not add up to. */
export function intervalCell({ uncertainty, simulation }: PlanAnswer, promise: PromiseName): string {
  const interval = uncertainty.choice?.intervals.find((one) => one.promise === promise);
  return interval === undefined ? '' : rangeWords(promise, interval, simulation.prices.currency);
}

function rangeWords(promise: PromiseName, { low, high }: Interval, currency: string): string {
  const [first, last] = [low, high].map((value) => amount(promise, value, currency));
  if (first === last) return `${first}`;
  return PROMISES[promise].unit === 'per-day' ? `${number(low)} to ${last}` : `${first} to ${last}`;
}

function sentences(one: Uncertainty, currency: string): string {
  const { days, daysNeeded, costPerMonth, feasible, risk } = one;
  if (costPerMonth === null || feasible === null) return `not enough data: ${days} of ${daysNeeded} days.`;
  return (
    `nine of ten months cost ${rangeWords('budget', costPerMonth, currency)}, and ${percent(feasible)} keep all ` +
    `promises: the risk is ${risk}.${breaking(one)}`
  );
}

function breaking({ breaking }: Uncertainty): string {
  if (breaking.length === 0) return '';
  const words = [...breaking]
    .sort((one, other) => other.share - one.share)
    .map(({ promise, share }) => `${promise} in ${percent(share)}`);
  return ` Promises are broken: ${words.join(', ')}.`;
}

/** What months are, and how far intervals are to be trusted. */
function basis({ blocks, days, covers }: Uncertainty): string {
  if (covers === null) return '';
  return (
    ` Months are drawn from the ${blocks === 'weeks' ? 'weeks' : 'weekdays'} of these ${days} days; such intervals of ` +
    `cost were measured to hold in ${percent(covers)} of months.`
  );
}
