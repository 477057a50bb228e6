import { type FigureLimit, limitsPassedByPlan, planMany } from '../../../advisor/index.ts';
import { ProblemError, problem } from '../../../problem/index.ts';
import { type PortfolioAnswer, portfolioCsv } from '../../../report/index.ts';
import { currencyOf } from '../../flags/currency.ts';
import { growthOf } from '../../flags/growth-flags.ts';
import { limitsFromFlags } from '../../flags/limit-flags.ts';
import { objectivesOf } from '../../flags/objective-flags.ts';
import { choicesOf, type PlansOptions, worthwhileOf } from '../../flags/plan-options.ts';
import { databasesOf, type ListedDatabase } from '../../intake/databases.ts';
import { failuresOf, refuseFailed } from '../../intake/failed.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { askedOfMany } from '../asked.ts';
import { billOfMany, databasesOfBill } from '../check/bill-of-many.ts';
import { writeReport } from '../report/write-report.ts';
import { applyOutput } from './apply-output.ts';
import { keptPlansIn } from './kept-plans.ts';
import { planOne } from './plan-one.ts';

/** Plans the database of a file, or all databases that the file holds or names. */
export async function runPlan(file: string, options: PlansOptions, terminal: Terminal): Promise<void> {
  const found = await databasesOf(file, options, terminal);
  if ('many' in found) return planAll(file, found.many, options, terminal);
  for (const [flag, value] of Object.entries({ '--results': options.results, '--apply-to': options.applyTo }))
    if (value !== undefined)
      throw problem(
        { field: flag },
        'the file is one database',
        'leave it out: only plans of many databases use it',
      );
  if (options.isCsv)
    throw problem(
      { field: '--format' },
      'csv has a row for each of many databases',
      'name a list, or use json',
    );
  return planOne(found.one, options, terminal);
}

async function planAll(
  file: string,
  databases: readonly ListedDatabase[],
  options: PlansOptions,
  terminal: Terminal,
): Promise<void> {
  if (databases.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
  for (const [flag, value] of Object.entries({
    '--holdout': options.holdout,
    '--stability': options.stability,
    '--write-scenario': options.writeScenario,
  }))
    if (value !== undefined)
      throw problem({ field: flag }, 'this flag is for one database', 'leave it out, or plan one file');
  const output = applyOutput(options, terminal);
  const limits = limitsFromFlags(options.failAbove, { ofDifference: false });
  const bill = await billOfMany(options, terminal);
  const { profile } = options;
  const request = {
    profile,
    objectives: objectivesOf(profile, options.objective),
    choices: choicesOf(options),
    worthwhile: worthwhileOf(options),
    growth: growthOf(options.growth, options.horizon),
    currency: currencyOf(options, terminal),
    bill: bill && { bill, databases: databasesOfBill(databases, options.project, bill) },
    applyAs: options.applyAs ?? null,
    isApplyShown: output === null,
  };
  const kept = keptPlansIn(options.results, terminal);
  const { document, answer, applied, known } = await askedOfMany(
    (asking) => planMany(databases, request, kept, asking),
    terminal,
  );
  const isWhole = answer.databases.length === databases.length;
  if (isWhole && answer.databases.every((one) => 'problems' in one))
    refuseFailed(databases, answer.databases, true);
  if (options.results !== undefined)
    terminal.err(`${known} of ${databases.length} were planned before: ${options.results}\n`);
  if (isWhole) await writeReport(document, options, terminal);
  if (applied !== null) output?.(applied.text);
  const printer = options.applyTo === '-' ? { ...terminal, out: terminal.err, hasColours: false } : terminal;
  if (options.isCsv) printer.out(portfolioCsv(answer));
  else printAnswer(document, options, printer);
  if (!isWhole) throw new Interrupted();
  const passed = passedByAny(answer, limits);
  const failures = failuresOf(databases, answer.databases, options.strict === true);
  if (failures.length === 0 && passed.length > 0) throw new LimitPassed(passed);
  // The exit code of failures comes first, and the messages report both.
  if (passed.length > 0) terminal.err(`tidemark: ${new LimitPassed(passed).message}\n`);
  if (failures.length > 0) throw new ProblemError(failures);
}

function passedByAny({ databases, currency }: PortfolioAnswer, limits: readonly FigureLimit[]): string[] {
  return databases.flatMap((one) =>
    'problems' in one
      ? []
      : limitsPassedByPlan(one.plan, limits, currency).map((reason) => `${one.name}: ${reason}`),
  );
}
