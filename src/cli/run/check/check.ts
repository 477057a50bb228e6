import { check, checkMany } from '../../../advisor/index.ts';
import { problem } from '../../../problem/index.ts';
import { readDocument } from '../../../scenario/index.ts';
import { readText } from '../../input.ts';
import { formatOf, type QuestionOptions, type ReportFlag } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { asked, askedOfMany } from '../asked.ts';
import { databasesOf, type ListedDatabase } from '../list/databases.ts';
import { refuseFailed } from '../list/failed.ts';
import { currencyOf } from '../plan/currency.ts';
import { currentOf } from '../plan/plan-options.ts';
import { writeReport } from '../report/write-report.ts';
import { loadSubject } from '../scenario-file.ts';
import { type ActualOptions, readActuals } from './actual-file.ts';
import { billOfMany, databasesOfBill } from './bill-of-many.ts';
import { readPlan } from './past-plan.ts';

export interface CheckOptions extends QuestionOptions, ActualOptions, ReportFlag {
  readonly current?: string;
  readonly settingsHistory?: string;
  readonly promised?: string;
}

/** A check of a file, or of many databases where it holds or names many. */
export async function runCheck(file: string, options: CheckOptions, terminal: Terminal): Promise<void> {
  const databases = await databasesOf(file, options, terminal);
  return databases === null ? checkOne(file, options, terminal) : checkAll(databases, options, terminal);
}

async function checkOne(file: string, options: CheckOptions, terminal: Terminal): Promise<void> {
  const actuals = await readActuals(options, terminal);
  if (actuals === null)
    throw problem(
      { field: '--actual' },
      'there is nothing to hold it against',
      'name consumption history, operations, sizes or a bill, or give --bill 2026-03=41.20',
    );
  const { subject } = await loadSubject(file, options, terminal);
  const { settingsHistory: history, promised } = options;
  const request = {
    actuals,
    current: currentOf(options),
    history: history === undefined ? null : readDocument(readText(history, terminal), history),
    promised: promised === undefined ? null : readPlan(promised, terminal),
  };
  const document = await asked((asking) => check(subject, request, asking), terminal);
  await writeReport(document, options, terminal);
  printAnswer(document, formatOf(options), terminal);
}

async function checkAll(
  databases: readonly ListedDatabase[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<void> {
  const { project } = options;
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
  const own = databasesOfBill(databases, project, bill);
  const request = { bill, project: project ?? null, currency: currencyOf(options, terminal) };
  const { document, answer } = await askedOfMany((asking) => checkMany(own, request, asking), terminal);
  if (answer.replayed.length === 0) refuseFailed(own, answer.left, true);
  printAnswer(document, formatOf(options), terminal);
  refuseFailed(own, answer.left, options.strict === true);
}
