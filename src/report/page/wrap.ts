export const TEXT_WIDTH = 80;

/**
 * Breaks text into lines of at most 80 columns, or fewer. Lines after the first are indented, and a word that is too
 * long gets its own line.
 */
export function wrap(text: string, indent = 0, firstIndent = indent, width = TEXT_WIDTH): string {
  return brokenLines(text, Math.min(TEXT_WIDTH, width), indent, firstIndent).join('\n');
}

export function brokenLines(text: string, width: number, indent = 0, firstIndent = indent): string[] {
  const lines: string[] = [];
  let line = ' '.repeat(firstIndent);
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent);
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}
