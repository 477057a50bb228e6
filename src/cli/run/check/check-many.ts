import { problem } from '../../../problem/index.ts';
import { billOfManyDocument, billOfManyPage } from '../../../report/index.ts';
import { formatOf } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { refuseFailed } from '../list/failed.ts';
import { currencyOf } from '../plan/currency.ts';
import type { PortfolioItem } from '../plan/portfolio-items.ts';
import type { CheckOptions } from './check.ts';
import { billOfMany, heldAgainstBill, itemsOfBill } from './replayed-items.ts';

/** The bill of a project, or of all, beside the sum over its databases. */
export async function checkMany(
  items: readonly PortfolioItem[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<void> {
  for (const [flag, value] of Object.entries({
    '--settings-history': options.settingsHistory,
    '--promised': options.promised,
    '--report': options.report,
  }))
    if (value !== undefined)
      throw problem(
        { field: flag },
        'this flag is for one database',
        'leave it out, or name one of the list',
      );
  const bill = await billOfMany(options, terminal);
  if (bill === null)
    throw problem(
      { field: '--bill' },
      'there is nothing to hold the list against',
      'give what was billed, such as --bill 2026-03=420.00',
    );
  const own = itemsOfBill(items, options.project, bill);
  const held = await heldAgainstBill(own, bill, currencyOf(options, terminal), terminal);
  if (held.replayed.length === 0) refuseFailed(own, held.left, true);
  const document = {
    schema: 'tidemark/bill-of-many',
    version: 1,
    project: options.project ?? null,
    currency: held.currency,
    ...billOfManyDocument(held),
    page: billOfManyPage(held),
  };
  printAnswer(document, formatOf(options), terminal);
  refuseFailed(own, held.left, options.strict === true);
}
