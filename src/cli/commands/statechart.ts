import { type Command, Option } from 'commander';
import type { Terminal } from '../terminal.ts';

export function addStatechart(program: Command, terminal: Terminal): void {
  program
    .command('statechart')
    .description('Print the life of a compute: as Mermaid, or in another form.')
    .addOption(new Option('--svg', 'a picture').conflicts(['json', 'table']))
    .addOption(new Option('--table', 'the transition table that the engine runs'))
    .addOption(new Option('--json', 'the chart as statechart editors read it; with --table, the table'))
    .addHelpText(
      'after',
      `
Examples:
  tidemark statechart
  tidemark statechart --svg > statechart.svg
  tidemark statechart --json > compute.json
  tidemark statechart --table`,
    )
    .action(async (options) => (await import('../run/statechart.ts')).runStatechart(options, terminal));
}
