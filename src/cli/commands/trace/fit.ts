import type { Command } from 'commander';
import { addFormatOptions, addTraceOptions, cpuPerQueryOption, seedOption } from '../../flags/options.ts';
import { OutputOption } from '../../flags/output-option.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { WEEK } from './output.ts';

export function addFit(trace: Command, terminal: Terminal): void {
  addFormatOptions(addTraceOptions(trace.command('fit')).addOption(cpuPerQueryOption()))
    .description('Write a scenario with demand like that of a trace, and say how close it is.')
    .argument('<FILE>', 'the trace; - reads standard input')
    .addOption(
      OutputOption.fileOrStandardOutput(
        '-o, --output <FILE>',
        'where to write the scenario; - is standard output',
      ).default('-'),
    )
    .addOption(seedOption())
    .addHelpText(
      'after',
      `
The scenario has the trace's day and week by local hours, how much it varies,
how bursty it is, and its pauses: numbers, and nothing else of the trace. Two
weeks or more tell weekdays apart; of less, all days are alike. How close it is
goes to standard output, or to standard error where the scenario goes there.

There is no --assume here: a fit depends on none of what it tells, and what the
trace does not say is left out of the scenario. Give --assume to the command
that runs the scenario.

Examples:
  tidemark trace fit ${WEEK} -o like-ours.yaml
  tidemark simulate like-ours.yaml`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/fit.ts')).fitToTrace(file, options, terminal),
    );
}
