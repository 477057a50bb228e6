import { type Interval, OBJECTIVES, type ObjectiveName, type Uncertainty } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { length, numberWords, percent } from '../words/format.ts';
import { amount, brokenWords, shareWords } from '../words/objective-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** The confidence in the recommendation, and in the current configuration if that is another one. */
export function confidenceBlocks(answer: PlanAnswer): PageBlock[] {
  const { recommendation, current } = answer.uncertainty;
  const { currency } = answer.simulation.prices;
  const texts = [
    ...(recommendation === null
      ? []
      : [
          `Confidence: ${sentences(recommendation, currency)}${saferSentence(answer)}${basisSentence(recommendation)}`,
        ]),
    ...(current === null || current.risk === null
      ? []
      : [`The current configuration: ${sentences(current, currency)}`]),
    ...heldOutSentences(answer),
    ...stabilitySentences(answer),
  ];
  return texts.length === 0 ? [] : [{ kind: 'notes', texts }];
}

/** `0.3% to 0.6%`: from a low month to a high one. Empty for objectives that cannot be added up from days. */
export function intervalCell({ uncertainty, simulation }: PlanAnswer, objective: ObjectiveName): string {
  const interval = uncertainty.recommendation?.intervals.find((one) => one.objective === objective);
  return interval === undefined ? '' : rangeWords(objective, interval, simulation.prices.currency);
}

function rangeWords(objective: ObjectiveName, { low, high }: Interval, currency: string): string {
  const [first, last] = [low, high].map((value) => amount(objective, value, currency));
  if (first === last) return `${first}`;
  return OBJECTIVES[objective].unit === 'per-day' ? `${numberWords(low)} to ${last}` : `${first} to ${last}`;
}

function sentences(one: Uncertainty, currency: string): string {
  const { days, daysNeeded, costPerMonth, feasible, risk } = one;
  if (costPerMonth === null || feasible === null)
    return `low. The data cover ${fullDaysWords(days)}; weekly patterns need ${daysNeeded}.`;
  return (
    `months cost ${rangeWords('budget', costPerMonth, currency)}, and ${percent(feasible)} meet all ` +
    `objectives: the risk is ${risk}.${breaking(one)}`
  );
}

/** `5 full days`. */
export function fullDaysWords(days: number): string {
  if (days === 0) return 'less than one day';
  return days === 1 ? '1 full day' : `${days} full days`;
}

/** Whole days. Less than one day has no number. */
export function daysWords(days: number): string {
  return days === 0 ? 'less than 1' : String(days);
}

function breaking({ breaking }: Uncertainty): string {
  if (breaking.length === 0) return '';
  const words = [...breaking]
    .sort((one, other) => other.share - one.share)
    .map(({ objective, share }) => `${objective} in ${percent(share)}`);
  return ` Most often broken: ${words.join(', ')} of months.`;
}

/** Names a safer configuration and its cost. */
function saferSentence({ safer, recommendation, simulation }: PlanAnswer): string {
  const feasible = safer?.uncertainty.feasible ?? null;
  if (safer === null || recommendation === null || feasible === null) return '';
  const more = safer.outcome.costPerMonth - recommendation.outcome.costPerMonth;
  const cost = amount('budget', Math.abs(more), simulation.prices.currency);
  return ` ${configurationWords(safer.configuration)} is safer, for ${cost} ${more < 0 ? 'less' : 'more'}: ${percent(feasible)} of months meet all objectives.`;
}

/** Says how months were drawn, and how reliable the intervals are. */
function basisSentence({ blocks, days, covers }: Uncertainty): string {
  if (covers === null) return '';
  return (
    ` These are months drawn at random from the ${blocks === 'weeks' ? 'weeks' : 'weekdays'} of these ${days} days. In tests, ` +
    `${percent(covers)} of months cost within such a range.`
  );
}

export function heldOutSentences({ heldOut, recommendation, objectives, simulation }: PlanAnswer): string[] {
  if (heldOut === null || recommendation === null) return [];
  const { currency } = simulation.prices;
  const { fromMs, lengthMs, costPerMonth, broken, late } = heldOut;
  const from = new Date(simulation.startMs + fromMs).toISOString().slice(0, 10);
  const planned = recommendation.outcome.costPerMonth;
  const change = planned === 0 ? 0 : costPerMonth / planned - 1;
  const than =
    shareWords(Math.abs(change)) === shareWords(0)
      ? 'as planned'
      : `${shareWords(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than planned`;
  const breaks = [
    ...broken.map((one) => brokenWords(one, currency)),
    ...late.map(
      ({ objective, share, most }) =>
        `${objective}: ${shareWords(share)} above ${amount(objective, objectives[objective] ?? 0, currency)} (limit ${percent(most)})`,
    ),
  ];
  return [
    `Held out: over the ${length(lengthMs)} from ${from} on, which the plan did not use, the recommendation costs ` +
      `${amount('budget', costPerMonth, currency)} a month, ${than}, and ` +
      `${breaks.length === 0 ? 'meets all objectives' : `breaks ${breaks.join('; ')}`}.`,
  ];
}

export function stabilitySentences({ stability, simulation }: PlanAnswer): string[] {
  if (stability === null) return [];
  const { days, daysNeeded, weeks, isWhole } = stability;
  if (!isWhole) return ['Stability: interrupted.'];
  if (weeks.length === 0)
    return [`Stability: unknown. The data cover ${daysWords(days)} of the ${daysNeeded} days that it needs.`];
  const same = weeks.filter(({ isSame }) => isSame).length;
  const others = weeks.flatMap(({ isSame, fromMs, configuration }) => {
    if (isSame) return [];
    const from = new Date(simulation.startMs + fromMs).toISOString().slice(0, 10);
    return [`from ${from} on it is ${configuration === null ? 'none' : configurationWords(configuration)}`];
  });
  return [
    `Stability: planned on each of the last ${weeks.length} weeks alone, the recommendation is the same in ${same} of them` +
      `${others.length === 0 ? '' : `; in the week ${others.join('; ')}`}.`,
  ];
}
