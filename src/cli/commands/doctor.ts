import type { Command } from 'commander';
import { addFormatOptions, addTraceOptions, byOption, cpuPerQueryOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .description('Say what a file is, every problem in it, and the command to run next.')
    .argument('<FILE>', 'any file, or a folder: a trace, a scenario, a list; - reads standard input');
  addFormatOptions(addTraceOptions(command).addOption(byOption()).addOption(cpuPerQueryOption()))
    .addHelpText(
      'after',
      `
It takes any file: traces of all formats, scenarios, lists, price lists, bills,
folders, and files that no command reads. A problem does not end it: if a flag
solves the problem, the check goes on with that flag, and the command at the end
has it.

Exit code 0: there is no problem. 1: there is one, or more.

Examples:
  tidemark doctor scenarios/traces/office-week.jsonl
  tidemark doctor scenarios/portfolios/shops.yaml
  tidemark doctor scenarios/backtest
  tidemark doctor scenarios/prices/2025.yaml --json`,
    )
    .action(async (file, options) =>
      (await import('../run/doctor/doctor.ts')).runDoctor(file, options, terminal),
    );
}
