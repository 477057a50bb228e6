import { type CompareOptions, compareFiles } from '../../library/index.ts';
import type { ApiOptions } from '../flags/configuration-source.ts';
import type { AnswerOptions, ReportFlag } from '../flags/options.ts';
import { LimitPassed } from '../output/limit-passed.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { configurationFromApi } from './api/configuration-from-api.ts';
import { hostOf } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export async function runCompare(
  fileA: string,
  fileB: string | null,
  options: CompareOptions & AnswerOptions & ReportFlag & ApiOptions,
  terminal: Terminal,
): Promise<void> {
  const stated = await configurationFromApi(options, terminal);
  const document = await compareFiles(fileA, fileB, options, hostOf(terminal), stated);
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
  if (document.passed.length > 0) throw new LimitPassed(document.passed);
}
