import { jsonPieces, oneScreen, type PageBlock, type PageForm, renderPage } from '../../report/index.ts';
import { type AnswerOptions, type OutputFormat, outputFormat } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Printer = Pick<Terminal, 'out' | 'hasColours' | 'columns'>;

interface Answer {
  readonly page: readonly PageBlock[];
  /** The answer on one screen. If undefined, it is the beginning of the page. */
  readonly summary?: readonly PageBlock[];
}

/** Prints an answer as a document, as one screen of text, or with --full as its whole page. */
export function printAnswer(document: Answer, options: AnswerOptions, printer: Printer): void {
  const format = outputFormat(options);
  if (format === 'json') printWhole(document, format, printer);
  else printPage(options.full ? document.page : summaryOf(document), format, printer);
}

function summaryOf({ page, summary }: Answer): readonly PageBlock[] {
  return summary ?? oneScreen(page, 'More: --full has every section.');
}

/** Prints a whole answer, as a document or as its page. */
export function printWhole(document: Answer, format: OutputFormat, printer: Printer): void {
  if (format !== 'json') printPage(document.page, format, printer);
  else for (const piece of jsonPieces(document)) printer.out(piece);
}

/** Prints blocks as text or Markdown, with colours if the output is a terminal. */
export function printPage(
  page: readonly PageBlock[],
  format: Exclude<OutputFormat, 'json'>,
  { out, hasColours, columns }: Printer,
): void {
  const form: PageForm = format === 'text' && hasColours ? 'coloured' : format;
  out(`${renderPage(page, form, columns)}\n`);
}
