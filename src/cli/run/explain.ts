import { type ExplainOptions, explainFile } from '../../library/index.ts';
import { type FormatOptions, outputFormat } from '../flags/options.ts';
import { printWhole } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function runExplain(file: string, options: ExplainOptions & FormatOptions, terminal: Terminal): void {
  printWhole(explainFile(file, options, terminal), outputFormat(options), terminal);
}
