import type { Command } from 'commander';
import { quoted } from '../../trace/index.ts';

/** The typed command, quoted so that a shell reads the same words again. */
export function commandLine(command: Command): string {
  return ['tidemark', ...typedArguments(command).map(quoted)].join(' ');
}

export function typedArguments(command: Command): readonly string[] {
  // Commander has this field, but its types leave it out.
  return (command as unknown as { readonly rawArgs: readonly string[] }).rawArgs;
}
