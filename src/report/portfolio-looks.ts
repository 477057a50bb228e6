import type { PortfolioRow } from './portfolio-answer.ts';

/** A database to look at before others, and why. */
export interface FirstLook {
  readonly row: PortfolioRow;
  readonly why: 'none' | 'broken' | 'saving' | 'cost';
}

const MOST = 10;

/** Where promises are broken today, and then where most money is: what is saved, or else what it will cost. */
export function firstLooks(rows: readonly PortfolioRow[]): FirstLook[] {
  const looks = rows.flatMap((row): FirstLook[] => {
    const { verdict, present } = row.plan;
    if (verdict === 'keep') return [];
    if (verdict === 'none') return [{ row, why: 'none' }];
    if (verdict === 'choose') return [{ row, why: 'cost' }];
    return [{ row, why: present !== null && present.broken.length > 0 ? 'broken' : 'saving' }];
  });
  // Rows are in the order of what they save, and sorting leaves equals as they are.
  return looks.sort((one, other) => ORDER.indexOf(one.why) - ORDER.indexOf(other.why)).slice(0, MOST);
}

const ORDER: readonly FirstLook['why'][] = ['none', 'broken', 'saving', 'cost'];
