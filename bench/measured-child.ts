import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A module of this folder in a process of its own, for the memory of this one is full of other things. */
export function measuredChild<Told extends object>(
  module: string,
  args: readonly string[],
): Told & { readonly ms: number } {
  const start = performance.now();
  const text = execFileSync(process.execPath, [pathOf(`./${module}`), ...args], { encoding: 'utf8' });
  return { ...(JSON.parse(text) as Told), ms: performance.now() - start };
}

/** The command as it is built; what it prints is thrown away. */
export function measuredCommand(...args: readonly string[]): {
  readonly ms: number;
  readonly peakBytes: number;
} {
  const start = performance.now();
  const { status, output } = spawnSync(
    process.execPath,
    ['--import', pathOf('./tell-peak.js'), pathOf('../../dist/cli/main.js'), ...args],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) throw new Error(output[2] ?? `ended with ${status}`);
  return { ms: performance.now() - start, peakBytes: Number(output[3]) };
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
