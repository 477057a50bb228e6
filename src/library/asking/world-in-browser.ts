import { InvariantError } from '../../problem/index.ts';
import type { AskingWorld } from './world.ts';

/** A browser has no files of its own, and everything runs in the thread that asks. */
export const world: AskingWorld = {
  disk: { read: noFile, open: noFile, list: () => null, beside },
  threads: () => ({
    processors: 1,
    wallMs: Date.now,
    pool: () => {
      throw new InvariantError('one processor opens no pool');
    },
  }),
  // Nobody keeps plans in a browser, and its hashes come too late.
  keyOf: () => '',
  pause: () =>
    new Promise((resolve) => {
      // A timer of 0 ms would wait 4 ms each time.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    }),
};

function noFile(): never {
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
}

/** Names have slashes, as paths in scenarios do. */
function beside(file: string, named: string): string {
  const parts: string[] = [];
  const all = named.startsWith('/') ? named : `${file.slice(0, file.lastIndexOf('/') + 1)}${named}`;
  for (const part of all.split('/')) {
    if (part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
