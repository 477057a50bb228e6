import { type Command, InvalidArgumentError, Option } from 'commander';
import { addFormatOptions, addTraceOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';

const WEEK = 'scenarios/traces/office-week.jsonl';

export function addTrace(program: Command, terminal: Terminal): void {
  const trace = program
    .command('trace')
    .description('Look into what was measured, and convert, cut and merge it.')
    .usage('[options] <inspect|convert|slice|merge>');
  addFormatOptions(addTraceOptions(trace.command('inspect')))
    .description('Say what a trace holds, and which questions it can answer.')
    .argument('<FILE>', 'JSON lines or CSV, compressed or not; - reads standard input')
    .addHelpText(
      'after',
      `
Examples:
  tidemark trace inspect ${WEEK}
  tidemark trace inspect ${WEEK} --vcpus 2 --json`,
    )
    .action(async (file, options) =>
      (await import('../run/trace/inspect.ts')).inspectTrace(file, options, terminal),
    );
  addTraceOptions(trace.command('convert'))
    .description('Write a trace as JSON lines, in other steps if wanted.')
    .argument('<FILE>', 'the trace; - reads standard input')
    .addOption(outputOption())
    .addOption(new Option('--step <TIME>', 'resample to this step, such as 5m'))
    .addHelpText(
      'after',
      `${OUTPUT}

Examples:
  tidemark trace convert ${WEEK} -o week.jsonl.gz
  tidemark trace convert ${WEEK} --step 1h -o -`,
    )
    .action(async (file, options) =>
      (await import('../run/trace/convert.ts')).convertTrace(file, options, terminal),
    );
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
${OUTPUT}

Examples:
  tidemark trace convert ${WEEK} -o week.jsonl
  tidemark trace slice week.jsonl --to 2026-03-03 -o monday.jsonl
  tidemark trace slice week.jsonl --from 2026-03-06T12:00Z -o -`,
    )
    .action(async (file, options) =>
      (await import('../run/trace/slice.ts')).sliceTrace(file, options, terminal),
    );
  addTraceOptions(trace.command('merge'))
    .description('Join traces: the same columns in time, others side by side.')
    .argument('<FILES...>', 'the traces')
    .addOption(outputOption())
    .addHelpText(
      'after',
      `${OUTPUT}

Examples:
  tidemark trace convert ${WEEK} -o week.jsonl
  tidemark trace slice week.jsonl --to 2026-03-04 -o a.jsonl
  tidemark trace slice week.jsonl --from 2026-03-04 -o b.jsonl
  tidemark trace merge a.jsonl b.jsonl -o whole.jsonl`,
    )
    .action(async (files, options) =>
      (await import('../run/trace/merge.ts')).mergeTraces(files, options, terminal),
    );
}

const OUTPUT = `
A name that ends with .gz is compressed; - is standard output. The file appears
whole or not at all.`;

function outputOption(): Option {
  return new Option('-o, --output <FILE>', 'where to write it: .jsonl, .jsonl.gz or -')
    .makeOptionMandatory()
    .argParser((path: string) => {
      if (/\.jsonl(?:\.gz)?$/.test(path) || path === '-') return path;
      throw new InvalidArgumentError(
        'A trace is written as JSON lines: end the name with .jsonl or .jsonl.gz.',
      );
    });
}
