import { type OpenedFile, planWorldsInFile } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printAnswer } from '../../output/print-answer.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf } from '../asked.ts';
import { refuseFlags } from './refused-flags.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

/** Plans a scenario with intervals. */
export async function planInWorlds(
  file: OpenedFile,
  options: RunPlanOptions,
  terminal: Terminal,
): Promise<void> {
  refuseFlags('worlds', options);
  const { document, answer } = await planWorldsInFile(file, options, hostOf(terminal));
  printAnswer(document, options, terminal);
  if (answer.plan === null) throw new Interrupted();
  if (answer.plan.recommendation === null)
    throw new LimitPassed(['no configuration meets all objectives in enough worlds']);
}

/** Without intervals there is one world. */
export function refuseWorlds(options: Pick<RunPlanOptions, 'worlds' | 'keeps'>): void {
  for (const [flag, value] of Object.entries({ '--worlds': options.worlds, '--keeps': options.keeps }))
    if (value !== undefined)
      throw problem(
        { field: flag },
        'only a scenario with intervals has several worlds',
        'leave it out, or write { low, likely, high } in place of a quantity that you do not know',
      );
}
