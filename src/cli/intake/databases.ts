import { join } from 'node:path';
import type { NamedDatabase, Subject } from '../../advisor/index.ts';
import type { PortfolioEntry } from '../../scenario/index.ts';
import { besideFile } from '../files/input.ts';
import type { ByOptions, QuestionOptions } from '../flags/options.ts';
import { overridesOf } from '../flags/overrides.ts';
import { currentFromFlags } from '../flags/plan-options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { entriesOf, openListed, optionsOfEntry, withoutMachineOf, withoutTraceOptions } from './entries.ts';
import { loadSubject, questionOf, subjectInFlags } from './load.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import { openEachPart } from './open-parts.ts';

/** The flags that apply to each of many databases. */
type ItemOptions = QuestionOptions & { readonly current?: string; readonly pooler?: boolean };

/** One of the databases of a command. */
export interface ListedDatabase extends NamedDatabase {
  /** The argument that names this database alone. Null if none does. */
  readonly member: string | null;
}

/** The subject of a command: the databases of a folder, a list or a split table, or the one database of a file. */
type Databases = { readonly many: readonly ListedDatabase[] } | { readonly one: OpenedFile };

export async function databasesOf(
  path: string,
  options: ItemOptions & ByOptions,
  terminal: Terminal,
): Promise<Databases> {
  const { by } = options;
  // The progress of each file would overwrite the line that counts planned databases.
  const quiet: Terminal = { ...terminal, progress: () => ({ show() {}, done() {} }) };
  const names = by === undefined ? terminal.list(path) : null;
  if (names !== null)
    return { many: names.map((name) => itemOfFile(join(path, name), name, options, quiet)) };
  const file = await openFile(path, terminal);
  if (by !== undefined) return { many: await itemsOfParts(file, options, by, terminal) };
  const many = await listedIn(file, options, quiet);
  return many === null ? { one: file } : { many };
}

/** Reads a list of databases. Null if the file is not a list. */
export async function listedIn(
  file: OpenedFile,
  options: ItemOptions,
  terminal: Terminal,
): Promise<readonly ListedDatabase[] | null> {
  const entries = await entriesOf(file);
  return entries?.map((entry) => itemOfEntry(file.path, entry, options, terminal)) ?? null;
}

async function itemsOfParts(
  file: OpenedFile,
  options: ItemOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly ListedDatabase[]> {
  const { pooler: _, ...rest } = options;
  const overrides = overridesOf(rest, terminal);
  const question = questionOf(file.name, options, overrides);
  const parts = await openEachPart(file, options, by, terminal);
  return parts.map((part) => ({
    name: part.name,
    project: null,
    file: file.path,
    member: null,
    current: currentFromFlags(options),
    load: async () => subjectInFlags(part.open(), question, overrides),
  }));
}

function itemOfFile(file: string, name: string, options: ItemOptions, terminal: Terminal): ListedDatabase {
  return {
    name,
    project: null,
    file,
    member: file,
    current: currentFromFlags(options),
    load: () => loadAny(file, options, terminal),
  };
}

/** The fields of an entry take precedence over flags. */
function itemOfEntry(
  list: string,
  entry: PortfolioEntry,
  flags: ItemOptions,
  terminal: Terminal,
): ListedDatabase {
  const { name, project, current } = entry;
  const file = besideFile(list, entry.file);
  const own = optionsOfEntry(entry);
  // The last value of an assumption counts.
  const assume = [...(flags.assume ?? []), ...(own.assume ?? [])];
  const others = withoutMachineOf(own, flags);
  const options: ItemOptions = { ...others, ...own, ...(assume.length === 0 ? {} : { assume }) };
  const written = currentFromFlags(options);
  return {
    name,
    project,
    file,
    member: `${list}#${project === null ? '' : `${project}/`}${name}`,
    current: written && { ...written, place: current === null ? null : entry.place('current') },
    load: () => loadAny(file, options, terminal),
  };
}

async function loadAny(path: string, options: ItemOptions, terminal: Terminal): Promise<Subject> {
  const { pooler: _, ...rest } = options;
  const file = await openListed(path, terminal);
  const own = file.kind === 'trace' ? rest : { ...withoutTraceOptions(rest), map: [] };
  return (await loadSubject(file, own, terminal)).subject;
}
