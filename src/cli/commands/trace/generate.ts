import { type Command, Option } from 'commander';
import { addDemandChanges, seedOption } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OUTPUT_HELP, outputOption } from './output.ts';

export function addGenerate(trace: Command, terminal: Terminal): void {
  addDemandChanges(trace.command('generate'))
    .description('Write the demand of a scenario as a trace: its CPU and its queries.')
    .argument('<SCENARIO>', 'a scenario in YAML or JSON; - reads standard input')
    .addOption(outputOption())
    .addOption(new Option('--step <TIME>', 'the step of the trace').default('1m'))
    .addOption(new Option('--horizon <TIME>', 'the length, in place of that of the scenario'))
    .addOption(new Option('--from <TIME>', 'the start'))
    .addOption(new Option('--to <TIME>', 'the end, which is not in').conflicts('horizon'))
    .addOption(new Option('--compute <NAME>', 'the compute, if the scenario has several'))
    .addOption(seedOption())
    .addHelpText(
      'after',
      `
The same file, flags and version give the same bytes, and a part is the same as
in the whole. Demand is written as if no limit delayed it: a query counts at its
start and has a processor to itself until it is done; groups of clients ask at
their average rate. Times are local to the scenario.
${OUTPUT_HELP}

Examples:
  tidemark trace generate scenarios/office-hours.yaml -o office.jsonl.gz
  tidemark trace generate scenarios/poller.yaml --step 10s --horizon 1d -o -`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/generate.ts')).generateTrace(file, options, terminal),
    );
}
