import type { Command } from 'commander';

/** What was typed, such that a shell reads it as the same words again. */
export function commandLine(command: Command): string {
  // Commander keeps this and leaves it out of its types.
  const { rawArgs } = command as unknown as { readonly rawArgs: readonly string[] };
  return ['tidemark', ...rawArgs.map(quoted)].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
