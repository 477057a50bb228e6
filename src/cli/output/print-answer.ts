import { type Block, jsonDocument, oneScreen, type PageForm, renderPage } from '../../report/index.ts';
import { type AnswerOptions, type Format, formatOf } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Printer = Pick<Terminal, 'out' | 'hasColours' | 'columns'>;

interface Answer {
  readonly page: readonly Block[];
  /** Its one screen; undefined: the beginning of its page. */
  readonly summary?: readonly Block[];
}

/** What a command has found: as a document, as one screen of words, or with --full as all of its page. */
export function printAnswer(document: Answer, options: AnswerOptions, printer: Printer): void {
  const format = formatOf(options);
  if (format === 'json') printWhole(document, format, printer);
  else printPage(options.full ? document.page : summaryOf(document), format, printer);
}

function summaryOf({ page, summary }: Answer): readonly Block[] {
  return summary ?? oneScreen(page, 'More: --full has every section.');
}

/** All that a command has found, as a document or as its page in words. */
export function printWhole(document: Answer, format: Format, printer: Printer): void {
  if (format === 'json') printer.out(`${jsonDocument(document)}\n`);
  else printPage(document.page, format, printer);
}

/** Words, with colours where somebody looks at a screen. */
export function printPage(
  page: readonly Block[],
  format: Exclude<Format, 'json'>,
  { out, hasColours, columns }: Printer,
): void {
  const form: PageForm = format === 'text' && hasColours ? 'coloured' : format;
  out(`${renderPage(page, form, columns)}\n`);
}
