import { backtest } from '../../../advisor/index.ts';
import { problem } from '../../../problem/index.ts';
import { jsonDocument } from '../../../report/index.ts';
import { nameOf } from '../../input.ts';
import { Interrupted } from '../../interruption.ts';
import { formatOf } from '../../options.ts';
import { printPage } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { asked } from '../asked.ts';
import { databasesOf, type ListedDatabase } from '../list/databases.ts';
import { refuseFailed } from '../list/failed.ts';
import { currencyOf } from '../plan/currency.ts';
import { choicesOf, currentOf, type PlansOptions, worthwhileOf } from '../plan/plan-options.ts';
import { promisesOf } from '../plan/promise-flags.ts';
import { loadSubject } from '../scenario-file.ts';
import { type WindowOptions, windowDaysOf } from './window-flags.ts';

export interface BacktestOptions extends PlansOptions, WindowOptions {}

export async function runBacktest(file: string, options: BacktestOptions, terminal: Terminal): Promise<void> {
  const { profile } = options;
  const request = {
    days: windowDaysOf(options),
    worthwhile: worthwhileOf(options),
    profile,
    promises: promisesOf(profile, options.promise),
    choices: choicesOf(options),
    currency: currencyOf(options, terminal),
  };
  const databases = (await databasesOf(file, options, terminal)) ?? [only(file, options, terminal)];
  if (databases.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
  const { document, page, answer } = await asked((asking) => backtest(databases, request, asking), terminal);
  if (answer.isWhole && answer.databases.every((one) => 'problems' in one))
    refuseFailed(databases, answer.databases, true);
  const format = formatOf(options);
  if (format === 'json') terminal.out(`${jsonDocument(document)}\n`);
  else printPage(page, format, terminal);
  if (!answer.isWhole) throw new Interrupted();
  refuseFailed(databases, answer.databases, options.strict === true);
}

function only(file: string, options: BacktestOptions, terminal: Terminal): ListedDatabase {
  return {
    name: nameOf(file),
    project: null,
    file,
    member: null,
    current: currentOf(options),
    load: async () => (await loadSubject(file, options, terminal)).subject,
  };
}
