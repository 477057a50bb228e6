import { cellsOf } from '../csv/unquoted.ts';

/** The column names of a table, from the beginning of its text. */
export function headerOf(opening: string): string[] {
  const [, separator] = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i.exec(opening) ?? [];
  const text = separator === undefined ? opening : opening.replace(/^[^\r\n]*(?:\r\n?|\n)/, '');
  const line = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0] ?? '';
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  const delimiter = separator ?? (DELIMITERS[counts.indexOf(Math.max(...counts))] as string);
  return (cellsOf(line, delimiter)[0] ?? []).map((cell) => cell.trim());
}

const DELIMITERS = [',', ';', '\t', '|'];
