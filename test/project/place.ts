import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const main = join(root, 'dist/cli/main.js');

export interface Place {
  readonly folder: string;
  /** What a line prints there. The same line prints the same, so what several places show runs once. */
  printedBy(line: string): Promise<string>;
}

/** A folder to run commands in, where the project's scenarios and docs are to be read but not written. */
export function placeForCommands(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-docs-'));
  for (const name of ['scenarios', 'docs']) symlinkSync(join(root, name), join(folder, name));
  const printed = new Map<string, Promise<string>>();
  return {
    folder,
    printedBy(line) {
      const known = printed.get(line);
      if (known !== undefined) return known;
      const running = promisify(execFile)('bash', ['-c', `set -o pipefail; ${line}`], {
        cwd: folder,
        maxBuffer: 1 << 28,
      }).then(({ stdout }) => stdout);
      printed.set(line, running);
      return running;
    },
  };
}
