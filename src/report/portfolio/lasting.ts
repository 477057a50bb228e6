import type { Lasting } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { factorWords, monthsWords, paceWords } from '../words/growth-words.ts';
import { brokenList } from '../words/objective-words.ts';
import { titleOf } from './database-title.ts';
import type { PortfolioAnswer } from './portfolio-answer.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';

/** The number of recommendations that do not last. Empty if nobody asked. */
export function lastingSentences({ growth }: PortfolioAnswer, rows: readonly PortfolioRow[]): string[] {
  const grown = rows.filter(({ costThen }) => costThen !== null).length;
  if (growth === null || grown === 0) return [];
  const breaking = rows.filter(({ breaksIn }) => breaksIn !== null).length;
  const count = breaking === 0 ? `none of ${grown}` : `${breaking} of ${grown}`;
  return [
    `With ${paceWords(growth)}, ${count} ${grown === 1 ? 'recommendation' : 'recommendations'} would break an objective within ${monthsWords(growth.months)}.`,
  ];
}

/** Names the recommendations that break an objective first. */
export function lastingList({ currency }: PortfolioAnswer, rows: readonly PortfolioRow[]): PageBlock[] {
  const breaking = rows
    .flatMap((row) => (row.breaksIn === null ? [] : [{ row, month: row.breaksIn }]))
    // Rows are ordered by saving, and the sort keeps that order within a month.
    .sort((one, other) => (one.month < other.month ? -1 : one.month > other.month ? 1 : 0));
  if (breaking.length === 0) return [];
  const items = breaking.slice(0, MOST).map(({ row, month }) => {
    const { breaks } = row.details().lasting as Lasting;
    const { factor, broken } = breaks as NonNullable<Lasting['breaks']>;
    return {
      text:
        `${titleOf(row)}: in ${month}, at ${factorWords(factor)} times the demand: ` +
        `${brokenList(broken, currency)}.`,
    };
  });
  return [{ kind: 'list', title: 'First objectives to break as demand grows:', items }];
}

const MOST = 10;

/** The month in which it breaks an objective, or that it lasts. */
export function lastingCell({ costThen, breaksIn }: PortfolioRow): string {
  return costThen === null ? '-' : (breaksIn ?? 'none');
}
