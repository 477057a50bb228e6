import { type SizesOptions, sizesFor } from '../../library/index.ts';
import { type FormatOptions, outputFormat } from '../flags/options.ts';
import { printWhole } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function runSizes(options: SizesOptions & FormatOptions, terminal: Terminal): void {
  const format = outputFormat(options);
  // The page of the documentation has the sources, because it can have wider lines.
  printWhole(sizesFor(options, format === 'markdown', terminal), format, terminal);
}
