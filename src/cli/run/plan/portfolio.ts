import { ProblemError, problem } from '../../../problem/index.ts';
import { appliedMany, type PortfolioAnswer, portfolioCsv, portfolioDocument } from '../../../report/index.ts';
import { Interrupted } from '../../interruption.ts';
import { LimitPassed } from '../../limit-passed.ts';
import { type ByOptions, formatOf } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { billOfMany, heldAgainstBill, itemsOfBill } from '../check/replayed-items.ts';
import { failuresOf, refuseFailed } from '../list/failed.ts';
import { writeReport } from '../report/write-report.ts';
import { applyOutput } from './apply-output.ts';
import { currencyOf } from './currency.ts';
import { growthOf } from './growth-flags.ts';
import { type Limit, limitsOf } from './limits.ts';
import { passedBy, runPlan } from './plan.ts';
import { choicesOf, type PlanOptions, worthwhileOf } from './plan-options.ts';
import { type PortfolioItem, portfolioItems } from './portfolio-items.ts';
import { type Database, plansOf } from './portfolio-plans.ts';
import { resultsIn } from './portfolio-results.ts';
import { promisesOf } from './promise-flags.ts';

export interface PlansOptions extends PlanOptions, ByOptions {
  /** A row a database, in place of the form of other answers. */
  readonly isCsv?: boolean;
  readonly applyTo?: string;
  readonly results?: string;
}

/** The plan of a file, or of many databases where it holds or names many. */
export async function runPlans(file: string, options: PlansOptions, terminal: Terminal): Promise<void> {
  const items = await portfolioItems(file, options, terminal);
  if (items !== null) return planMany(file, items, options, terminal);
  for (const [flag, value] of Object.entries({ '--results': options.results, '--apply-to': options.applyTo }))
    if (value !== undefined)
      throw problem({ field: flag }, 'this is one database', 'leave it out: it is for the plans of many');
  if (options.isCsv)
    throw problem(
      { field: '--format' },
      'csv has a row for each of many databases',
      'name a list, or use json',
    );
  return runPlan(file, options, terminal);
}

async function planMany(
  file: string,
  items: readonly PortfolioItem[],
  options: PlansOptions,
  terminal: Terminal,
): Promise<void> {
  if (items.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
  for (const [flag, value] of Object.entries({
    '--holdout': options.holdout,
    '--stability': options.stability,
    '--write-scenario': options.writeScenario,
  }))
    if (value !== undefined)
      throw problem({ field: flag }, 'this flag is for one database', 'leave it out, or plan one file');
  const output = applyOutput(options, terminal);
  const limits = limitsOf(options.failAbove, { ofDifference: false });
  const worthwhile = worthwhileOf(options);
  const growth = growthOf(options.growth, options.horizon);
  const question = {
    promises: promisesOf(options.profile, options.promise),
    choices: choicesOf(options),
    worthwhile,
    growth,
  };
  const currency = currencyOf(options, terminal);
  const bill = await billOfMany(options, terminal);
  const held =
    bill === null
      ? null
      : await heldAgainstBill(itemsOfBill(items, options.project, bill), bill, currency, terminal);
  const { databases, known } = await plansOf(items, question, resultsIn(options.results, terminal), terminal);
  const isWhole = databases.length === items.length;
  if (isWhole && databases.every((one) => 'problems' in one)) refuseFailed(items, databases, true);
  if (options.results !== undefined)
    terminal.err(`${known} of ${items.length} were planned before: ${options.results}\n`);
  const { profile } = options;
  const answer: PortfolioAnswer = {
    of: items.length,
    databases,
    currency,
    profile,
    promises: question.promises,
    worthwhile,
    growth,
    bill: held,
  };
  const applied = options.applyAs === undefined || !isWhole ? null : appliedMany(answer, options.applyAs);
  const document = portfolioDocument(answer, applied, output === null);
  if (isWhole) await writeReport(document, options, terminal);
  if (applied !== null) output?.(applied.text);
  const printer = options.applyTo === '-' ? { ...terminal, out: terminal.err, hasColours: false } : terminal;
  if (options.isCsv) printer.out(portfolioCsv(answer));
  else printAnswer(document, formatOf(options), printer);
  if (!isWhole) throw new Interrupted();
  const passed = passedByAny(databases, limits, currencyOf(options, terminal));
  const failures = failuresOf(items, databases, options.strict === true);
  if (failures.length === 0 && passed.length > 0) throw new LimitPassed(passed);
  // The exit code says that something failed, and the words say both.
  if (passed.length > 0) terminal.err(`tidemark: ${new LimitPassed(passed).message}\n`);
  if (failures.length > 0) throw new ProblemError(failures);
}

function passedByAny(databases: readonly Database[], limits: readonly Limit[], currency: string): string[] {
  return databases.flatMap((one) =>
    'problems' in one ? [] : passedBy(one.plan, limits, currency).map((reason) => `${one.name}: ${reason}`),
  );
}
