import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { completedCommands } from './completed-command.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof SHELLS)[number];

const WRITERS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The script that makes a shell complete the commands, flags and values of a program. Elsewhere it completes files. */
export function completionScript(shell: ShellName, program: Command): string {
  return WRITERS[shell](program.name(), completedCommands(program));
}
