import { Argument, type Command } from 'commander';
import { PRESET_NAMES } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function addPresets(trace: Command, terminal: Terminal): void {
  trace
    .command('presets')
    .description('List the known metrics of each system, and their queries.')
    .addArgument(new Argument('[PRESET]', 'one preset, with commands to paste').choices(PRESET_NAMES))
    .addHelpText(
      'after',
      `
Examples:
  tidemark trace presets
  tidemark trace presets neon`,
    )
    .action(async (name) => (await import('../../run/trace/presets.ts')).printPresets(name, terminal));
}
