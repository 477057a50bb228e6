import type { Command } from 'commander';

/** The words that can be completed after one command. */
export interface CompletedCommand {
  /** The names that lead to the command, such as ` trace slice`, each after a space. Empty for the program itself. */
  readonly path: string;
  readonly commands: readonly CompletedWord[];
  readonly flags: readonly CompletedFlag[];
  /** The values of its first argument. Empty if it takes any. */
  readonly choices: readonly string[];
}

export interface CompletedWord {
  readonly name: string;
  readonly about: string;
}

interface CompletedFlag extends CompletedWord {
  readonly takesValue: boolean;
  /** The values of the flag. Empty if it takes any. */
  readonly choices: readonly string[];
}

export function completedCommands(command: Command, path = ''): CompletedCommand[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const own: CompletedCommand = {
    path,
    commands: commands.map((one) => ({ name: one.name(), about: one.description() })),
    flags: help.visibleOptions(command).flatMap(({ long, description, required, optional, argChoices }) =>
      long
        ? [
            {
              name: long,
              about: description,
              takesValue: required || optional,
              choices: argChoices ?? [],
            },
          ]
        : [],
    ),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [own, ...commands.flatMap((one) => completedCommands(one, `${path} ${one.name()}`))];
}
