import type { Command } from 'commander';
import { quoted } from '../../trace/index.ts';

/** The typed command, quoted so that a shell reads the same words again. Passwords in addresses are left out. */
export function commandLine(command: Command): string {
  const shown = typedArguments(command).map((arg) =>
    quoted(arg.replace(/^((?:--\w+=)?\w+:\/\/[^/:@]*):.*@/s, '$1@')),
  );
  return ['tidemark', ...shown].join(' ');
}

/** The typed words without a key, because they are printed, and written into reports. */
export function typedArguments(command: Command): readonly string[] {
  // Commander has this field, but its types leave it out.
  const { rawArgs } = command as unknown as { readonly rawArgs: readonly string[] };
  return rawArgs.filter((arg, i) => !/^--api-key(=|$)/.test(arg) && rawArgs[i - 1] !== '--api-key');
}
