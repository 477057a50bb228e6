import type { Command } from 'commander';
import { addTraceOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OUTPUT_HELP, outputOption, WEEK } from './output.ts';

export function addMerge(trace: Command, terminal: Terminal): void {
  addTraceOptions(trace.command('merge'))
    .description('Join traces: equal columns one after another, others side by side.')
    .argument('<FILES...>', 'the traces')
    .addOption(outputOption())
    .addHelpText(
      'after',
      `${OUTPUT_HELP}

Examples:
  tidemark trace convert ${WEEK} -o week.jsonl
  tidemark trace slice week.jsonl --to 2026-03-04 -o a.jsonl
  tidemark trace slice week.jsonl --from 2026-03-04 -o b.jsonl
  tidemark trace merge a.jsonl b.jsonl -o whole.jsonl`,
    )
    .action(async (files, options) =>
      (await import('../../run/trace/merge.ts')).mergeTraces(files, options, terminal),
    );
}
