import { type NamedDatabase, type Subject, subjectOfTrace } from '../../advisor/index.ts';
import type { PortfolioEntry } from '../../scenario/index.ts';
import { statedCurrent } from '../settings/choices.ts';
import {
  type ByOptions,
  type QuestionOptions,
  type TraceOptions,
  writtenValues,
} from '../settings/options.ts';
import { overridesOf } from '../settings/overrides.ts';
import {
  type EntryOptions,
  entriesOf,
  openListed,
  optionsOfEntry,
  withoutMachineOf,
  withoutTraceOptions,
} from './entries.ts';
import { loadSubject, questionOf } from './load.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import { openEachPart } from './open-parts.ts';
import type { Reader } from './reader.ts';
import { subjectInFlags } from './subject-in-flags.ts';

/** The options that apply to each of many databases. */
type ItemOptions = QuestionOptions & TraceOptions & { readonly current?: string; readonly pooler?: boolean };

/** The subject of a command: the databases of a folder, a list or a split table, or the one database of a file. */
type Databases = { readonly many: readonly NamedDatabase[] } | { readonly one: OpenedFile };

export async function databasesOf(
  path: string,
  options: ItemOptions & ByOptions,
  reader: Reader,
): Promise<Databases> {
  const { by } = options;
  // The progress of each file would overwrite the line that counts planned databases.
  const quiet: Reader = { ...reader, progress: () => ({ show() {}, done() {} }) };
  const names = by === undefined ? reader.list(path) : null;
  if (names !== null)
    return { many: names.map((name) => itemOfFile(reader.beside(`${path}/.`, name), name, options, quiet)) };
  const file = await openFile(path, reader);
  if (by !== undefined) return { many: await itemsOfParts(file, options, by, reader) };
  const many = await listedIn(file, options, quiet);
  return many === null ? { one: file } : { many };
}

/** Reads a list of databases. Null if the file is not a list. */
export async function listedIn(
  file: OpenedFile,
  options: ItemOptions,
  reader: Reader,
): Promise<readonly NamedDatabase[] | null> {
  const entries = await entriesOf(file);
  return entries?.map((entry) => itemOfEntry(file.path, entry, options, reader)) ?? null;
}

async function itemsOfParts(
  file: OpenedFile,
  options: ItemOptions,
  by: string,
  reader: Reader,
): Promise<readonly NamedDatabase[]> {
  const { pooler: _, ...rest } = options;
  const overrides = overridesOf(rest, reader);
  const question = questionOf(file.name, options, overrides);
  const parts = await openEachPart(file, options, by, reader);
  return parts.map((part) => ({
    name: part.name,
    project: null,
    file: file.path,
    tags: {},
    member: null,
    current: statedCurrent(options),
    load: () => subjectInFlags(async () => subjectOfTrace(part.open(), question, overrides)),
  }));
}

function itemOfFile(file: string, name: string, options: ItemOptions, reader: Reader): NamedDatabase {
  return {
    name,
    project: null,
    file,
    tags: {},
    member: file,
    current: statedCurrent(options),
    load: () => subjectInFlags(() => loadAny(file, options, reader)),
  };
}

/** Keeps little of an entry, because a list may have a hundred thousand. */
function itemOfEntry(list: string, entry: PortfolioEntry, flags: ItemOptions, reader: Reader): NamedDatabase {
  const { name, project, tags, place } = entry;
  const own = optionsOfEntry(entry);
  const file = reader.beside(list, entry.file);
  const written = statedCurrent({ ...flags, ...own });
  return {
    name,
    project,
    file,
    tags,
    member: `${list}#${project === null ? '' : `${project}/`}${name}`,
    current: written && { ...written, place: own.current === undefined ? null : () => place('current') },
    load: () => subjectInFlags(() => loadAny(file, optionsOfBoth(own, flags), reader)),
  };
}

/** The fields of an entry take precedence over flags. */
function optionsOfBoth(own: EntryOptions, flags: ItemOptions): ItemOptions {
  // The last value of an assumption counts.
  const assume = [...writtenValues(flags.assume), ...writtenValues(own.assume)];
  const others = withoutMachineOf(own, flags);
  return { ...others, ...own, ...(assume.length === 0 ? {} : { assume }) };
}

async function loadAny(path: string, options: ItemOptions, reader: Reader): Promise<Subject> {
  const { pooler: _, ...rest } = options;
  const file = await openListed(path, reader);
  const own = file.kind === 'trace' ? rest : withoutTraceOptions(rest);
  return loadSubject(file, own, reader);
}
