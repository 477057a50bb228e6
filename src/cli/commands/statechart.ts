import { type Command, Option } from 'commander';
import { addFormatOptions } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addStatechart(program: Command, terminal: Terminal): void {
  const command = program
    .command('statechart')
    .description('Print the life of a compute as Mermaid or in another form.')
    .addOption(new Option('--svg', 'a picture').conflicts(['json', 'table', 'format']))
    .addOption(new Option('--table', 'the transition table that the engine runs'));
  addFormatOptions(command)
    .addHelpText(
      'after',
      `
Without --table, text is Mermaid, Markdown is Mermaid that GitHub draws, and
JSON is the chart for statechart editors.

Examples:
  tidemark statechart
  tidemark statechart --svg > statechart.svg
  tidemark statechart --json > compute.json
  tidemark statechart --table --format markdown`,
    )
    .action(async (options) => (await import('../run/statechart.ts')).runStatechart(options, terminal));
}
