import { Argument, type Command } from 'commander';
import { PRESET_NAMES } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function addPresets(trace: Command, terminal: Terminal): void {
  trace
    .command('presets')
    .description('List the names of metrics that are known, and what to ask for.')
    .addArgument(new Argument('[PRESET]', 'one of them, with what to paste').choices(PRESET_NAMES))
    .addHelpText(
      'after',
      `
Examples:
  tidemark trace presets
  tidemark trace presets neon`,
    )
    .action(async (name) => (await import('../../run/trace/presets.ts')).printPresets(name, terminal));
}
