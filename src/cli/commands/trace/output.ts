import { InvalidArgumentError, type Option } from 'commander';
import { OutputOption } from '../../flags/output-option.ts';

/** The file that a trace is written to. @param folder the help text for a folder, if the command can write into one */
export function outputOption(folder = ''): Option {
  return OutputOption.fileOrStandardOutput(
    '-o, --output <FILE>',
    `where to write it: .jsonl, .jsonl.gz, .parquet or -${folder}`,
  )
    .makeOptionMandatory()
    .argParser((path: string) => {
      if (/\.(?:jsonl(?:\.gz)?|parquet)$/.test(path) || path === '-') return path;
      if (folder !== '' && path.endsWith('/')) return path;
      throw new InvalidArgumentError(
        'A trace is written as JSON lines or Parquet: end the name with .jsonl, .jsonl.gz or .parquet.',
      );
    });
}

export const OUTPUT_HELP = `
The end of the name sets the format: JSON lines for .jsonl and .jsonl.gz,
Parquet for .parquet. - prints JSON lines. The file appears whole or not at
all.`;

/** The trace of the examples. */
export const WEEK = 'scenarios/traces/office-week.jsonl';
