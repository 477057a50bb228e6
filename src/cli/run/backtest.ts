import { backtest } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';

import { currencyOf } from '../flags/currency.ts';
import { objectivesOf } from '../flags/objective-flags.ts';
import { choicesOf, currentFromFlags, type PlansOptions, worthwhileOf } from '../flags/plan-options.ts';
import { type WindowOptions, windowDaysOf } from '../flags/window-flags.ts';
import { databasesOf, type ListedDatabase } from '../intake/databases.ts';
import { refuseFailed } from '../intake/failed.ts';
import { loadSubject } from '../intake/load.ts';
import type { OpenedFile } from '../intake/open-file.ts';
import { printAnswer } from '../output/print-answer.ts';
import { Interrupted } from '../terminal/interruption.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { asked } from './asked.ts';

export interface BacktestOptions extends PlansOptions, WindowOptions {}

export async function runBacktest(file: string, options: BacktestOptions, terminal: Terminal): Promise<void> {
  const { profile } = options;
  const request = {
    days: windowDaysOf(options),
    worthwhile: worthwhileOf(options),
    profile,
    objectives: objectivesOf(profile, options.objective),
    choices: choicesOf(options),
    currency: currencyOf(options, terminal),
  };
  const found = await databasesOf(file, options, terminal);
  const databases = 'many' in found ? found.many : [only(found.one, options, terminal)];
  if (databases.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
  const { document, answer } = await asked((asking) => backtest(databases, request, asking), terminal);
  if (answer.isWhole && answer.databases.every((one) => 'problems' in one))
    refuseFailed(databases, answer.databases, true);
  printAnswer(document, options, terminal);
  if (!answer.isWhole) throw new Interrupted();
  refuseFailed(databases, answer.databases, options.strict === true);
}

function only(file: OpenedFile, options: BacktestOptions, terminal: Terminal): ListedDatabase {
  return {
    name: file.name,
    project: null,
    file: file.path,
    member: null,
    current: currentFromFlags(options),
    load: async () => (await loadSubject(file, options, terminal)).subject,
  };
}
