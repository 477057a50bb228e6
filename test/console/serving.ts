import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Serving {
  /** The address of the console, with a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** The built command, serving on a free port with its clock stopped, until it is stopped itself. */
export async function serving(): Promise<Serving> {
  const token = 'control-token-of-tests';
  const args = ['serve', '--port', '0', '--json', '--clock', 'stopped', '--control-token', token];
  const child = spawn(process.execPath, [main, ...args, '--log', 'off'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { console: url, key } = JSON.parse(await firstLine(child)) as { console: string; key: string };
  return {
    url,
    token,
    key,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`tidemark serve has ended with ${code}`)));
  });
}
