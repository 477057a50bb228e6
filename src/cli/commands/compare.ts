import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { addConfigurationSources } from '../flags/configuration-source.ts';
import { addObjectiveOptions, addQuestionOptions, reportOption, setOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCompare(program: Command, terminal: Terminal): void {
  const command = addObjectiveOptions(
    program
      .command('compare')
      .description('Compare two configurations: what differs, and which objectives each breaks.')
      .argument('<A>', 'a scenario of one compute, or a trace; - reads standard input')
      .argument('[B]', 'the second file; without it, B is A with the changes of the flags'),
  )
    .addOption(setOption('a field of B to change'))
    .addOption(new Option('--configuration <CONFIGURATION>', 'the configuration of B, such as "0.25-4, 5m"'))
    .addOption(new Option('--current <CONFIGURATION>', 'the configuration of A, such as "0.25-2, 5m"'))
    .addOption(new Option('--fail-above <LIMITS>', 'exit 1 if B passes one, such as cost=50 or cost=+10%'));
  addConfigurationSources(
    command,
    'the configuration of A',
    'A is the compute before the change, and B after it',
  );
  addQuestionOptions(command)
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
--set takes pooler, the fields of a compute such as size, min, max, suspendAfter
and workingSet, and any field of a scenario by its path. --configuration and
--current set sizes, timeout and pooler at once. All other flags apply to both A
and B.

Limits apply to B and have the names of plan. A limit with a sign is relative to
A: +10% allows 10% more than A, +5 allows 5 more in the unit of the figure.

Exit code 1: a limit is passed.

Examples:
  tidemark compare scenarios/connection-storm.yaml --set pooler=true
  tidemark compare scenarios/connection-storm.yaml --set size=1 --fail-above \\
    cost=+10%,refused=+5000 --format markdown
  tidemark compare scenarios/connection-storm.yaml \\
    scenarios/connection-storm-pooled.yaml --set demand.functions.sessions=900
  tidemark compare scenarios/traces/office-week.jsonl \\
    --configuration "0.25-4, 1h"
  tidemark compare scenarios/traces/office-week.jsonl \\
    --terraform scenarios/terraform/smaller-range.json --format markdown`,
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
