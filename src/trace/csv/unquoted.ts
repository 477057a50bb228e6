import Papa from 'papaparse';

/** Rows of which some have quotes, in a text without any. */
interface Unquoted {
  readonly bytes: Uint8Array;
  /** How many lines each row took, its own end included. */
  readonly lines: readonly number[];
}

/**
 * A library takes the quotes away; what only they could hold becomes a blank. So there is one way to read cells, and
 * quotes cannot change what is in them. No name and no number needs what is lost.
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
  return { bytes: Buffer.from(plain.join('\n')), lines };
}

/** The cells of a text, as they are between their quotes. */
export function cellsOf(text: string, delimiter: string): string[][] {
  // The library takes one kind of line end for a text, and files that were put together have several.
  const even = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return new Papa.Parser({ delimiter, newline: '\n' }).parse(even, 0, false).data as string[][];
}
