import type { Command } from 'commander';
import { configurationChanges } from '../../advisor/index.ts';
import {
  type ByOptions,
  type EntryOptions,
  entriesOf,
  openFile,
  openListed,
  optionsOfEntry,
  type TraceOptions,
  withoutMachineOf,
  withoutTraceOptions,
} from '../../library/index.ts';
import { nearestWord, problem } from '../../problem/index.ts';
import type { PortfolioEntry } from '../../scenario/index.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A database of a list: its file, and what the list says about it. */
export interface Member {
  readonly title: string;
  readonly file: string;
  readonly options: EntryOptions;
}

/** @param text a list and a name in it: `LIST.yaml#orders`, `LIST.yaml#shop/orders` */
export async function memberOf(text: string, terminal: Terminal): Promise<Member> {
  const end = text.indexOf('#');
  const [list, name] = [text.slice(0, end), text.slice(end + 1)];
  const entries = terminal.list(list) === null ? await entriesOf(await openFile(list, terminal)) : null;
  if (entries === null)
    throw problem({ file: list }, 'it is not a list of databases', `leave "#${name}" out, or name a list`);
  const entry = entryNamed(list, entries, name);
  const file = terminal.beside(list, entry.file);
  const options = optionsOfEntry(entry);
  const opened = await openListed(file, terminal);
  opened.close();
  const own = opened.kind === 'trace' ? options : withoutTraceOptions(options);
  return { title: text, file, options: own };
}

function entryNamed(list: string, entries: readonly PortfolioEntry[], name: string): PortfolioEntry {
  const titleOf = (entry: PortfolioEntry) =>
    entry.project === null ? entry.name : `${entry.project}/${entry.name}`;
  const exact = entries.filter((entry) => titleOf(entry) === name);
  const found = exact.length > 0 ? exact : entries.filter((entry) => entry.name === name);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const titles = (first === undefined ? entries : found).map(titleOf);
  if (first !== undefined)
    throw problem({ file: list }, `it has several databases "${name}"`, `name ${titles.join(' or ')}`);
  const near =
    nearestWord(name, titles) ??
    nearestWord(
      name,
      entries.map((entry) => entry.name),
    );
  const shown = titles.slice(0, MOST_NAMES);
  throw problem(
    { file: list },
    `it has no database "${name}"`,
    near === undefined
      ? `name one of: ${shown.join(', ')}${titles.length > MOST_NAMES ? ' …' : ''}`
      : `did you mean ${near}?`,
  );
}

const MOST_NAMES = 10;

/**
 * Flags apply to every file of a command, so the lists may not say different things about the files. Only the current
 * configuration may differ.
 *
 * @param members null for a file that no list names
 */
export function refuseConflicting(command: Command, members: readonly (Member | null)[]): void {
  const names = new Set(members.flatMap((member) => Object.keys(member?.options ?? {})));
  names.delete('current');
  for (const name of names) {
    if (!command.options.some((one) => one.attributeName() === name)) continue;
    const values = members.map((member) => member?.options[name as keyof EntryOptions]);
    const isTyped = command.getOptionValueSource(name) === 'cli' && !values.some(Array.isArray);
    if (isTyped || new Set(values.map((value) => JSON.stringify(value))).size === 1) continue;
    throw problem(
      { file: members.findLast((member) => member !== null && name in member.options)?.title ?? '' },
      `the list gives a ${name} that differs from that of the other file`,
      'write a scenario of each with plan --write-scenario, and name these',
    );
  }
}

/** Sets the flags that the list implies, as far as the command has them. */
export function setOptions(command: Command, { title, options }: Member, place: number): void {
  const isOption = (name: string) => command.options.some((one) => one.attributeName() === name);
  const typed = Object.fromEntries(
    ['vcpus', 'instance'].flatMap((name) =>
      command.getOptionValueSource(name) === 'cli' ? [[name, command.getOptionValue(name)]] : [],
    ),
  );
  // A command that is suggested names the database as the list does, unless flags read its trace in another way.
  const isReadOtherwise = READING.some((name) => command.getOptionValueSource(name) === 'cli');
  if (!isReadOtherwise) command.setOptionValueWithSource('member', title, 'list');
  const { current, ...others } = withoutMachineOf(typed, options);
  for (const [name, value] of Object.entries(others)) if (isOption(name)) set(command, name, value);
  if (current === undefined) return;
  // The second of two files has a flag of its own for its configuration.
  if (place > 0 && isOption('configuration')) set(command, 'configuration', current);
  else if (isOption('current')) set(command, 'current', current);
  else setSizes(command, current, isOption);
}

/** The options by which a trace is read. */
const READING: readonly (keyof (TraceOptions & ByOptions))[] = [
  'map',
  'vcpus',
  'instance',
  'timezone',
  'gap',
  'preset',
  'strict',
  'logPrefix',
  'capacity',
  'where',
  'by',
  'idleBelow',
  'cpuPerQuery',
];

/**
 * For commands that have a flag for each part of a configuration. Commands that only ask about sleep have no flag for
 * `off`.
 */
function setSizes(command: Command, current: string, isOption: (name: string) => boolean): void {
  const isTyped = (name: string) => command.getOptionValueSource(name) === 'cli';
  const hasSize = ['size', 'min', 'max'].some(isTyped);
  for (const { path, value } of configurationChanges(current, 'current')) {
    const name = path.at(-1) as string;
    const isSize = ['size', 'min', 'max'].includes(name);
    if (value === 'off' && !isOption('size')) continue;
    if (isOption(name) && !isTyped(name) && !(isSize && hasSize)) command.setOptionValue(name, value);
  }
}

function set(command: Command, name: string, value: unknown): void {
  if (command.getOptionValueSource(name) === 'cli') {
    const typed: unknown = command.getOptionValue(name);
    // A flag that can be repeated keeps both values, the typed one last.
    if (Array.isArray(typed) && Array.isArray(value))
      command.setOptionValueWithSource(name, [...value, ...typed], 'cli');
    return;
  }
  command.setOptionValueWithSource(name, value, 'list');
}
