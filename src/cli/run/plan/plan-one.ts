import {
  type FigureLimit,
  limitsPassedByPlan,
  openTrialPool,
  type PlanResult,
  plan,
  type TrialPool,
} from '../../../advisor/index.ts';
import { growthOf } from '../../flags/growth-flags.ts';
import { limitsFromFlags } from '../../flags/limit-flags.ts';
import { objectivesOf } from '../../flags/objective-flags.ts';
import {
  choicesOf,
  currentFromFlags,
  holdoutOf,
  type PlanOptions,
  worthwhileOf,
} from '../../flags/plan-options.ts';
import { readActuals } from '../../intake/actual-file.ts';
import { loadSubject } from '../../intake/load.ts';
import type { OpenedFile } from '../../intake/open-file.ts';
import { threadsOf } from '../../jobs/threads.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { asked } from '../asked.ts';
import { writeReport } from '../report/write-report.ts';
import { scenarioOutput, scenarioText } from './scenario-output.ts';

export async function planOne(file: OpenedFile, options: PlanOptions, terminal: Terminal): Promise<void> {
  // The workers get ready while the file is read. Jobs, whose trials take long, stand in documents only.
  const pool = await openTrialPool(threadsOf(terminal.machine), file.kind === 'document');
  try {
    await planWith(pool, file, options, terminal);
  } finally {
    file.close();
    await pool.close();
  }
}

async function planWith(
  pool: TrialPool,
  file: OpenedFile,
  options: PlanOptions,
  terminal: Terminal,
): Promise<void> {
  const { profile, applyAs, writeScenario } = options;
  const flags = {
    profile,
    objectives: objectivesOf(profile, options.objective),
    worthwhile: worthwhileOf(options),
    holdout: holdoutOf(options.holdout),
    growth: growthOf(options.growth, options.horizon),
    choices: choicesOf(options),
    current: currentFromFlags(options),
    isForStability: options.stability === true,
    // Alerts use the metrics of the service, unless the preset of the trace names others.
    apply: applyAs === undefined ? null : { form: applyAs, metrics: metricsOf(options) },
    writtenTo: writeScenario ?? null,
  };
  const limits = limitsFromFlags(options.failAbove, { ofDifference: false });
  const { pooler: _, ...simulationOptions } = options;
  const { subject, text } = await loadSubject(file, simulationOptions, terminal);
  const output = scenarioOutput(file.path, options, text, terminal);
  const request = { ...flags, actuals: await readActuals(options, terminal) };
  const result = await asked((asking) => plan(subject, request, asking, pool), terminal);
  const { document, answer } = result;
  if (!answer.partial) {
    await writeReport(document, options, terminal);
    output?.(scenarioText(file.path, asRead(options, result), { ...result, text }, answer));
  }
  const printer =
    writeScenario === '-' ? { out: terminal.err, hasColours: false, columns: terminal.columns } : terminal;
  printAnswer(document, options, printer);
  if (answer.partial) throw new Interrupted();
  refusePassed(result, limits);
}

function metricsOf({ preset }: PlanOptions): 'exporters' | 'neon' {
  return preset === 'exporters' ? 'exporters' : 'neon';
}

/** The scenario has a new configuration, so the capacity at the time of the trace has to be written down. */
function asRead(options: PlanOptions, { capacityCu }: PlanResult): PlanOptions {
  return capacityCu === null ? options : { ...options, capacity: String(capacityCu) };
}

function refusePassed({ answer }: PlanResult, limits: readonly FigureLimit[]): void {
  if (answer.recommendation === null) throw new LimitPassed(['no configuration meets all objectives']);
  const passed = limitsPassedByPlan(answer, limits, answer.simulation.prices.currency);
  if (passed.length > 0) throw new LimitPassed(passed);
}
