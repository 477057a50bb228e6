import { factsFor } from '../../library/index.ts';
import { type FormatOptions, outputFormat } from '../flags/options.ts';
import { printWhole } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function runFacts(
  a: string | undefined,
  b: string | undefined,
  options: FormatOptions,
  terminal: Terminal,
): void {
  printWhole(factsFor(a, b, terminal), outputFormat(options), terminal);
}
