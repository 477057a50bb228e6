import { join } from 'node:path';
import { type Database, type Subject, subjectOfTrace } from '../../../advisor/index.ts';
import { factSet } from '../../../facts/index.ts';
import type { PortfolioEntry } from '../../../scenario/index.ts';
import { besideFile, nameOf } from '../../input.ts';
import { type ByOptions, type QuestionOptions, vcpusOf } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { overridesOf } from '../overrides.ts';
import { currentOf } from '../plan/plan-options.ts';
import { loadSubject } from '../scenario-file.ts';
import { cpuPerQueryOf } from '../trace/how-to-read.ts';
import { openEachPart } from '../trace/open-parts.ts';
import { entriesOf, isTraceFile, optionsOfEntry, withoutMachineOf, withoutTraceOptions } from './entries.ts';

/** What flags say of each of many databases. */
type ItemOptions = QuestionOptions & { readonly current?: string; readonly pooler?: boolean };

/** One of the databases of a command. */
export interface ListedDatabase extends Database {
  /** What names it alone in the place of all of them; null: nothing does. */
  readonly member: string | null;
}

/** The databases of a folder, of a list, or of a table that is split; null: the file is one database. */
export async function databasesOf(
  file: string,
  options: ItemOptions & ByOptions,
  terminal: Terminal,
): Promise<readonly ListedDatabase[] | null> {
  const { by } = options;
  if (by !== undefined) return itemsOfParts(file, options, by, terminal);
  // One line says how many are planned; how far each file is read would write over it.
  const quiet: Terminal = { ...terminal, progress: () => ({ show() {}, done() {} }) };
  const names = terminal.list(file);
  if (names !== null) return names.map((name) => itemOfFile(join(file, name), name, options, quiet));
  const entries = await entriesOf(file, terminal);
  return entries?.map((entry) => itemOfEntry(file, entry, options, quiet)) ?? null;
}

async function itemsOfParts(
  file: string,
  options: ItemOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly ListedDatabase[]> {
  const { pooler: _, ...rest } = options;
  const overrides = overridesOf(rest, terminal);
  const question = {
    file: nameOf(file),
    cpuMsPerQuery: cpuPerQueryOf(options.cpuPerQuery),
    vcpus: vcpusOf(options),
    facts: factSet(overrides.facts ?? 'spec'),
  };
  const parts = await openEachPart(file, options, by, terminal);
  return parts.map((part) => ({
    name: part.name,
    project: null,
    file,
    member: null,
    current: currentOf(options),
    load: async () => subjectOfTrace(part.open(), question, overrides),
  }));
}

function itemOfFile(file: string, name: string, options: ItemOptions, terminal: Terminal): ListedDatabase {
  return {
    name,
    project: null,
    file,
    member: file,
    current: currentOf(options),
    load: () => loadAny(file, options, terminal),
  };
}

/** What an entry says of its file goes before the flags. */
function itemOfEntry(
  list: string,
  entry: PortfolioEntry,
  flags: ItemOptions,
  terminal: Terminal,
): ListedDatabase {
  const { name, project, current } = entry;
  const file = besideFile(list, entry.file);
  const own = optionsOfEntry(entry);
  // The last that is told of one counts.
  const assume = [...(flags.assume ?? []), ...(own.assume ?? [])];
  const others = withoutMachineOf(own, flags);
  const options: ItemOptions = { ...others, ...own, ...(assume.length === 0 ? {} : { assume }) };
  const written = currentOf(options);
  return {
    name,
    project,
    file,
    member: `${list}#${project === null ? '' : `${project}/`}${name}`,
    current: written && { ...written, place: current === null ? null : entry.place('current') },
    load: () => loadAny(file, options, terminal),
  };
}

async function loadAny(file: string, options: ItemOptions, terminal: Terminal): Promise<Subject> {
  const { pooler: _, ...rest } = options;
  const own = (await isTraceFile(file, terminal)) ? rest : { ...withoutTraceOptions(rest), map: [] };
  return (await loadSubject(file, own, terminal)).subject;
}
