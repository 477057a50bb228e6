import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { SHORT_LIVED } from '../../cli/served.ts';

/** Another process that runs a module over the built store, to be killed in the middle of something. */
export interface Child {
  /** The lines that it has printed so far. */
  readonly lines: readonly string[];
  printed(enough: (lines: readonly string[]) => boolean): Promise<void>;
  kill(): Promise<void>;
}

export function startChild(code: string): Child {
  const store = new URL('../../../dist/service/store/folder-store.js', import.meta.url);
  const module = `import { openFolderStore } from ${JSON.stringify(store.href)};\n${code}`;
  const child = spawn(process.execPath, [...SHORT_LIVED, '--input-type=module', '--eval', module], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() as string;
    lines.push(...parts);
  });
  return { lines, printed: (enough) => printed(child, lines, enough), kill: () => kill(child) };
}

async function printed(
  child: ChildProcess,
  lines: readonly string[],
  enough: (lines: readonly string[]) => boolean,
): Promise<void> {
  while (!enough(lines)) {
    if (child.exitCode !== null)
      throw new Error(`the child ended with ${child.exitCode}: ${lines.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}
