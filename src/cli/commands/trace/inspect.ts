import type { Command } from 'commander';
import { addFormatOptions, addTraceOptions, byOption } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { WEEK } from './output.ts';

export function addInspect(trace: Command, terminal: Terminal): void {
  addFormatOptions(addTraceOptions(trace.command('inspect')))
    .description('Say what a file of metrics is, what it holds and lacks, and what to run next.')
    .argument('<FILE>', 'the trace, compressed or not; - reads standard input')
    .addOption(byOption())
    .addHelpText(
      'after',
      `
The answer begins with the format of the file, its recognized columns, the
columns that some questions lack, and the command to run next. If this command
ends with a problem, try tidemark doctor FILE.

--by lists the databases of a table, as with metrics.csv --by endpoint_id, or
--by 'cpu_*' if the names of columns contain theirs.

Examples:
  tidemark trace inspect ${WEEK}
  tidemark trace inspect ${WEEK} --vcpus 2 --json`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/inspect.ts')).inspectTrace(file, options, terminal),
    );
}
