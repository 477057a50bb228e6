import { sizeSetting, sizes } from '../../advisor/index.ts';
import {
  DEFAULT_PLAN,
  type FactSet,
  type FactSetName,
  factSet,
  factsWithPrices,
  type PlanName,
} from '../../facts/index.ts';
import { nameOf, readText } from '../files/input.ts';
import { type FormatOptions, outputFormat, type SizeOptions } from '../flags/options.ts';
import { sizeSettingOf } from '../flags/size-setting.ts';
import { printWhole } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface SizesOptions extends SizeOptions, FormatOptions {
  readonly facts: FactSetName;
  readonly plan?: PlanName;
  readonly prices?: string;
}

export async function runSizes(options: SizesOptions, terminal: Terminal): Promise<void> {
  const facts = await factsOf(options, terminal);
  const { plan = null } = options;
  const setting = sizeSettingOf(options, facts, plan ?? DEFAULT_PLAN);
  const format = outputFormat(options);
  // The page of the documentation has the sources, because it can have wider lines.
  const document =
    setting === null ? sizes(facts, plan, format === 'markdown') : sizeSetting(facts, setting, plan);
  printWhole(document, format, terminal);
}

async function factsOf(options: SizesOptions, terminal: Terminal): Promise<FactSet> {
  const facts = factSet(options.facts);
  if (options.prices === undefined) return facts;
  const { readDocument, readPrices } = await import('../../scenario/index.ts');
  const document = readDocument(readText(options.prices, terminal), nameOf(options.prices));
  return factsWithPrices(facts, readPrices(document, facts.prices.value));
}
