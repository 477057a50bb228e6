import { ProblemError, problem } from '../../../problem/index.ts';
import { type BacktestAnswer, backtestDocument, backtestPage, jsonDocument } from '../../../report/index.ts';
import { nameOf } from '../../input.ts';
import { Interrupted } from '../../interruption.ts';
import { formatOf } from '../../options.ts';
import { printPage } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { currencyOf } from '../plan/currency.ts';
import { choicesOf, worthwhileOf } from '../plan/plan-options.ts';
import type { PlansOptions } from '../plan/portfolio.ts';
import { type PortfolioItem, portfolioItems } from '../plan/portfolio-items.ts';
import { promisesOf, share } from '../plan/promise-flags.ts';
import { loadAssuming } from '../scenario-file.ts';
import { type WindowOptions, windowDaysOf } from './window-flags.ts';
import { windowsOfItems } from './windows-of-items.ts';

export interface BacktestOptions extends PlansOptions, WindowOptions {
  readonly room: string;
}

export async function runBacktest(file: string, options: BacktestOptions, terminal: Terminal): Promise<void> {
  const days = windowDaysOf(options);
  const worthwhile = worthwhileOf(options);
  const { profile } = options;
  const promises = promisesOf(profile, options.promise);
  const room = roomOf(options);
  const question = { promises, choices: choicesOf(options), worthwhile, room };
  const currency = currencyOf(options, terminal);
  const items = (await portfolioItems(file, options, terminal)) ?? [itemOf(file, options, terminal)];
  if (items.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
  const databases = await windowsOfItems(items, question, days, terminal);
  const isWhole =
    databases.length === items.length &&
    databases.every((one) => 'problems' in one || one.windows.length === one.of);
  const problems = databases.flatMap((one) => ('problems' in one ? one.problems : []));
  if (isWhole && databases.every((one) => 'problems' in one)) throw new ProblemError(problems);
  const answer: BacktestAnswer = {
    of: items.length,
    databases,
    days,
    isWhole,
    currency,
    profile,
    worthwhile,
    room,
  };
  const format = formatOf(options);
  if (format === 'json') terminal.out(`${jsonDocument(backtestDocument(answer))}\n`);
  else printPage(backtestPage(answer), format, terminal);
  if (!isWhole) throw new Interrupted();
  if (options.strict && problems.length > 0) throw new ProblemError(problems);
}

function roomOf({ room: text }: BacktestOptions): number {
  const room = share(text);
  if (room !== null) return room;
  throw problem({ field: '--room' }, `found "${text}"`, 'write a share such as 20%');
}

function itemOf(file: string, options: BacktestOptions, terminal: Terminal): PortfolioItem {
  return {
    name: nameOf(file),
    project: null,
    file,
    options,
    currentAt: null,
    load: async () => (await loadAssuming(file, options, terminal)).read,
  };
}
