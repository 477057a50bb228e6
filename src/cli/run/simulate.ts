import { type SimulateOptions, simulateFile } from '../../library/index.ts';
import type { AnswerOptions, ReportFlag } from '../flags/options.ts';
import { printAnswer } from '../output/print-answer.ts';
import { Interrupted } from '../terminal/interruption.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hostOf } from './asked.ts';
import { writeReport } from './report/write-report.ts';

interface RunSimulateOptions extends SimulateOptions, AnswerOptions, ReportFlag {
  readonly events?: string;
}

export async function runSimulate(
  file: string,
  options: RunSimulateOptions,
  terminal: Terminal,
): Promise<void> {
  const events = options.events === undefined ? null : terminal.create(options.events);
  const write = events && ((event: object) => events.write(`${JSON.stringify(event)}\n`));
  try {
    const answer = await simulateFile(file, options, write, hostOf(terminal));
    // The events of an interrupted run would look complete.
    if (answer.partial) events?.discard();
    else events?.commit();
    if (!answer.partial) await writeReport(answer, options, terminal);
    printAnswer(answer, options, terminal);
    if (answer.partial) throw new Interrupted();
  } catch (error) {
    events?.discard();
    throw error;
  }
}
