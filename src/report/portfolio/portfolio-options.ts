import { MICROS } from '../../facts/index.ts';
import { ASSUMPTION_NAMES } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { assumedWords, setByWords } from '../words/assumption-words.ts';
import { money } from '../words/format.ts';
import type { PortfolioAnswer } from './portfolio-answer.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';

/** A line for each assumption value that would make many databases cheaper if it holds. */
export function portfolioOptions({ currency }: PortfolioAnswer, rows: readonly PortfolioRow[]): PageBlock[] {
  const options = rows.flatMap((row) => row.details().options);
  const items = ASSUMPTION_NAMES.flatMap((name) => {
    const own = options.filter(({ assumption }) => assumption === name);
    return [...new Set(own.map(({ value }) => value))].map((value) => {
      const alike = own.filter((one) => one.value === value);
      const micros = alike.reduce((sum, { saves }) => sum + Math.round((saves ?? 0) * MICROS), 0);
      const flag = setByWords(name, value, true);
      const words = assumedWords(name, (alike[0] as (typeof alike)[number]).assumed, currency);
      const of = alike.length === 1 ? '1 database' : `${alike.length} databases`;
      return { micros, text: `${money(micros, currency)} a month in ${of}, if ${words}: ${flag}.` };
    });
  });
  if (items.length === 0) return [];
  return [
    {
      kind: 'list',
      title: 'You could save more if one of these assumptions holds:',
      items: items.sort((one, other) => other.micros - one.micros).map(({ text }) => ({ text })),
    },
  ];
}
