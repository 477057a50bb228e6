import type { Command } from 'commander';
import { quoted } from '../../trace/index.ts';

/** What was typed, such that a shell reads it as the same words again. */
export function commandLine(command: Command): string {
  // Commander keeps this and leaves it out of its types.
  const { rawArgs } = command as unknown as { readonly rawArgs: readonly string[] };
  return ['tidemark', ...rawArgs.map(quoted)].join(' ');
}
