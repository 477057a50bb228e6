import { MICROS } from '../../facts/index.ts';
import { ASSUMPTION_NAMES } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { assumedWords, setByWords } from '../words/assumption-words.ts';
import { money } from '../words/format.ts';
import type { PortfolioAnswer } from './portfolio-answer.ts';
import type { PortfolioRow, RowDetails } from './rows/portfolio-row.ts';

type Option = RowDetails['options'][number];

/** A line for each assumption value that would make many databases cheaper if it holds. */
export function portfolioOptions({ currency }: PortfolioAnswer, rows: readonly PortfolioRow[]): PageBlock[] {
  const alike = new Map<string, { option: Option; count: number; micros: number }>();
  for (const row of rows) {
    if (!row.sections.includes('options')) continue;
    for (const option of row.details().options) {
      const key = `${option.assumption}=${option.value}`;
      const { count, micros } = alike.get(key) ?? { count: 0, micros: 0 };
      const own = micros + Math.round((option.saves ?? 0) * MICROS);
      alike.set(key, { option: alike.get(key)?.option ?? option, count: count + 1, micros: own });
    }
  }
  const items = ASSUMPTION_NAMES.flatMap((name) =>
    [...alike.values()]
      .filter(({ option }) => option.assumption === name)
      .map(({ option, count, micros }) => {
        const flag = setByWords(name, option.value, true);
        const words = assumedWords(name, option.assumed, currency);
        const of = count === 1 ? '1 database' : `${count} databases`;
        return { micros, text: `${money(micros, currency)} a month in ${of}, if ${words}: ${flag}.` };
      }),
  );
  if (items.length === 0) return [];
  return [
    {
      kind: 'list',
      title: 'You could save more if one of these assumptions holds:',
      items: items.sort((one, other) => other.micros - one.micros).map(({ text }) => ({ text })),
    },
  ];
}
