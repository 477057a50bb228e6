import { type FigureLimit, limitsPassedByPlan, type NamedDatabase } from '../../../advisor/index.ts';
import {
  databasesOf,
  drawsWorlds,
  figureLimits,
  isProjectFile,
  planDatabases,
  refuseEmpty,
} from '../../../library/index.ts';
import { ProblemError, problem } from '../../../problem/index.ts';
import { type PortfolioAnswer, portfolioCsv } from '../../../report/index.ts';
import { failuresOf, refuseFailed } from '../../intake/failed.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOfMany } from '../asked.ts';
import { writeReport } from '../report/write-report.ts';
import { applyOutput } from './apply-output.ts';
import { digestOutput } from './digest-output.ts';
import { planOne } from './plan-one.ts';
import { planProjectOf } from './plan-project.ts';
import { planInWorlds, refuseWorlds } from './plan-worlds.ts';
import { openPlanners } from './planners.ts';
import { refuseFlags } from './refused-flags.ts';
import type { RunPlanOptions } from './run-plan-options.ts';
import { shardOf } from './shard.ts';

/** Plans the database of a file, all computes of a project, or all databases that the file holds or names. */
export async function runPlan(file: string, options: RunPlanOptions, terminal: Terminal): Promise<void> {
  const found = await databasesOf(file, options, terminal);
  if ('many' in found) return planAll(file, found.many, options, terminal);
  refuseFlags('one', options);
  if (options.isCsv)
    throw problem(
      { field: '--format' },
      'csv has a row for each of many databases',
      'name a list, or use json',
    );
  if (await drawsWorlds(found.one, options)) return planInWorlds(found.one, options, terminal);
  refuseWorlds(options);
  return (await isProjectFile(found.one, options))
    ? planProjectOf(found.one, options, terminal)
    : planOne(found.one, options, terminal);
}

async function planAll(
  file: string,
  all: readonly NamedDatabase[],
  options: RunPlanOptions,
  terminal: Terminal,
): Promise<void> {
  refuseEmpty(all, file);
  refuseWorlds(options);
  const databases = options.shard === undefined ? all : shardOf(all, options.shard, options.results);
  refuseFlags('many', options);
  const output = applyOutput(options, terminal);
  const table = options.table === undefined ? null : await tableOutputTo(options.table, terminal);
  const digest = digestOutput(options, terminal);
  const limits = figureLimits(options.failAbove, { ofDifference: false });
  const opened = await openPlanners(options, terminal);
  const { document, answer, applied, known } = await planDatabases(
    databases,
    options,
    hostOfMany(terminal),
    opened.planners,
    output === null,
  ).finally(opened.close);
  const isWhole = answer.databases.length === databases.length;
  if (isWhole && answer.databases.every((one) => 'problems' in one))
    refuseFailed(databases, answer.databases, true);
  if (options.results !== undefined)
    terminal.err(`${known} of ${databases.length} were planned before: ${options.results}\n`);
  if (isWhole) await writeReport(document, options, terminal);
  if (isWhole) {
    table?.(answer);
    digest?.(answer);
  }
  if (applied !== null) output?.(applied.text);
  const isTaken = [options.applyTo, options.digestTo].includes('-');
  const printer = isTaken ? { ...terminal, out: terminal.err, hasColours: false } : terminal;
  if (options.isCsv) for (const piece of portfolioCsv(answer)) printer.out(piece);
  else printAnswer(document, options, printer);
  if (!isWhole) throw new Interrupted();
  const passed = passedByAny(answer, limits);
  const failures = failuresOf(databases, answer.databases, options.strict === true);
  if (failures.length === 0 && passed.length > 0) throw new LimitPassed(passed);
  // The exit code of failures comes first, and the messages report both.
  if (passed.length > 0) terminal.err(`tidemark: ${new LimitPassed(passed).message}\n`);
  if (failures.length > 0) throw new ProblemError(failures);
}

/** Loads the writer of Parquet only for the plans that need it. */
async function tableOutputTo(path: string, terminal: Terminal) {
  return (await import('./table-output.ts')).tableOutput(path, terminal);
}

function passedByAny({ databases, currency }: PortfolioAnswer, limits: readonly FigureLimit[]): string[] {
  if (limits.length === 0) return [];
  return databases.flatMap((one) =>
    'problems' in one
      ? []
      : limitsPassedByPlan(one.details(), limits, currency).map((reason) => `${one.name}: ${reason}`),
  );
}
