import { ENTRY } from './known-prefixes.ts';

/** Whether a text has csvlog entries: a time, process, session and line number in their columns. */
export function isCsvLog(opening: string): boolean {
  return CSV.test(opening);
}

/** Whether a text has log lines with any prefix. */
export function isLineLog(opening: string): boolean {
  return !opening.startsWith('{') && opening.split('\n').some((line) => ENTRY.test(line));
}

const NAME = '(?:"(?:[^"]|"")*")?';
const CSV = new RegExp(
  `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} [\\w+:-]+,${NAME},${NAME},\\d*,${NAME},[0-9a-f]+\\.[0-9a-f]+,\\d+,`,
  'm',
);
