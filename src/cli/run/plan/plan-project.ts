import { type OpenedFile, planProjectFile } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { projectVerdict } from '../../../report/index.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf } from '../asked.ts';
import type { RunPlanOptions } from './run-plan-options.ts';
import { projectText, scenarioOutput } from './scenario-output.ts';

/** Plans all computes of a scenario. */
export async function planProjectOf(
  file: OpenedFile,
  options: RunPlanOptions,
  terminal: Terminal,
): Promise<void> {
  try {
    refuseFlags(options);
    const output = scenarioOutput(file, options, terminal);
    const { writeScenario = null } = options;
    const result = await planProjectFile(file, options, hostOf(terminal), writeScenario);
    const { document, answer } = result;
    if (!answer.partial) output?.(await projectText(file, options, result, terminal));
    const printer =
      writeScenario === '-' ? { out: terminal.err, hasColours: false, columns: terminal.columns } : terminal;
    printAnswer(document, options, printer);
    if (answer.partial) throw new Interrupted();
    if (projectVerdict(answer) === 'none') throw new LimitPassed([noneReason(answer)]);
  } finally {
    file.close();
  }
}

function noneReason({ entries }: Parameters<typeof projectVerdict>[0]): string {
  const without = entries.filter(({ advised }) => advised === null).map(({ name }) => name);
  return without.length === 0
    ? 'the project passes a limit'
    : `no configuration of ${without.join(', ')} meets all objectives`;
}

function refuseFlags(options: RunPlanOptions): void {
  const ofOne = 'leave it out, or plan a scenario of one compute';
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['--current', options.current, 'change the file, or use --set computes.NAME.max=4'],
    ['--holdout', options.holdout, ofOne],
    ['--stability', options.stability, ofOne],
    ['--growth', options.growth, ofOne],
    ['--horizon', options.horizon, ofOne],
    ['--actual', options.actual, ofOne],
    ['--bill', options.bill, ofOne],
    ['--project', options.project, ofOne],
    ['--apply-as', options.applyAs, 'use --write-scenario for the configurations of all computes'],
    ['--fail-above', options.failAbove, 'set a limit of the project, such as --objective budget=50'],
    ['--report', options.report, 'use --full, --format markdown or --json'],
  ];
  for (const [flag, value, remedy] of refused)
    if (value !== undefined && !isEmpty(value))
      throw problem({ field: flag }, 'the file is a project of several computes', remedy);
}

/** A flag that can be given again has an empty list if nobody gives it. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
