import { type PoliciesOptions, policiesForFile } from '../../library/index.ts';
import type { AnswerOptions, ReportFlag } from '../flags/options.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hostOf } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export async function runPolicies(
  file: string,
  options: PoliciesOptions & AnswerOptions & ReportFlag,
  terminal: Terminal,
): Promise<void> {
  const document = await policiesForFile(file, options, hostOf(terminal));
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
}
