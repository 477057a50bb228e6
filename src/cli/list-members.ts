import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/**
 * Puts the file of a database, and what a list says of it, in the place of `LIST.yaml#NAME`, so that every command that
 * takes a file takes a database of a list. Flags that were typed stay as they are.
 */
export async function resolveMembers(command: Command, terminal: Terminal): Promise<void> {
  for (const [at, argument] of command.processedArgs.entries()) {
    const texts: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
    if (!texts.some((text) => typeof text === 'string' && isMember(text, terminal))) continue;
    const { memberOf, setOptions } = await import('./run/list/member.ts');
    const files: unknown[] = [];
    for (const text of texts) {
      if (typeof text !== 'string' || !isMember(text, terminal)) files.push(text);
      else {
        const member = await memberOf(text, terminal);
        setOptions(command, member, at + files.length);
        files.push(member.file);
      }
    }
    command.processedArgs[at] = Array.isArray(argument) ? files : files[0];
  }
}

/** Says so in the help of every command that takes a trace. */
export function addMemberHelp(command: Command): void {
  for (const argument of command.registeredArguments)
    if (/\btraces?\b/.test(argument.description))
      argument.description += '; LIST.yaml#NAME is a database of a list';
  for (const part of command.commands) addMemberHelp(part);
}

/** A file of that name goes before, and so does what is no file at all. */
function isMember(text: string, terminal: Terminal): boolean {
  const end = text.indexOf('#');
  return end > 0 && !terminal.exists(text) && terminal.exists(text.slice(0, end));
}
