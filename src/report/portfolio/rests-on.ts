import { MICROS } from '../../facts/index.ts';
import { BOUND_WORDS } from '../../trace/index.ts';
import { backgroundName, savesWords } from '../plan/background.ts';
import { bothWays, isDecisive } from '../plan/both-ways.ts';
import { fastestSentence } from '../plan/cpu-bound.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { titleOf } from './database-title.ts';
import type { PortfolioAnswer } from './portfolio-answer.ts';
import { roundMoney } from './round-money.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';

/** The price and the saving of each database with and without its background activity, if that makes a difference. */
export function* backgroundItems(
  { currency }: PortfolioAnswer,
  rows: readonly PortfolioRow[],
): Generator<string> {
  const money = (value: number) => roundMoney(Math.round(value * MICROS), currency);
  for (const row of rows) {
    if (!row.sections.includes('background')) continue;
    const { background, recommendation, current } = row.details();
    const both = bothWays(background, recommendation, current);
    if (background === null || both === null || !isDecisive(both)) continue;
    const { cost, costWithout, saving, savingWithout, without } = both;
    const savings =
      saving === null || savingWithout === null
        ? ''
        : `: you ${savesWords(saving, currency)} with it, and ${savesWords(savingWithout, currency)} without it`;
    const flag = 'idleBelow' in background ? ` (idleBelow: ${background.idleBelow})` : '';
    yield `${titleOf(row)}: ${backgroundName(background)}. ${money(cost)} a month as planned, ` +
      `${money(costWithout)} without it (${configurationWords(without.configuration)})${savings}${flag}.`;
  }
}

/** The price of each database with and without the measured memory, if that makes a difference. */
export function* memoryItems(
  { currency }: PortfolioAnswer,
  rows: readonly PortfolioRow[],
): Generator<string> {
  const money = (value: number) => roundMoney(Math.round(value * MICROS), currency);
  for (const row of rows) {
    if (!row.sections.includes('withoutMemory')) continue;
    const { withoutMemory, recommendation, current } = row.details();
    const both = bothWays(withoutMemory, recommendation, current);
    if (both === null || !isDecisive(both)) continue;
    const { cost, costWithout, without } = both;
    yield `${titleOf(row)}: ${money(cost)} a month as planned, ${money(costWithout)} without memory ` +
      `(${configurationWords(without.configuration)}; assume: ["memory=none"]).`;
  }
}

/** Groups databases by what bounds their CPU. */
export function cpuBoundItems(rows: readonly PortfolioRow[]): string[] {
  const alike = new Map<string, string[]>();
  for (const row of rows) {
    const cpuBound = row.sections.includes('cpuBound') ? row.details().cpuBound : null;
    if (cpuBound === null) continue;
    const words = `${BOUND_WORDS[cpuBound.by]}.${fastestSentence(cpuBound)}`;
    alike.set(words, [...(alike.get(words) ?? []), titleOf(row)]);
  }
  return [...alike].map(([words, names]) => `${firstNames(names)}: ${words}`);
}

/** Names the first databases, and counts the others. */
export function firstNames(names: readonly string[]): string {
  const left = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

const MOST_NAMED = 10;
