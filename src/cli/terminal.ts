import { readFileSync } from 'node:fs';

/** What a command may touch of the world around it. Tests hand over one of their own. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** The bytes of a file; `-` is standard input. */
  read(path: string): Uint8Array;
}

export function processTerminal(): Terminal {
  // A reader that has seen enough closes the pipe: that is no fault, and there is nothing left to say.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    read: (path) => readFileSync(path === '-' ? 0 : path),
  };
}
