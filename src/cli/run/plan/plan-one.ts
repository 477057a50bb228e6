import {
  type Limit,
  limitsPassedByPlan,
  openTrialPool,
  type PlanResult,
  plan,
  type TrialPool,
} from '../../../advisor/index.ts';
import { Interrupted } from '../../interruption.ts';
import { threadsOf } from '../../jobs/threads.ts';
import { LimitPassed } from '../../limit-passed.ts';
import { formatOf } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { asked } from '../asked.ts';
import { readActuals } from '../check/actual-file.ts';
import { writeReport } from '../report/write-report.ts';
import { loadSubject } from '../scenario-file.ts';
import { growthOf } from './growth-flags.ts';
import { limitsOf } from './limit-flags.ts';
import { choicesOf, currentOf, holdoutOf, type PlanOptions, worthwhileOf } from './plan-options.ts';
import { promisesOf } from './promise-flags.ts';
import { scenarioOutput, scenarioText } from './scenario-output.ts';

export async function planOne(file: string, options: PlanOptions, terminal: Terminal): Promise<void> {
  // The workers get ready while the file is read.
  const pool = await openTrialPool(threadsOf(terminal.machine));
  try {
    await planWith(pool, file, options, terminal);
  } finally {
    await pool.close();
  }
}

async function planWith(
  pool: TrialPool,
  file: string,
  options: PlanOptions,
  terminal: Terminal,
): Promise<void> {
  const { profile, applyAs, writeScenario } = options;
  const flags = {
    profile,
    promises: promisesOf(profile, options.promise),
    worthwhile: worthwhileOf(options),
    holdout: holdoutOf(options.holdout),
    growth: growthOf(options.growth, options.horizon),
    choices: choicesOf(options),
    current: currentOf(options),
    isForStability: options.stability === true,
    // The compute is watched by what the service exports, unless somebody has exporters of their own.
    apply: applyAs === undefined ? null : { form: applyAs, metrics: metricsOf(options) },
    writtenTo: writeScenario ?? null,
  };
  const limits = limitsOf(options.failAbove, { ofDifference: false });
  const { pooler: _, ...simulationOptions } = options;
  const { subject, text } = await loadSubject(file, simulationOptions, terminal);
  const output = scenarioOutput(file, options, text, terminal);
  const request = { ...flags, actuals: await readActuals(options, terminal) };
  const result = await asked((asking) => plan(subject, request, asking, pool), terminal);
  const { document, answer } = result;
  if (!answer.partial) {
    await writeReport(document, options, terminal);
    output?.(scenarioText(file, asRead(options, result), { ...result, text }, answer));
  }
  const printer =
    writeScenario === '-' ? { out: terminal.err, hasColours: false, columns: terminal.columns } : terminal;
  printAnswer(document, formatOf(options), printer);
  if (answer.partial) throw new Interrupted();
  refusePassed(result, limits);
}

function metricsOf({ preset }: PlanOptions): 'exporters' | 'neon' {
  return preset === 'exporters' ? 'exporters' : 'neon';
}

/** In a scenario the current configuration is another, so what there was to work with has to be said by itself. */
function asRead(options: PlanOptions, { capacityCu }: PlanResult): PlanOptions {
  return capacityCu === null ? options : { ...options, capacity: String(capacityCu) };
}

function refusePassed({ answer }: PlanResult, limits: readonly Limit[]): void {
  if (answer.choice === null) throw new LimitPassed(['no setting keeps all promises']);
  const passed = limitsPassedByPlan(answer, limits, answer.simulation.prices.currency);
  if (passed.length > 0) throw new LimitPassed(passed);
}
