import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/**
 * Compiles WebAssembly only once, without optimizing, which pays off only for longer runs. A start takes half the
 * processor time.
 */
export const SHORT_LIVED = ['--liftoff-only'];

/** What a server reports at start-up. */
export interface Greeting {
  readonly url: string;
  readonly control: string;
  readonly controlToken: string;
  readonly store: string;
  readonly clock: string;
  readonly key: string | null;
}

export interface Served extends Greeting {
  readonly child: ChildProcess;
  /** Everything that it has written to standard error. */
  log(): string;
  /** Ends it as Ctrl-C does, and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `tidemark serve` in a process of its own, on a free port. */
export async function serve(...args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [...SHORT_LIVED, MAIN, 'serve', '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text: Buffer) => {
    log += text.toString();
  });
  const closed = once(child, 'close');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    closed.then(() => Promise.reject(new Error(`serve ended: ${log}`))),
  ])) as [string];
  return {
    ...(JSON.parse(line) as Greeting),
    child,
    log: () => log,
    end: async (signal = 'SIGINT') => {
      child.kill(signal);
      const [code] = (await closed) as [number | null];
      return code;
    },
  };
}
