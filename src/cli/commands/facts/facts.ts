import type { Command } from 'commander';
import { addFormatOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function addFacts(program: Command, terminal: Terminal): void {
  const command = program
    .command('facts')
    .description('Show the facts of the service that answers rest on, or compare two sets of them.')
    .argument('[A]', 'a fact set by its name, or a file with your own')
    .argument('[B]', 'another one, to compare A with');
  addFormatOptions(command)
    .addHelpText(
      'after',
      `
Without A, it lists the fact sets. With A, it shows each value with its source
and date. A value that A takes from its base is marked as taken. With B, it
shows the values that differ.

A file of your own names its base and states only what differs. docs/facts.md
explains the form.

Examples:
  tidemark facts
  tidemark facts 2026-11
  tidemark facts 2026-08 2026-11
  tidemark facts spec scenarios/facts/contract.yaml --json`,
    )
    .action(async (a, b, options) => (await import('../../run/facts.ts')).runFacts(a, b, options, terminal));
}
