import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a module of this folder in a process of its own, because the memory of this one is full of other things. */
export function measuredChild<Told extends object>(
  module: string,
  args: readonly string[],
): Told & { readonly ms: number } {
  const start = performance.now();
  const text = execFileSync(process.execPath, [pathOf(`./${module}`), ...args], { encoding: 'utf8' });
  return { ...(JSON.parse(text) as Told), ms: performance.now() - start };
}

interface Measured {
  readonly ms: number;
  /** The processor time of all threads, which other work on the machine does not change. */
  readonly cpuMs: number;
  readonly peakBytes: number;
}

/** Runs the built command, and discards its output. */
export function measuredCommand(...args: readonly string[]): Measured {
  return measuredExit([0], args);
}

/** Runs the built command, which has to end with one of these exit codes. */
export function measuredExit(codes: readonly number[], args: readonly string[]): Measured {
  const start = performance.now();
  const { status, output } = spawnSync(
    process.execPath,
    ['--import', pathOf('./tell-peak.js'), pathOf('../../dist/cli/main.js'), ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  if (status === null || !codes.includes(status))
    throw new Error(output[2]?.slice(0, 1000) || `ended with ${status}`);
  return {
    ms: performance.now() - start,
    ...(JSON.parse(output[3] as string) as Pick<Measured, 'cpuMs' | 'peakBytes'>),
  };
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
