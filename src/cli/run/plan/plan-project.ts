import { type OpenedFile, planProjectFile } from '../../../library/index.ts';
import { projectVerdict } from '../../../report/index.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf } from '../asked.ts';
import { refuseFlags } from './refused-flags.ts';
import type { RunPlanOptions } from './run-plan-options.ts';
import { projectText, scenarioOutput } from './scenario-output.ts';

/** Plans all computes of a scenario. */
export async function planProjectOf(
  file: OpenedFile,
  options: RunPlanOptions,
  terminal: Terminal,
): Promise<void> {
  try {
    refuseFlags('project', options);
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
