import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSimulationOptions } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addWatch(program: Command, terminal: Terminal): void {
  const command = program
    .command('watch')
    .description('Watch a simulation live: state, size, connections and cost.')
    .argument('<FILE>', 'a scenario in YAML or JSON; - reads standard input');
  addSimulationOptions(command)
    .addOption(new Option('--speed <N>x', 'how fast time passes').argParser(speed).default(60, '60x'))
    .addHelpText(
      'after',
      `
On a terminal: space pauses and resumes, + and - change the speed, q ends.
Elsewhere each change of state or size is a line.

Examples:
  tidemark watch scenarios/office-hours.yaml --speed 1000000x | head -20
  tidemark watch scenarios/resize-by-hand.yaml --speed 500000x`,
    )
    .action(async (file, options) => (await import('../run/watch.ts')).runWatch(file, options, terminal));
}

function speed(text: string): number {
  const match = /^(\d{1,8}(?:\.\d{1,3})?)x$/.exec(text);
  const value = Number(match?.[1] ?? 0);
  if (value <= 0) throw new InvalidArgumentError('Write a speed with an x such as 60x, up to 99999999x.');
  return value;
}
