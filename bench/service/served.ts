import type { Child } from '../child.ts';
import { startChild } from '../child.ts';

export interface Greeting {
  readonly url: string;
  readonly control: string;
  readonly controlToken: string;
}

/** Starts a service on a folder. */
export function serve(folder: string): Promise<Child<Greeting>> {
  return startChild('tidemark', [
    'serve',
    '--port',
    '0',
    '--json',
    '--log',
    'off',
    '--no-pg',
    '--data',
    folder,
  ]);
}

export function originOf(url: string): string {
  return new URL(url).origin;
}
