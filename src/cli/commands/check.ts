import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { addQuestionOptions, reportOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCheck(program: Command, terminal: Terminal): void {
  const command = addActualOptions(
    program
      .command('check')
      .description('Replay what was in force, hold it against what happened, and say why they differ.')
      .argument(
        '<FILE>',
        'a trace, a scenario of one compute, or many: a folder, a list; - reads standard input',
      ),
  )
    .addOption(new Option('--current <SETTING>', 'what was in force, such as "0.25-2, 5m"'))
    .addOption(
      new Option('--history <FILE>', 'what was in force from when on, where it changed').conflicts('current'),
    );
  command.addOption(
    new Option('--expected <PLAN>', 'what plan --json printed of this change: was it worth it?'),
  );
  addQuestionOptions(command)
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
What happened is consumption history or operations of the service's API, a
trace with sizes (capacityCu), or a bill: docs/check.md has the forms. A folder
or a list of databases is held against a bill, which is compared with the sum
over the databases, or over those of --project.

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
    .addOption(new Option('--actual <FILE>', 'what happened: consumption, operations, sizes or a bill'))
    .addOption(
      new Option('--bill <MONTH=AMOUNT>', 'what a month was billed, such as 2026-03=41.20')
        .argParser(listed)
        .default([], 'none'),
    )
    .addOption(
      new Option('--project <ID>', 'the project that is meant, of an actual file or a list with several'),
    )
    .addOption(
      new Option('--actual-map <Q=FIELD>', 'which field of the actual file is what, as --map')
        .argParser(listed)
        .default([], 'guessed'),
    );
}
