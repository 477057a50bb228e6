import type { Command } from 'commander';
import {
  addFormatOptions,
  factsOption,
  maxOption,
  minOption,
  planOption,
  pricesOption,
  sizeOption,
} from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function addSizes(program: Command, terminal: Terminal): void {
  const command = program
    .command('sizes')
    .description('Show the compute sizes and their limits, or one configuration in detail.')
    .addOption(minOption())
    .addOption(maxOption())
    .addOption(sizeOption())
    .addOption(factsOption())
    .addOption(planOption())
    .addOption(pricesOption());
  addFormatOptions(command)
    .addHelpText(
      'after',
      `
Without a size or a range, it prints the table of all sizes. With one, it prints
its limits: connections follow one size of the range (the 8 x rule), memory and
cache follow the size of the moment.

Examples:
  tidemark sizes
  tidemark sizes --min 0.25 --max 4
  tidemark sizes --size 24 --plan scale --json
  tidemark sizes --facts 2026-08 --format markdown > sizes.md`,
    )
    .action(async (options) => (await import('../../run/sizes.ts')).runSizes(options, terminal));
}
