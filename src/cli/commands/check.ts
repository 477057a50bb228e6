import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { addQuestionOptions, reportOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCheck(program: Command, terminal: Terminal): void {
  const command = addActualOptions(
    program
      .command('check')
      .description('Replay the past, compare it with what really happened, and explain the difference.')
      .argument(
        '<FILE>',
        'a trace, a scenario of one compute, or many: a folder, a list; - reads standard input',
      ),
  )
    .addOption(new Option('--current <CONFIG>', 'the configuration in force, such as "0.25-2, 5m"'))
    .addOption(
      new Option('--history <FILE>', 'the configurations in force over time, if they changed').conflicts(
        'current',
      ),
    );
  command.addOption(new Option('--expected <PLAN>', 'the plan of this change (JSON): was it worth it?'));
  addQuestionOptions(command)
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
An actual file is consumption history or operations of the service's API, a
trace with sizes (capacityCu), or a bill; docs/check.md has their formats. For a
folder or a list, the bill is compared with the sum over all databases, or over
those of --project.

Examples:
  tidemark check scenarios/traces/office-week.jsonl --current "0.25-2, 5m" \\
    --actual scenarios/actuals/office-week-consumption.json
  tidemark check scenarios/traces/office-week.jsonl --current "0.25-2, 5m" \\
    --actual scenarios/actuals/office-week-bill.yaml --format markdown
  tidemark check scenarios/traces/office-week.jsonl --current "0.25-2, 5m" \\
    --bill 2026-03=61.20 --json
  tidemark check scenarios/portfolios/shops.yaml --project office \\
    --bill 2026-03=126.40`,
    )
    .action(async (file, options) =>
      (await import('../run/check/check.ts')).runCheck(
        file,
        { ...options, commandLine: commandLine(program) },
        terminal,
      ),
    );
}

/** The records of what happened, and the flags that say how to read them. */
export function addActualOptions(command: Command): Command {
  const listed = (text: string, before: readonly string[]) => [...before, text];
  return command
    .addOption(new Option('--actual <FILE>', 'the actual consumption, operations, sizes or bill'))
    .addOption(
      new Option('--bill <MONTH=AMOUNT>', 'the bill of a month, such as 2026-03=41.20, or a file')
        .argParser(listed)
        .default([], 'none'),
    )
    .addOption(new Option('--project <ID>', 'the project, if the actual file or the list has several'))
    .addOption(
      new Option('--actual-map <Q=FIELD>', 'fields of the actual file, written as for --map')
        .argParser(listed)
        .default([], 'guessed'),
    );
}
