import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { addObjectiveOptions, addQuestionOptions, reportOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCompare(program: Command, terminal: Terminal): void {
  const command = addObjectiveOptions(
    program
      .command('compare')
      .description('Set two configurations side by side: what differs, and which objectives that breaks.')
      .argument('<A>', 'a scenario of one compute, or a trace; - reads standard input')
      .argument('[B]', 'another; without it, B is A with what the flags set'),
  )
    .addOption(
      new Option('--set <FIELD=VALUE>', 'a field of B that is otherwise, such as max=4; once for each')
        .argParser((text: string, before: readonly string[]) => [...before, text])
        .default([], 'none'),
    )
    .addOption(new Option('--configuration <CONFIGURATION>', 'the configuration of B, such as "0.25-4, 5m"'))
    .addOption(new Option('--current <CONFIGURATION>', 'the configuration of A, such as "0.25-2, 5m"'))
    .addOption(
      new Option('--fail-above <LIMITS>', 'exit 1 where B passes one, such as cost=50 or cost=+10%'),
    );
  addQuestionOptions(command)
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
--set takes size, min, max, suspendAfter, workingSet and what else a compute
has, pooler, and any field of a scenario by its path. --configuration and
--current set sizes, timeout and pooler at once. All other flags are for A and
B.

Limits are those of plan, of B. With a sign they are from what A comes to:
+10% is a tenth of it, +5 is 5 in its unit.

Exit code 1: a limit is passed.

Examples:
  tidemark compare scenarios/connection-storm.yaml --set pooler=true
  tidemark compare scenarios/connection-storm.yaml --set size=1 --fail-above \\
    cost=+10%,refused=+5000 --format markdown
  tidemark compare scenarios/connection-storm.yaml \\
    scenarios/connection-storm-pooled.yaml --set demand.functions.sessions=900
  tidemark compare scenarios/traces/office-week.jsonl \\
    --configuration "0.25-4, 1h"`,
    )
    .action(async (a, b, options) =>
      (await import('../run/compare.ts')).runCompare(
        a,
        b ?? null,
        { ...options, commandLine: commandLine(program) },
        terminal,
      ),
    );
}
