import { type IncidentOptions, incidentInFile } from '../../library/index.ts';
import type { AnswerOptions, ReportFlag } from '../flags/options.ts';
import { LimitPassed } from '../output/limit-passed.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hostOf } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export async function runIncident(
  file: string,
  options: IncidentOptions & AnswerOptions & ReportFlag,
  terminal: Terminal,
): Promise<void> {
  const { document, answer } = await incidentInFile(file, options, hostOf(terminal));
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
  if (answer.troubles.length > 0 && answer.best === null)
    throw new LimitPassed(['no single change prevents it']);
}
