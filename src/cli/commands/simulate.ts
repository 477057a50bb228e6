import { type Command, Option } from 'commander';
import { addFormatOptions, addSimulationOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addSimulate(program: Command, terminal: Terminal): void {
  const command = program
    .command('simulate')
    .description('Run a scenario: what the service would do second by second, and what it would cost.')
    .argument('<FILE>', 'a scenario in YAML or JSON; - reads standard input');
  addFormatOptions(
    addSimulationOptions(command)
      .addOption(new Option('--events <FILE>', 'write every event to a file, one JSON document a line'))
      .addOption(new Option('--no-compare', 'leave out the same demand always on and at fixed sizes')),
  )
    .addHelpText(
      'after',
      `
Flags for size, timeout, plan, facts, prices and seed go before what the file
says. The same file, flags and version give the same bytes.

Examples:
  tidemark simulate scenarios/office-hours.yaml
  tidemark simulate scenarios/poller.yaml --min 0.5 --max 4 --suspend-after off
  tidemark simulate scenarios/poller.yaml --json --no-compare
  tidemark simulate scenarios/poller.yaml --format markdown > poller.md
  tidemark simulate scenarios/poller.yaml --events events.jsonl`,
    )
    .action(async (file, options) =>
      (await import('../run/simulate.ts')).runSimulate(file, options, terminal),
    );
}
