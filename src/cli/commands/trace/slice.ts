import { type Command, Option } from 'commander';
import { addTraceOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OUTPUT_HELP, outputOption, WEEK } from './output.ts';

export function addSlice(trace: Command, terminal: Terminal): void {
  addTraceOptions(trace.command('slice'))
    .description('Write a part of a trace.')
    .argument('<FILE>', 'the trace; - reads standard input')
    .addOption(new Option('--from <TIME>', 'the first instant that is in'))
    .addOption(new Option('--to <TIME>', 'the first instant that is not'))
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Times are local to the trace, as 2026-03-02 or 2026-03-02T09:00, or say where
they are, as 2026-03-02T09:00Z or 2026-03-02T09:00+01:00.
${OUTPUT_HELP}

Examples:
  tidemark trace convert ${WEEK} -o week.jsonl
  tidemark trace slice week.jsonl --to 2026-03-03 -o monday.jsonl
  tidemark trace slice week.jsonl --from 2026-03-06T12:00Z -o -`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/slice.ts')).sliceTrace(file, options, terminal),
    );
}
