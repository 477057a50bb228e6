import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { MAIN } from '../cli/served.ts';

/** A command in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly err: () => string;
  /** Its end: the exit code, null if it was killed, and what it has printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }));
  return { child, err: () => err, ended };
}

/** Waits until it holds. The test's own time limit ends it otherwise. */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}
