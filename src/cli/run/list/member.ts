import type { Command } from 'commander';
import { nearestWord, problem } from '../../../problem/index.ts';
import type { PortfolioEntry } from '../../../scenario/index.ts';
import { besideFile } from '../../input.ts';
import type { Terminal } from '../../terminal.ts';
import { settingChanges } from '../plan/setting-flag.ts';
import { type EntryOptions, entriesOf, isTraceFile, optionsOfEntry, withoutTraceOptions } from './entries.ts';

/** A database of a list: its file, and what the list says of it. */
export interface Member {
  readonly title: string;
  readonly file: string;
  readonly options: EntryOptions;
}

/** @param text a list and a name in it: `LIST.yaml#orders`, `LIST.yaml#shop/orders` */
export async function memberOf(text: string, terminal: Terminal): Promise<Member> {
  const end = text.indexOf('#');
  const [list, name] = [text.slice(0, end), text.slice(end + 1)];
  const entries = terminal.list(list) === null ? await entriesOf(list, terminal) : null;
  if (entries === null)
    throw problem({ file: list }, 'it is no list of databases', `leave "#${name}" out, or name a list`);
  const entry = entryNamed(list, entries, name);
  const file = besideFile(list, entry.file);
  const options = optionsOfEntry(entry);
  const own = (await isTraceFile(file, terminal)) ? options : withoutTraceOptions(options);
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

/** What is said of a database, as if it had been typed; a command takes what it has flags for. */
export function setOptions(command: Command, { title, options }: Member, place: number): void {
  const isOption = (name: string) => command.options.some((one) => one.attributeName() === name);
  const { current, ...others } = options;
  for (const [name, value] of Object.entries(others)) if (isOption(name)) set(command, name, value, title);
  if (current === undefined) return;
  // Of the second of two files it is a flag of its own.
  if (place > 0 && isOption('setting')) set(command, 'setting', current, title);
  else if (isOption('current')) set(command, 'current', current, title);
  else setSizes(command, current, isOption);
}

/** Commands that run one setting have a flag for each part of it; those that only ask about sleep have none for `off`. */
function setSizes(command: Command, current: string, isOption: (name: string) => boolean): void {
  const isTyped = (name: string) => command.getOptionValueSource(name) === 'cli';
  const hasSize = ['size', 'min', 'max'].some(isTyped);
  for (const { path, value } of settingChanges(current, 'current')) {
    const name = path.at(-1) as string;
    const isSize = ['size', 'min', 'max'].includes(name);
    if (value === 'off' && !isOption('size')) continue;
    if (isOption(name) && !isTyped(name) && !(isSize && hasSize)) command.setOptionValue(name, value);
  }
}

/** Where it is set from. */
const SOURCE = 'list';

function set(command: Command, name: string, value: unknown, title: string): void {
  const source = command.getOptionValueSource(name);
  if (source === 'cli') {
    const typed: unknown = command.getOptionValue(name);
    // Of what may be said several times both count, and what was typed last.
    if (Array.isArray(typed) && Array.isArray(value))
      command.setOptionValueWithSource(name, [...value, ...typed], 'cli');
    return;
  }
  if (source === SOURCE && JSON.stringify(command.getOptionValue(name)) !== JSON.stringify(value))
    throw problem(
      { file: title },
      `it has another ${name} than the database before it`,
      'write a scenario of each with plan --write-scenario, and name these',
    );
  command.setOptionValueWithSource(name, value, SOURCE);
}
