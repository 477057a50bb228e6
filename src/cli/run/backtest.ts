import { type BacktestOptions, backtestFile } from '../../library/index.ts';
import type { AnswerOptions } from '../flags/options.ts';
import { refuseFailed } from '../intake/failed.ts';
import { printAnswer } from '../output/print-answer.ts';
import { Interrupted } from '../terminal/interruption.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hostOf } from './asked.ts';

export async function runBacktest(
  file: string,
  options: BacktestOptions & AnswerOptions,
  terminal: Terminal,
): Promise<void> {
  const { document, answer, databases } = await backtestFile(file, options, hostOf(terminal));
  if (answer.isWhole && answer.databases.every((one) => 'problems' in one))
    refuseFailed(databases, answer.databases, true);
  printAnswer(document, options, terminal);
  if (!answer.isWhole) throw new Interrupted();
  refuseFailed(databases, answer.databases, options.strict === true);
}
