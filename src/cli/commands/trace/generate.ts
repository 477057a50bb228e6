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
    .addOption(new Option('--horizon <TIME>', 'how long, in place of what the scenario says'))
    .addOption(new Option('--from <TIME>', 'the first instant that is in'))
    .addOption(new Option('--to <TIME>', 'the first instant that is not').conflicts('horizon'))
    .addOption(new Option('--compute <NAME>', 'whose demand, of a scenario with several computes'))
    .addOption(seedOption())
    .addHelpText(
      'after',
      `
The same file, flags and version give the same bytes, and a part is the same as
in the whole. Demand is written as if nothing held it up: a query counts where
it begins, and has a processor to itself until its CPU is done; groups of
clients ask as often as they would on average. Times are local to the scenario.
${OUTPUT_HELP}

Examples:
  tidemark trace generate scenarios/office-hours.yaml -o office.jsonl.gz
  tidemark trace generate scenarios/poller.yaml --step 10s --horizon 1d -o -`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/generate.ts')).generateTrace(file, options, terminal),
    );
}
