import { type Interval, PROMISES, type PromiseName, type Uncertainty } from '../../planner/index.ts';
import type { Block } from '../page/page.ts';
import { length, number, percent } from '../words/format.ts';
import { amount, brokenWords, shareWords } from '../words/promise-words.ts';
import { settingWords } from '../words/setting-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** How sure the choice is, and what is set today where that is something else. */
export function confidenceBlocks(answer: PlanAnswer): Block[] {
  const { choice, present } = answer.uncertainty;
  const { currency } = answer.simulation.prices;
  const texts = [
    ...(choice === null
      ? []
      : [`How sure: ${sentences(choice, currency)}${saferSentence(answer)}${basis(choice)}`]),
    ...(present === null || present.risk === null
      ? []
      : [`Of the present setting ${sentences(present, currency)}`]),
    ...heldOutSentences(answer),
    ...stabilitySentences(answer),
  ];
  return texts.length === 0 ? [] : [{ kind: 'notes', texts }];
}

/** `0.3% to 0.6%`: from a low month to a high one; nothing for what days do not add up to. */
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
  if (costPerMonth === null || feasible === null)
    return `not enough data: ${daysWords(days)} of ${daysNeeded} days, weekly pattern unknown.`;
  return (
    `months cost ${rangeWords('budget', costPerMonth, currency)}, and ${percent(feasible)} keep all ` +
    `promises: the risk is ${risk}.${breaking(one)}`
  );
}

/** Whole days: of less than one there is no number to tell. */
export function daysWords(days: number): string {
  return days === 0 ? 'less than 1' : String(days);
}

function breaking({ breaking }: Uncertainty): string {
  if (breaking.length === 0) return '';
  const words = [...breaking]
    .sort((one, other) => other.share - one.share)
    .map(({ promise, share }) => `${promise} in ${percent(share)}`);
  return ` Promises are broken: ${words.join(', ')}.`;
}

/** What would be safer, and what that costs. */
function saferSentence({ safer, choice, simulation }: PlanAnswer): string {
  const feasible = safer?.uncertainty.feasible ?? null;
  if (safer === null || choice === null || feasible === null) return '';
  const more = safer.outcome.costPerMonth - choice.outcome.costPerMonth;
  const cost = amount('budget', Math.abs(more), simulation.prices.currency);
  return ` Safer is ${settingWords(safer.setting)}, at ${cost} ${more < 0 ? 'less' : 'more'}: ${percent(feasible)} of months keep all promises.`;
}

/** What months are, and how far intervals are to be trusted. */
function basis({ blocks, days, covers }: Uncertainty): string {
  if (covers === null) return '';
  return (
    ` Months are drawn from the ${blocks === 'weeks' ? 'weeks' : 'weekdays'} of these ${days} days; ${percent(covers)} of ` +
    'months were within such a range of costs when that was measured.'
  );
}

function heldOutSentences({ heldOut, choice, promises, simulation }: PlanAnswer): string[] {
  if (heldOut === null || choice === null) return [];
  const { currency } = simulation.prices;
  const { fromMs, lengthMs, costPerMonth, broken, late } = heldOut;
  const from = new Date(simulation.startMs + fromMs).toISOString().slice(0, 10);
  const planned = choice.outcome.costPerMonth;
  const change = planned === 0 ? 0 : costPerMonth / planned - 1;
  const than =
    shareWords(Math.abs(change)) === shareWords(0)
      ? 'as planned'
      : `${shareWords(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than planned`;
  const breaks = [
    ...broken.map((one) => brokenWords(one, currency)),
    ...late.map(
      ({ promise, share, most }) =>
        `${promise}: ${shareWords(share)} above ${amount(promise, promises[promise] ?? 0, currency)}, where ${percent(most)} may be`,
    ),
  ];
  return [
    `Held out: the ${length(lengthMs)} from ${from} on, which the plan has not seen, come to ` +
      `${amount('budget', costPerMonth, currency)} a month, ${than}, and ` +
      `${breaks.length === 0 ? 'keep all promises' : `break ${breaks.join('; ')}`}.`,
  ];
}

function stabilitySentences({ stability, simulation }: PlanAnswer): string[] {
  if (stability === null) return [];
  const { days, daysNeeded, weeks, isWhole } = stability;
  if (!isWhole) return ['Stability: interrupted.'];
  if (weeks.length === 0) return [`Stability: not enough data: ${daysWords(days)} of ${daysNeeded} days.`];
  const same = weeks.filter(({ isSame }) => isSame).length;
  const others = weeks.flatMap(({ isSame, fromMs, setting }) => {
    if (isSame) return [];
    const from = new Date(simulation.startMs + fromMs).toISOString().slice(0, 10);
    return [`from ${from} on it is ${setting === null ? 'none that was run' : settingWords(setting)}`];
  });
  return [
    `Stability: by each of the last ${weeks.length} weeks alone, the choice is the same in ${same} of them` +
      `${others.length === 0 ? '' : `; in the week ${others.join('; ')}`}.`,
  ];
}
