import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that prints one line of JSON once it is ready. */
export interface Child<Line> {
  readonly line: Line;
  /** Returns its resident memory. */
  residentBytes(): number;
  /** Returns its processor time so far, in steps of 10 ms. NaN if the system has no /proc. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Starts a module of this folder, or the command itself if the name is `tidemark`. */
export async function startChild<Line>(name: string, args: readonly string[]): Promise<Child<Line>> {
  const module = fileURLToPath(
    new URL(name === 'tidemark' ? '../../dist/cli/main.js' : `./${name}.js`, import.meta.url),
  );
  const child = spawn(process.execPath, [...flags(), module, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await firstLine(child, name);
  return {
    line: JSON.parse(text) as Line,
    residentBytes: () => 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])),
    cpuMs: () => cpuMsOf(child.pid),
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'close');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function cpuMsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // After the name, which may contain anything, fields 12 and 13 are ticks of a hundredth of a second.
  const fields = readFileSync(file, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** With `SERVICE_PROFILE=folder`, each process writes a CPU profile to that folder. */
function flags(): string[] {
  const folder = process.env.SERVICE_PROFILE;
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`${name} ended with ${code} before it was ready`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => {});
  return line;
}
