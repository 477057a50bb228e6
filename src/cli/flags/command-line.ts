import type { Command } from 'commander';
import { quoted } from '../../trace/index.ts';

/** The typed command, quoted so that a shell reads the same words again. */
export function commandLine(command: Command): string {
  // Commander has this field, but its types leave it out.
  const { rawArgs } = command as unknown as { readonly rawArgs: readonly string[] };
  return ['tidemark', ...rawArgs.map(quoted)].join(' ');
}
