import Papa from 'papaparse';
import { bytesOf } from '../reading/bytes.ts';

/** Rows of a quoted text, rewritten without quotes. */
interface Unquoted {
  readonly bytes: Uint8Array;
  /** How many lines each row took in the original text. */
  readonly lines: readonly number[];
}

/**
 * Removes quotes with a library, and replaces characters that need quotes with blanks. All cells are then read by the
 * same code, whether or not a file has quotes. No name or number needs the replaced characters.
 */
export function unquoted(text: string, delimiter: string): Unquoted {
  const rows = cellsOf(text, delimiter);
  const held = new RegExp(`[\\n"${delimiter}]`, 'g');
  const lines: number[] = [];
  const plain = rows.map((cells) => {
    let ends = 1;
    const clean = cells.map((cell) =>
      cell.replace(held, (character) => {
        if (character === '\n') ends++;
        return ' ';
      }),
    );
    lines.push(ends);
    return clean.join(delimiter);
  });
  return { bytes: bytesOf(plain.join('\n')), lines };
}

/** The cells of a text, without their quotes. */
export function cellsOf(text: string, delimiter: string): string[][] {
  // The library expects one kind of line end per text, but concatenated files have several.
  const even = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return new Papa.Parser({ delimiter, newline: '\n' }).parse(even, 0, false).data as string[][];
}
