import { LazyList } from '../../../report/index.ts';
import type { ReportFlag } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Writes the page of an answer that a command has just printed. */
export async function writeReport(
  answer: object,
  { report: folder, commandLine, commandOfOne }: ReportFlag,
  terminal: Terminal,
): Promise<void> {
  if (folder === undefined) return;
  const { readResultDocument: readDocument } = await import('../../../picture/index.ts');
  const { htmlReport } = await import('./html-report.ts');
  const { writeFolder } = await import('./write-folder.ts');
  const value = asPrinted(answer);
  const document = readDocument(value, 'this answer');
  const files = await htmlReport({ document, value }, commandLine, commandOfOne);
  writeFolder(folder, files, terminal);
  terminal.err(`The report is ${folder}/${[...files.keys()].join(', ')}.\n`);
}

/** The answer as a reader of its JSON sees it. One with a list that would not fit into memory stays as it is. */
export function asPrinted(answer: object): { readonly schema: string; readonly version?: unknown } {
  const isTooLong = Object.values(answer).some((part) => part instanceof LazyList);
  return (isTooLong ? answer : JSON.parse(JSON.stringify(answer))) as { schema: string };
}
