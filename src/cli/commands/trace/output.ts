import { InvalidArgumentError, Option } from 'commander';

/** Where a trace is written to. */
export function outputOption(): Option {
  return new Option('-o, --output <FILE>', 'where to write it: .jsonl, .jsonl.gz or -')
    .makeOptionMandatory()
    .argParser((path: string) => {
      if (/\.jsonl(?:\.gz)?$/.test(path) || path === '-') return path;
      throw new InvalidArgumentError(
        'A trace is written as JSON lines: end the name with .jsonl or .jsonl.gz.',
      );
    });
}

export const OUTPUT_HELP = `
A name that ends with .gz is compressed; - is standard output. The file appears
whole or not at all.`;

/** The trace that examples are about. */
export const WEEK = 'scenarios/traces/office-week.jsonl';
