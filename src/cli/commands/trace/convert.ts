import { type Command, Option } from 'commander';
import { addTraceOptions, byOption } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OUTPUT_HELP, outputOption, WEEK } from './output.ts';

export function addConvert(trace: Command, terminal: Terminal): void {
  addTraceOptions(trace.command('convert'))
    .description('Write a trace as JSON lines or Parquet, in other steps if wanted.')
    .argument('<FILE>', 'the trace; - reads standard input')
    .addOption(outputOption(', or a folder/ with --by'))
    .addOption(byOption())
    .addOption(new Option('--step <TIME>', 'resample to this step, such as 5m'))
    .addHelpText(
      'after',
      `${OUTPUT_HELP}

--by splits a table of several databases: one file for each, named after it,
in a folder, as with metrics.csv --by endpoint_id -o traces/. It names the
column with their names, or columns that have them in theirs, as --by 'cpu_*'.

Examples:
  tidemark trace convert ${WEEK} -o week.jsonl.gz
  tidemark trace convert ${WEEK} -o week.parquet
  tidemark trace convert ${WEEK} --step 1h -o -`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/convert.ts')).convertTrace(file, options, terminal),
    );
}
