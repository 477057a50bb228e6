import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { Member } from './member.ts';

/**
 * Puts the file of a database, and what a list says of it, in the place of `LIST.yaml#NAME`, so that every command that
 * takes a file takes a database of a list. Flags that were typed stay as they are.
 */
export async function resolveMembers(command: Command, terminal: Terminal): Promise<void> {
  const files = command.processedArgs.flat();
  if (!files.some((text) => isMember(text, terminal))) return;
  const { memberOf, refuseUnlike, setOptions } = await import('./member.ts');
  const members: (Member | null)[] = [];
  const resolved = async (text: unknown): Promise<unknown> => {
    if (typeof text !== 'string') return text;
    const member = isMember(text, terminal) ? await memberOf(text, terminal) : null;
    members.push(member);
    return member?.file ?? text;
  };
  for (const [at, argument] of command.processedArgs.entries()) {
    if (!Array.isArray(argument)) command.processedArgs[at] = await resolved(argument);
    else {
      const own: unknown[] = [];
      for (const text of argument) own.push(await resolved(text));
      command.processedArgs[at] = own;
    }
  }
  refuseUnlike(command, members);
  for (const [place, member] of members.entries()) if (member !== null) setOptions(command, member, place);
}

/** Says so in the help of every command that takes a trace. */
export function addMemberHelp(command: Command): void {
  for (const argument of command.registeredArguments)
    if (/\btraces?\b/.test(argument.description))
      argument.description += '; LIST.yaml#NAME is a database of a list';
  for (const part of command.commands) addMemberHelp(part);
}

/** A file of that name goes before, and so does what is no file at all. */
function isMember(text: unknown, terminal: Terminal): text is string {
  if (typeof text !== 'string') return false;
  const end = text.indexOf('#');
  return end > 0 && !terminal.exists(text) && terminal.exists(text.slice(0, end));
}
