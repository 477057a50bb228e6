import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type ShellName } from '../completion/completion.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('Print the script that makes a shell complete commands, flags and values.')
    .addArgument(new Argument('<SHELL>', 'the shell that reads it').choices(SHELLS))
    .addHelpText(
      'after',
      `
Add the line for your shell to its start-up file: ~/.bashrc, ~/.zshrc (below
compinit) or ~/.config/fish/config.fish.

Examples:
  source <(tidemark completion bash)
  source <(tidemark completion zsh)
  tidemark completion fish | source`,
    )
    .action((shell: ShellName) => terminal.out(completionScript(shell, program)));
}
