import { explain } from '../../advisor/index.ts';
import { DEFAULT_PLAN, type FactSetName, factSet } from '../../facts/index.ts';
import { readDocument, readSamples } from '../../scenario/index.ts';
import { nameOf, readText } from '../files/input.ts';
import { type FormatOptions, outputFormat, type SizeOptions } from '../flags/options.ts';
import { sizeSettingOf } from '../flags/size-setting.ts';
import { printWhole } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface ExplainOptions extends SizeOptions, FormatOptions {
  readonly facts: FactSetName;
  readonly lfc: boolean;
}

export function runExplain(file: string, options: ExplainOptions, terminal: Terminal): void {
  const range = sizeSettingOf(options, factSet(options.facts), DEFAULT_PLAN);
  const samples = readSamples(readDocument(readText(file, terminal), nameOf(file)));
  printWhole(explain(samples, range, options.lfc), outputFormat(options), terminal);
}
