import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import {
  addAnswerOptions,
  addTraceOptions,
  assumeOption,
  byOption,
  cpuPerQueryOption,
  maxOption,
  minOption,
  ownFactsOption,
  planOption,
  pricesOption,
  reportOption,
  seedOption,
  sizeOption,
} from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addPolicies(program: Command, terminal: Terminal): void {
  const command = program
    .command('policies')
    .description('Compare policies of sleep and wake: fixed timeouts, and policies that learn.')
    .argument('<FILE>', 'a trace, or a scenario; - reads standard input')
    .addOption(new Option('--timeouts <LIST>', 'fixed timeouts to compare, such as 1m,1h'))
    .addOption(minOption())
    .addOption(maxOption())
    .addOption(sizeOption())
    .addOption(planOption())
    .addOption(ownFactsOption())
    .addOption(pricesOption())
    .addOption(seedOption());
  addAnswerOptions(
    addTraceOptions(command).addOption(byOption()).addOption(cpuPerQueryOption()).addOption(assumeOption()),
  )
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
You can buy only fixed timeouts today. The hybrid histogram and the weekly
schedule learn from the past and wake a compute before a client comes.
docs/policies.md explains both, and the columns.

Examples:
  tidemark policies scenarios/traces/office-week.jsonl
  tidemark policies scenarios/side-project.yaml --timeouts 5m,1h`,
    )
    .action(async (file, options) =>
      (await import('../run/policies.ts')).runPolicies(
        file,
        { ...options, commandLine: commandLine(program) },
        terminal,
      ),
    );
}
