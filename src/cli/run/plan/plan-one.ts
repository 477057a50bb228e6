import { type FigureLimit, limitsPassedByPlan, type PlanResult } from '../../../advisor/index.ts';
import { figureLimits, type OpenedFile, planFile } from '../../../library/index.ts';
import { isOverQuota } from '../../../report/index.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { configurationFromApi } from '../api/configuration-from-api.ts';
import { hostOf } from '../asked.ts';
import { writeReport } from '../report/write-report.ts';
import type { RunPlanOptions } from './run-plan-options.ts';
import { scenarioOutput, scenarioText } from './scenario-output.ts';

export async function planOne(file: OpenedFile, options: RunPlanOptions, terminal: Terminal): Promise<void> {
  try {
    const limits = figureLimits(options.failAbove, { ofDifference: false });
    const output = scenarioOutput(file, options, terminal);
    const { writeScenario = null } = options;
    const stated = await configurationFromApi(options, terminal);
    const result = await planFile(file, options, hostOf(terminal), writeScenario, stated);
    const { document, answer } = result;
    if (!answer.partial) {
      await writeReport(document, options, terminal);
      output?.(await scenarioText(file, asRead(options, result), result, terminal));
    }
    const printer =
      writeScenario === '-' ? { out: terminal.err, hasColours: false, columns: terminal.columns } : terminal;
    printAnswer(document, options, printer);
    if (answer.partial) throw new Interrupted();
    refusePassed(result, limits);
  } finally {
    file.close();
  }
}

/** The scenario has a new configuration, so the capacity at the time of the trace has to be written down. */
function asRead(options: RunPlanOptions, { capacityCu }: PlanResult): RunPlanOptions {
  return capacityCu === null ? options : { ...options, capacity: String(capacityCu) };
}

function refusePassed({ answer }: PlanResult, limits: readonly FigureLimit[]): void {
  if (answer.recommendation === null) throw new LimitPassed(['no configuration meets all objectives']);
  if (answer.bill !== null && isOverQuota(answer.bill))
    throw new LimitPassed(['the project passes a quota of its plan, whatever its configuration is']);
  const passed = limitsPassedByPlan(answer, limits, answer.simulation.prices.currency);
  if (passed.length > 0) throw new LimitPassed(passed);
}
