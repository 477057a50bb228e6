import { spawn } from 'node:child_process';

/** The program that opens an address on each system. Elsewhere it is that of free desktops. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of the user. Calls `failed` if there is none. */
export function browse(address: string, failed: (why: string) => void): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', ({ message }) => failed(message));
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) failed(`${program} ended with ${code}`);
  });
  child.unref();
}
