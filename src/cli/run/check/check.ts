import { check, checkMany } from '../../../advisor/index.ts';
import { problem } from '../../../problem/index.ts';
import { readDocument } from '../../../scenario/index.ts';
import { readText } from '../../files/input.ts';
import { currencyOf } from '../../flags/currency.ts';
import type { QuestionOptions, ReportFlag } from '../../flags/options.ts';
import { currentFromFlags } from '../../flags/plan-options.ts';
import { type ActualOptions, readActuals } from '../../intake/actual-file.ts';
import { databasesOf, type ListedDatabase } from '../../intake/databases.ts';
import { refuseFailed } from '../../intake/failed.ts';
import { loadSubject } from '../../intake/load.ts';
import type { OpenedFile } from '../../intake/open-file.ts';
import { printAnswer } from '../../output/print-answer.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { asked, askedOfMany } from '../asked.ts';
import { writeReport } from '../report/write-report.ts';
import { billOfMany, databasesOfBill } from './bill-of-many.ts';
import { readPlan } from './past-plan.ts';

export interface CheckOptions extends QuestionOptions, ActualOptions, ReportFlag {
  readonly current?: string;
  readonly history?: string;
  readonly expected?: string;
}

/** Checks the database of a file, or all databases that the file holds or names. */
export async function runCheck(file: string, options: CheckOptions, terminal: Terminal): Promise<void> {
  const found = await databasesOf(file, options, terminal);
  if ('many' in found) return checkAll(found.many, options, terminal);
  try {
    await checkOne(found.one, options, terminal);
  } finally {
    found.one.close();
  }
}

async function checkOne(file: OpenedFile, options: CheckOptions, terminal: Terminal): Promise<void> {
  const actuals = await readActuals(options, terminal);
  if (actuals === null)
    throw problem(
      { field: '--actual' },
      'there is no actual figure to compare it with',
      'name consumption history, operations, sizes or a bill, or give --bill 2026-03=41.20',
    );
  const { subject } = await loadSubject(file, options, terminal);
  const { history, expected } = options;
  const request = {
    actuals,
    current: currentFromFlags(options),
    history: history === undefined ? null : readDocument(readText(history, terminal), history),
    expected: expected === undefined ? null : readPlan(expected, terminal),
  };
  const document = await asked((asking) => check(subject, request, asking), terminal);
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
}

async function checkAll(
  databases: readonly ListedDatabase[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<void> {
  const { project } = options;
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
  const bill = await billOfMany(options, terminal);
  if (bill === null)
    throw problem(
      { field: '--bill' },
      'there is no bill to compare the list with',
      'give what was billed, such as --bill 2026-03=420.00',
    );
  const own = databasesOfBill(databases, project, bill);
  const request = { bill, project: project ?? null, currency: currencyOf(options, terminal) };
  const { document, answer } = await askedOfMany((asking) => checkMany(own, request, asking), terminal);
  if (answer.replayed.length === 0) refuseFailed(own, answer.left, true);
  printAnswer(document, options, terminal);
  refuseFailed(own, answer.left, options.strict === true);
}
