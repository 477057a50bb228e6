import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { Member } from './member.ts';

/**
 * Replaces `LIST.yaml#NAME` with the file of that database and adds what the list says about it, so that every command
 * that takes a file takes a database of a list. Flags that were typed take precedence.
 */
export async function resolveMembers(command: Command, terminal: Terminal): Promise<void> {
  const files = command.processedArgs.flat();
  if (!files.some((text) => isMember(text, terminal))) return;
  const { memberOf, refuseConflicting: refuseUnlike, setOptions } = await import('./member.ts');
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

/** Documents this in the help of every command that takes a trace. */
export function addMemberHelp(command: Command): void {
  for (const argument of command.registeredArguments)
    if (/\btraces?\b/.test(argument.description))
      argument.description += '; LIST.yaml#NAME is a database of a list';
  for (const part of command.commands) addMemberHelp(part);
}

/** A file with exactly that name takes precedence. */
function isMember(text: unknown, terminal: Terminal): text is string {
  if (typeof text !== 'string') return false;
  const end = text.indexOf('#');
  return end > 0 && !terminal.exists(text) && terminal.exists(text.slice(0, end));
}
