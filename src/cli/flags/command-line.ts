import type { Command } from 'commander';
import { quoted } from '../../trace/index.ts';

/** The typed command, quoted so that a shell reads the same words again. Passwords in addresses are left out. */
export function commandLine(command: Command): string {
  // Commander has this field, but its types leave it out.
  const { rawArgs } = command as unknown as { readonly rawArgs: readonly string[] };
  const shown = rawArgs.map((arg) => quoted(arg.replace(/^((?:--\w+=)?\w+:\/\/[^/:@]*):.*@/s, '$1@')));
  return ['tidemark', ...shown].join(' ');
}
