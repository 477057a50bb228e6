import type { Terminal } from '../../terminal/terminal.ts';

/** The page of an answer that a command has just given, beside what it prints. */
export async function writeReport(
  answer: object,
  { report: folder, commandLine }: { readonly report?: string; readonly commandLine: string },
  terminal: Terminal,
): Promise<void> {
  if (folder === undefined) return;
  const { readDocument } = await import('../../../picture/index.ts');
  const { htmlReport } = await import('./html-report.ts');
  const { writeFolder } = await import('./write-folder.ts');
  const value = asPrinted(answer);
  const document = readDocument(value, 'this answer');
  const files = await htmlReport({ document, value }, commandLine);
  writeFolder(folder, files, terminal);
  terminal.err(`The report is ${folder}/${[...files.keys()].join(', ')}.\n`);
}

/** What a reader of the printed document has. */
export function asPrinted(answer: object): { readonly schema: string; readonly version?: unknown } {
  return JSON.parse(JSON.stringify(answer)) as { schema: string };
}
