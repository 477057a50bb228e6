import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A module of this folder in a process of its own, for the memory of this one is full of other things. */
export function measuredChild<Told extends object>(
  module: string,
  args: readonly string[],
): Told & { readonly ms: number } {
  const start = performance.now();
  const text = execFileSync(
    process.execPath,
    [fileURLToPath(new URL(`./${module}`, import.meta.url)), ...args],
    { encoding: 'utf8' },
  );
  return { ...(JSON.parse(text) as Told), ms: performance.now() - start };
}
