/** An interactive terminal: frames that replace one another, and keys. */
export interface Screen {
  readonly columns: number;
  draw(lines: readonly string[]): void;
  /** Calls the listener for every key, until the returned function is called. */
  onKey(listener: (key: string) => void): () => void;
  close(): void;
}

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_BELOW = '\u001b[J';

export function openScreen(output: NodeJS.WriteStream, input: NodeJS.ReadStream): Screen {
  let drawn = 0;
  return {
    get columns() {
      return output.columns;
    },
    draw(lines) {
      const up = drawn === 0 ? HIDE_CURSOR : `\u001b[${drawn}A\r`;
      output.write(`${up}${CLEAR_BELOW}${lines.join('\n')}\n`);
      drawn = lines.length;
    },
    onKey(listener) {
      if (!input.isTTY) return () => {};
      const hear = (bytes: Buffer) => {
        for (const key of bytes.toString()) listener(key);
      };
      input.setRawMode(true);
      input.on('data', hear);
      return () => {
        input.off('data', hear);
        input.setRawMode(false);
        input.pause();
      };
    },
    close() {
      if (drawn > 0) output.write(SHOW_CURSOR);
    },
  };
}
