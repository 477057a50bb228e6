import type { Command } from 'commander';
import { addFormatOptions, addTraceOptions, cpuPerQueryOption, seedOption } from '../../flags/options.ts';
import { OutputOption } from '../../flags/output-option.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { WEEK } from './output.ts';

export function addFit(trace: Command, terminal: Terminal): void {
  addFormatOptions(addTraceOptions(trace.command('fit')).addOption(cpuPerQueryOption()))
    .description('Write a scenario with demand like that of a trace, and measure how close it is.')
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
The scenario has the trace's day and week by local hours, its variation, its
bursts and its pauses: only numbers, no text of the trace. Weekdays differ if
the trace has two weeks or more; otherwise all days are alike. The closeness
goes to standard output, or to standard error if the scenario goes there.

There is no --assume here, because a fit needs no assumption. Give --assume to
the command that runs the scenario.

Examples:
  tidemark trace fit ${WEEK} -o like-ours.yaml
  tidemark simulate like-ours.yaml`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/fit.ts')).fitToTrace(file, options, terminal),
    );
}
