import { problem } from '../../../problem/index.ts';
import { type BacktestAnswer, backtestDocument, backtestPage, jsonDocument } from '../../../report/index.ts';
import { nameOf } from '../../input.ts';
import { Interrupted } from '../../interruption.ts';
import { formatOf } from '../../options.ts';
import { printPage } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { refuseFailed } from '../list/failed.ts';
import { currencyOf } from '../plan/currency.ts';
import { choicesOf, worthwhileOf } from '../plan/plan-options.ts';
import type { PlansOptions } from '../plan/portfolio.ts';
import { type PortfolioItem, portfolioItems } from '../plan/portfolio-items.ts';
import { promisesOf } from '../plan/promise-flags.ts';
import { loadAssuming } from '../scenario-file.ts';
import { type WindowOptions, windowDaysOf } from './window-flags.ts';
import { windowsOfItems } from './windows-of-items.ts';

export interface BacktestOptions extends PlansOptions, WindowOptions {}

export async function runBacktest(file: string, options: BacktestOptions, terminal: Terminal): Promise<void> {
  const days = windowDaysOf(options);
  const worthwhile = worthwhileOf(options);
  const { profile } = options;
  const promises = promisesOf(profile, options.promise);
  const question = { promises, choices: choicesOf(options), worthwhile };
  const currency = currencyOf(options, terminal);
  const items = (await portfolioItems(file, options, terminal)) ?? [itemOf(file, options, terminal)];
  if (items.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
  const databases = await windowsOfItems(items, question, days, terminal);
  const isWhole =
    databases.length === items.length &&
    databases.every((one) => 'problems' in one || one.windows.length === one.of);
  if (isWhole && databases.every((one) => 'problems' in one)) refuseFailed(items, databases, true);
  const answer: BacktestAnswer = {
    of: items.length,
    databases,
    days,
    isWhole,
    currency,
    profile,
    worthwhile,
    headroom: promises.headroom ?? 0,
  };
  const format = formatOf(options);
  if (format === 'json') terminal.out(`${jsonDocument(backtestDocument(answer))}\n`);
  else printPage(backtestPage(answer), format, terminal);
  if (!isWhole) throw new Interrupted();
  refuseFailed(items, databases, options.strict === true);
}

function itemOf(file: string, options: BacktestOptions, terminal: Terminal): PortfolioItem {
  return {
    name: nameOf(file),
    project: null,
    file,
    member: null,
    options,
    currentAt: null,
    load: () => loadAssuming(file, options, terminal),
  };
}
