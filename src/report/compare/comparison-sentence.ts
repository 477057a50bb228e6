import { MICROS } from '../../facts/index.ts';
import type { Judged } from '../../planner/index.ts';
import { changeWords, money } from '../words/format.ts';
import { brokenWords } from '../words/objective-words.ts';
import type { ComparisonAnswer } from './comparison-answer.ts';

/** By how much B costs more or less, and which objectives it breaks. */
export function comparisonSentence(answer: ComparisonAnswer): string {
  const { a, figures, demand, resource } = answer;
  if (figures.some(({ difference }) => difference !== null && difference !== 0))
    return `${costWords(answer)} and ${objectiveWords(answer)}.${demand.length === 0 ? '' : ' The demand differs.'}`;
  const breaks = (one: string) =>
    a.broken.length === 0 ? `meet${one} all objectives` : `break${one} ${namesOf(a)}`;
  return resource === null
    ? `A and B have the same result and ${breaks('')}.`
    : `${resource} has the same result before and after the change, and ${breaks('s')}.`;
}

function costWords(answer: ComparisonAnswer): string {
  const { a, b, resource } = answer;
  const subject = resource === null ? 'B' : `${resource}, after the change,`;
  const difference = Math.round((b.outcome.costPerMonth - a.outcome.costPerMonth) * MICROS);
  const words = money(Math.abs(difference), answer.of.b.simulation.prices.currency);
  if (words === money(0, answer.of.b.simulation.prices.currency)) return `${subject} costs the same`;
  const share =
    a.outcome.costPerMonth === 0 ? '' : ` (${changeWords(difference / (a.outcome.costPerMonth * MICROS))})`;
  return `${subject} costs ${words} ${difference < 0 ? 'less' : 'more'} a month${share}`;
}

/** First the objectives that only B breaks, with figures, then those that both break, then those that only A breaks. */
function objectiveWords(answer: ComparisonAnswer): string {
  const { a, b, newlyBroken, mended } = answer;
  if (b.broken.length === 0)
    return a.broken.length === 0 ? 'meets all objectives' : `meets all objectives; A breaks ${namesOf(a)}`;
  const newlyBrokenWords = b.broken
    .filter(({ objective }) => newlyBroken.includes(objective))
    .map((one) => brokenWords(one, answer.of.b.simulation.prices.currency));
  const both = b.broken
    .map(({ objective }) => objective)
    .filter((objective) => !newlyBroken.includes(objective));
  return [
    newlyBrokenWords.length === 0 ? 'breaks no other objective' : `breaks ${newlyBrokenWords.join('; ')}`,
    ...(both.length === 0 ? [] : [`both break ${both.join(', ')}`]),
    ...(mended.length === 0 ? [] : [`only A breaks ${mended.join(', ')}`]),
  ].join('; ');
}

function namesOf({ broken }: Judged): string {
  return broken.map(({ objective }) => objective).join(', ');
}
