import { type Command, Option } from 'commander';
import { addTraceOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OUTPUT_HELP, outputOption, WEEK } from './output.ts';

export function addSlice(trace: Command, terminal: Terminal): void {
  addTraceOptions(trace.command('slice'))
    .description('Write a part of a trace.')
    .argument('<FILE>', 'the trace; - reads standard input')
    .addOption(new Option('--from <TIME>', 'the start'))
    .addOption(new Option('--to <TIME>', 'the end, which is not in'))
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Times such as 2026-03-02 and 2026-03-02T09:00 are local to the trace;
2026-03-02T09:00Z and 2026-03-02T09:00+01:00 state their zone.
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
