import type { Command } from 'commander';
import { flagOf } from '../../library/index.ts';
import type { Suggestion } from '../../problem/index.ts';
import { quoted } from '../../trace/index.ts';

/**
 * The typed command with the flags of the first suggestion that the command has. Null if it has none of them.
 *
 * @param member the database to name in place of the folder or list that was typed
 */
export function suggestedCommand(
  typed: readonly string[],
  suggestions: readonly Suggestion[],
  command: Command,
  member?: string,
): string | null {
  const known = new Set(command.options.map(({ long }) => long));
  const found = suggestions.find(({ options }) => options.every(([name]) => known.has(flagOf(name))));
  if (found === undefined) return null;
  const own = member === undefined ? typed : forMember(typed, member, command);
  const words = ['tidemark', ...withArguments(own, argsOf(found))].map(quoted).join(' ');
  return found.when === null ? `Try: ${words}` : `Try (${found.when}): ${words}`;
}

/** The flags of a suggestion, as arguments. */
export function argsOf({ options }: Suggestion): string[] {
  return options.flatMap(([name, value]) => [flagOf(name), value]);
}

/** Adds suggested arguments, in place of arguments that set the same thing. */
export function withArguments(typed: readonly string[], args: readonly string[]): string[] {
  return [...withoutReplaced(typed, args), ...args];
}

/** Turns a command about many databases into one about a single database, without flags that only apply to many. */
function forMember(typed: readonly string[], member: string, { args }: Command): string[] {
  const pairs = pairsOf(typed, OF_MANY).filter((pair) => !isOfMany(pair));
  const at = pairs.findIndex(([word]) => word === args[0]);
  return pairs.flatMap((pair, i) => (i === at ? [member] : pair));
}

/** The typed command for one of many databases without its report, in the parts before and after the name of the database. */
export function commandOfOne(typed: readonly string[], command: Command): { before: string; after: string } {
  const rest = pairsOf(typed, OF_MANY_AND_REPORT).filter(
    (pair) => !isOfMany(pair) && !isFlag(pair, '--report') && !isFlag(pair, '--json'),
  );
  const at = rest.findIndex(([word]) => word === command.args[0]);
  const words = (pairs: readonly (readonly string[])[]) =>
    pairs
      .flat()
      .map((word) => ` ${quoted(word)}`)
      .join('');
  return { before: `tidemark${words(rest.slice(0, at))} `, after: words(rest.slice(at + 1)) };
}

function isFlag([word = '']: readonly string[], flag: string): boolean {
  return word === flag || word.startsWith(`${flag}=`);
}

function isOfMany([word = '', value]: readonly string[]): boolean {
  const [flag = '', said] = value === undefined ? splitAt(word, '=') : [word, value];
  return OF_MANY.has(flag) && (flag !== '--format' || said === 'csv');
}

const OF_MANY: ReadonlySet<string> = new Set([
  '--results',
  '--apply-to',
  '--roll-up',
  '--table',
  '--since',
  '--digest-to',
  '--project',
  '--bill',
  '--format',
]);

const OF_MANY_AND_REPORT: ReadonlySet<string> = new Set([...OF_MANY, '--report']);

/** Removes the typed arguments that a suggestion replaces. A `--map` is replaced only for the same quantity. */
function withoutReplaced(typed: readonly string[], args: readonly string[]): string[] {
  const suggestedKeys = new Set(pairsOf(args).map(keyOf));
  return pairsOf(typed)
    .filter((pair) => !suggestedKeys.has(keyOf(pair)))
    .flat();
}

/** Groups flags with their values. Other words stand alone. */
function pairsOf(words: readonly string[], withValue: ReadonlySet<string> = REPLACED): string[][] {
  const pairs: string[][] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const next = words[at + 1];
    const hasValue = withValue.has(word) && next !== undefined;
    pairs.push(hasValue ? [word, next] : [word]);
    if (hasValue) at++;
  }
  return pairs;
}

function keyOf([word = '', value]: readonly string[]): string {
  const [flag = '', said = ''] = value === undefined ? splitAt(word, '=') : [word, value];
  if (!REPLACED.has(flag)) return `word ${word}`;
  return flag === '--map' ? `${flag} ${splitAt(said, '=')[0]}` : flag;
}

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Flags that may be given once: how to read a trace, and which windows to backtest. */
const REPLACED = new Set([
  '--map',
  '--vcpus',
  '--instance',
  '--where',
  '--by',
  '--gap',
  '--preset',
  '--cpu-per-query',
  '--window',
  '--judge',
]);
