import type { NamedDatabase } from '../../../advisor/index.ts';
import {
  type CheckOptions,
  checkDatabases,
  checkFile,
  databasesOf,
  type OpenedFile,
} from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import type { AnswerOptions, ReportFlag } from '../../flags/options.ts';
import { refuseFailed } from '../../intake/failed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf, hostOfMany } from '../asked.ts';
import { writeReport } from '../report/write-report.ts';
import { readPlan } from './past-plan.ts';

interface RunCheckOptions extends CheckOptions, AnswerOptions, ReportFlag {
  readonly expected?: string;
}

/** Checks the database of a file, or all databases that the file holds or names. */
export async function runCheck(file: string, options: RunCheckOptions, terminal: Terminal): Promise<void> {
  const found = await databasesOf(file, options, terminal);
  if ('many' in found) return checkAll(found.many, options, terminal);
  try {
    await checkOne(found.one, options, terminal);
  } finally {
    found.one.close();
  }
}

async function checkOne(file: OpenedFile, options: RunCheckOptions, terminal: Terminal): Promise<void> {
  const { expected } = options;
  const plan = expected === undefined ? null : readPlan(expected, terminal);
  const document = await checkFile(file, options, hostOf(terminal), plan);
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
}

async function checkAll(
  databases: readonly NamedDatabase[],
  options: RunCheckOptions,
  terminal: Terminal,
): Promise<void> {
  for (const [flag, value] of Object.entries({
    '--history': options.history,
    '--expected': options.expected,
    '--report': options.report,
  }))
    if (value !== undefined)
      throw problem(
        { field: flag },
        'this flag is for one database',
        'leave it out, or name one of the list',
      );
  const { document, answer, databases: own } = await checkDatabases(databases, options, hostOfMany(terminal));
  if (answer.replayed.length === 0) refuseFailed(own, answer.left, true);
  printAnswer(document, options, terminal);
  refuseFailed(own, answer.left, options.strict === true);
}
