import { type Block, jsonDocument, type PageForm, renderPage } from '../report/index.ts';
import type { Format } from './options.ts';
import type { Terminal } from './terminal.ts';

type Printer = Pick<Terminal, 'out' | 'hasColours' | 'columns'>;

/** What a command has found, as a document or as its page in words. */
export function printAnswer(
  document: { readonly page: readonly Block[] },
  format: Format,
  printer: Printer,
): void {
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
