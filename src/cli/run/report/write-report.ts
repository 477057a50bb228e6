import { LazyList } from '../../../report/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Writes the page of an answer that a command has just printed. */
export async function writeReport(
  answer: object,
  { report: folder, commandLine }: { readonly report?: string; readonly commandLine: string },
  terminal: Terminal,
): Promise<void> {
  if (folder === undefined) return;
  const { readResultDocument: readDocument } = await import('../../../picture/index.ts');
  const { htmlReport } = await import('./html-report.ts');
  const { writeFolder } = await import('./write-folder.ts');
  const value = asPrinted(answer);
  const document = readDocument(value, 'this answer');
  const files = await htmlReport({ document, value }, commandLine);
  writeFolder(folder, files, terminal);
  terminal.err(`The report is ${folder}/${[...files.keys()].join(', ')}.\n`);
}

/** The answer as a reader of its JSON sees it, except for lists that would not fit into memory. */
export function asPrinted(answer: object): { readonly schema: string; readonly version?: unknown } {
  const lists = Object.entries(answer).filter(([, part]) => part instanceof LazyList);
  const empty = Object.fromEntries(lists.map(([name]) => [name, []]));
  return { ...JSON.parse(JSON.stringify({ ...answer, ...empty })), ...Object.fromEntries(lists) };
}
